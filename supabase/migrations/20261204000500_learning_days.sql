-- What the figures of a day are counted from: when a lesson was completed, and who learned on which day. Both are written
-- once for a lesson or a day, so that saving the place in a video stays as cheap as it is.
alter table public.user_progress add column completed_at timestamptz;
comment on column public.user_progress.completed_at is
  'When the lesson became complete, by the time of the server at which it was watched; null while it is not, and for what was completed long before this was kept.';
create index user_progress_completed_at_idx on public.user_progress (completed_at) where completed_at is not null;

create table private.learning_days (
  day date not null,
  user_id uuid not null references public.users on delete cascade,
  primary key (day, user_id)
);
comment on table private.learning_days is
  'Days in Israel on which a student watched, for 60 days: what active students are counted from. Starting anew takes none away.';
create index learning_days_user_id_idx on private.learning_days (user_id);
alter table private.learning_days enable row level security;
create view private.export_learning_days with (security_invoker = true) as
  select days.user_id as person, days.day from private.learning_days as days;

create or replace view private.export_progress with (security_invoker = true) as
  select progress.user_id as person, progress.last_watched, courses.title_he as course, lessons.title_he as lesson,
    progress.progress_seconds, progress.watched_until, progress.watch_progress, progress.watched_seconds,
    progress.watched_ranges, progress.completed, progress.created_at, progress.completed_at
  from public.user_progress as progress
  join public.lessons on lessons.id = progress.lesson_id
  join public.courses on courses.id = progress.course_id;

create function private.day_of(at timestamptz) returns date
language sql stable set search_path = '' as $$ select (at at time zone 'Asia/Jerusalem')::date $$;
comment on function private.day_of(timestamptz) is 'The day in Israel.';
revoke execute on function private.day_of(timestamptz) from public;

-- Once: what is known of the last 60 days. Nothing is merged by it.
alter table public.user_progress disable trigger user;
update public.user_progress set completed_at = last_watched
  where completed and last_watched > now() - interval '60 days';
alter table public.user_progress enable trigger user;
insert into private.learning_days (day, user_id)
select distinct private.day_of(progress.last_watched), progress.user_id
from public.user_progress as progress where private.day_of(progress.last_watched) >= private.day_of(now()) - 60;

create function private.note_lesson_completion() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.completed_at := case when new.completed then new.last_watched end;
  return new;
end $$;
revoke execute on function private.note_lesson_completion() from public;
-- After the merge, by their names.
create trigger user_progress_write_z_completed_insert before insert on public.user_progress
  for each row when (new.completed) execute function private.note_lesson_completion();
create trigger user_progress_write_z_completed_update before update on public.user_progress
  for each row when (new.completed is distinct from old.completed) execute function private.note_lesson_completion();

create function private.note_learning_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.day_of(new.last_watched) >= private.day_of(now()) - 60 then
    insert into private.learning_days (day, user_id) values (private.day_of(new.last_watched), new.user_id)
    on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function private.note_learning_day() from public;
create trigger user_progress_insert_day after insert on public.user_progress
  for each row execute function private.note_learning_day();
create trigger user_progress_update_day after update on public.user_progress
  for each row when ((new.last_watched at time zone 'Asia/Jerusalem')::date
    is distinct from (old.last_watched at time zone 'Asia/Jerusalem')::date)
  execute function private.note_learning_day();

create function private.note_earlier_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  bounds constant jsonb := jsonb_build_object(
    'first', extract(epoch from (today - 60)::timestamp at time zone 'Asia/Jerusalem') * 1000,
    'end', extract(epoch from today::timestamp at time zone 'Asia/Jerusalem') * 1000);
begin
  -- Only what arrives a day late or more has such pieces; what is no list of pieces the merge refuses.
  if jsonb_path_exists(new.watched_pieces, '$[*][2] ? (@ >= $first && @ < $end)', bounds, true) then
    insert into private.learning_days (day, user_id)
    select distinct private.day_of(to_timestamp(piece::text::numeric / 1000)), new.user_id
    from jsonb_path_query(new.watched_pieces, '$[*][2] ? (@ >= $first && @ < $end)', bounds, true) as piece
    on conflict do nothing;
  end if;
  return new;
end $$;
comment on function private.note_earlier_days() is
  'Days of what was watched without a connection, which the merge joins with the row and no longer tells apart.';
revoke execute on function private.note_earlier_days() from public;
create trigger user_progress_write_days before insert or update on public.user_progress
  for each row when (new.watched_pieces is not null) execute function private.note_earlier_days();
