create table public.user_progress (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  progress_seconds numeric not null default 0,
  watched_until numeric not null default 0,
  watch_progress numeric check (watch_progress between 0 and 100),
  completed boolean not null default false,
  last_watched timestamptz not null default now(),
  watched_ranges text,
  watched_seconds integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, lesson_id)
) with (fillfactor = 85);
comment on table public.user_progress is
  'How far a student is in a lesson. Every write is joined with the row: ranges united, furthest point and completion kept, position by the newest time.';
comment on column public.user_progress.progress_seconds is 'Where to resume; the newest write wins.';
comment on column public.user_progress.watched_until is 'The furthest point reached.';
comment on column public.user_progress.watch_progress is 'Percent of the lesson that was watched, computed; null while its length is unknown.';
comment on column public.user_progress.watched_ranges is 'Watched whole seconds, as {[0,30),[60,90)}. A write without it counts as [0, progress_seconds).';
comment on column public.user_progress.watched_seconds is 'Seconds that count for the course ([9-39]): the watched ones, or the whole lesson once completed.';
create index user_progress_lesson_id_idx on public.user_progress (lesson_id);
create index user_progress_course_id_idx on public.user_progress (course_id);
revoke all on public.user_progress from anon, authenticated;
grant select,
  insert (user_id, lesson_id, course_id, progress_seconds, watched_until, watch_progress, completed, last_watched, updated_at, watched_ranges),
  update (user_id, lesson_id, course_id, progress_seconds, watched_until, watch_progress, completed, last_watched, updated_at, watched_ranges)
  on public.user_progress to authenticated;
alter table public.user_progress enable row level security;
create policy user_progress_select_own_or_viewer on public.user_progress for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_active_student()))
    or (select private.has_permission('students.view', 'analytics.view')));
create policy user_progress_insert_own on public.user_progress for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_verified_student()));
create policy user_progress_update_own on public.user_progress for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_verified_student()))
  with check (user_id = (select auth.uid()));

-- An update is merged by what it says, not by what the row already holds. These two triggers run only when the
-- statement names the column, in the order of their names, and leave the said ranges marked for the merge.
create function private.note_said_ranges() returns trigger language plpgsql set search_path = '' as $$
begin
  new.watched_ranges := 'said ' || new.watched_ranges;
  return new;
end $$;
revoke execute on function private.note_said_ranges() from public;
create trigger user_progress_update_1_said_ranges before update of watched_ranges on public.user_progress
  for each row execute function private.note_said_ranges();

create function private.note_said_position() returns trigger language plpgsql set search_path = '' as $$
begin
  new.watched_ranges := 'position';
  return new;
end $$;
revoke execute on function private.note_said_position() from public;
create trigger user_progress_update_2_said_position before update of progress_seconds on public.user_progress
  for each row when (starts_with(new.watched_ranges, 'said ') is not true) execute function private.note_said_position();

create function private.watchable_seconds(since timestamptz) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return 110 + floor(2.5 * coalesce(extract(epoch from now() - since), 0));
end $$;
comment on function private.watchable_seconds(timestamptz) is
  'More than anybody can have watched since: at 2.5 times the time gone by, above the fastest speed, and a margin.';
revoke execute on function private.watchable_seconds(timestamptz) from public;

create function private.merge_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lesson_seconds integer;
  reset_at timestamptz;
  duration integer;
  possible integer;
  said int4multirange;
  known int4multirange := '{}';
  watched int4multirange;
  known_seconds integer := 0;
  said_seconds integer;
  watched_seconds integer;
begin
  if tg_op = 'UPDATE' and (new.user_id <> old.user_id or new.lesson_id <> old.lesson_id) then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'A progress row belongs to one student and one lesson');
  end if;
  select lessons.duration_seconds, (
      select resets.reset_at from private.progress_resets as resets
      where resets.user_id = new.user_id and resets.lesson_id = new.lesson_id)
    into lesson_seconds, reset_at
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    where lessons.id = new.lesson_id and lessons.course_id = new.course_id and lessons.is_published;
  if not found then
    perform private.raise_app_error('LESSON_NOT_FOUND', 400, 'The lesson is not part of the course');
  end if;
  new.progress_seconds := coalesce(new.progress_seconds, 0);
  new.watched_until := coalesce(new.watched_until, 0);
  if new.progress_seconds not between 0 and 10000000 or new.watched_until not between 0 and 10000000 then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'Seconds must be between 0 and 10000000');
  end if;
  new.last_watched := greatest(least(coalesce(new.last_watched, now()), now() + interval '2 minutes'), '2000-01-01Z');
  if new.last_watched < reset_at then
    return null;
  end if;
  -- Without a known length, a day is the bound.
  duration := coalesce(nullif(lesson_seconds, 0), 86400);
  new.progress_seconds := trim_scale(round(least(new.progress_seconds, duration), 3));
  new.watched_until := trim_scale(round(greatest(least(new.watched_until, duration), new.progress_seconds), 3));
  new.completed := coalesce(new.completed, false);

  if (tg_op = 'INSERT' and new.watched_ranges is null) or new.watched_ranges = 'position' then
    said := int4multirange(int4range(0, floor(new.progress_seconds)::integer));
  elsif tg_op = 'INSERT' then
    said := private.parse_ranges(new.watched_ranges, duration);
  elsif starts_with(new.watched_ranges, 'said ') then
    said := private.parse_ranges(substr(new.watched_ranges, 6), duration);
  else
    said := '{}';
  end if;

  if tg_op = 'UPDATE' then
    known := coalesce(old.watched_ranges, '{}')::int4multirange;
    known_seconds := case when old.completed then private.measure_ranges(known) else old.watched_seconds end;
    if (old.last_watched, old.progress_seconds) > (new.last_watched, new.progress_seconds) then
      new.progress_seconds := old.progress_seconds;
      new.last_watched := old.last_watched;
    end if;
    new.watched_until := greatest(new.watched_until, old.watched_until);
    new.completed := new.completed or old.completed;
    new.id := old.id;
    new.created_at := old.created_at;
  end if;

  watched := known + said;
  watched_seconds := case when watched = known then known_seconds else private.measure_ranges(watched) end;
  said_seconds := watched_seconds;
  if watched_seconds > known_seconds and watched_seconds > private.watchable_seconds(old.created_at) and new.user_id = auth.uid() then
    possible := greatest(known_seconds, private.watchable_seconds((
      select greatest(students.created_at, lessons.created_at) from public.users as students, public.lessons
      where students.id = new.user_id and lessons.id = new.lesson_id)));
    if watched_seconds > possible then
      watched := known + private.first_seconds(said - known, possible - known_seconds);
      watched_seconds := possible;
    end if;
  end if;
  -- More than fits between two saves can be honest, of one who was offline or has two devices: only a hint. Whether a
  -- row is new shows after the insert.
  if watched_seconds < said_seconds
    or tg_op = 'UPDATE' and said_seconds - known_seconds > private.watchable_seconds(old.updated_at) and new.user_id = auth.uid() then
    insert into public.progress_flags (user_id, lesson_id, said_seconds, counted_seconds)
    values (new.user_id, new.lesson_id, said_seconds, watched_seconds)
    on conflict (user_id, lesson_id) do nothing;
  end if;
  new.completed := new.completed or private.is_covered(watched_seconds, lesson_seconds);
  new.watched_ranges := watched::text;
  new.watched_seconds := case when new.completed and lesson_seconds > 0 then lesson_seconds else watched_seconds end;
  new.watch_progress := case
    when new.completed then 100
    when lesson_seconds > 0 then trim_scale(round(100.0 * watched_seconds / lesson_seconds, 2)) end;
  new.updated_at := now();
  return new;
end $$;
comment on function private.merge_progress() is
  'Joins a write with the row (T20, T21): commutative, idempotent, and never a step back. Refuses numbers that are none, clamps times, seconds, and what nobody can have watched.';
revoke execute on function private.merge_progress() from public;
create trigger user_progress_write_merge before insert or update on public.user_progress
  for each row execute function private.merge_progress();

-- Also only a hint: of a new row nothing was saved before.
create function private.flag_inserted_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from changed where changed.watched_seconds > private.watchable_seconds(null)) then
    insert into public.progress_flags (user_id, lesson_id, said_seconds, counted_seconds)
    select changed.user_id, changed.lesson_id, measured.seconds, measured.seconds
    from changed, private.measure_ranges(changed.watched_ranges::int4multirange) as measured (seconds)
    where changed.user_id = auth.uid() and measured.seconds > private.watchable_seconds(null)
    on conflict (user_id, lesson_id) do nothing;
  end if;
  return null;
end $$;
revoke execute on function private.flag_inserted_progress() from public;
create trigger user_progress_insert_flags after insert on public.user_progress
  referencing new table as changed for each statement execute function private.flag_inserted_progress();

create function private.limit_progress_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from changed) > 500 and auth.uid() is not null then
    perform private.raise_app_error('TOO_MANY_UPDATES', 413, 'At most 500 updates at once');
  end if;
  return null;
end $$;
comment on function private.limit_progress_rows() is 'No browser has more to save at once; a statement of more is taken back whole.';
revoke execute on function private.limit_progress_rows() from public;
create trigger user_progress_insert_limit after insert on public.user_progress
  referencing new table as changed for each statement execute function private.limit_progress_rows();
create trigger user_progress_update_limit after update on public.user_progress
  referencing new table as changed for each statement execute function private.limit_progress_rows();
