create table public.progress_flags (
  user_id uuid not null references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  flagged_at timestamptz not null default now(),
  reported_seconds integer not null,
  counted_seconds integer not null,
  primary key (user_id, lesson_id)
);
comment on table public.progress_flags is
  'Lessons of which more was reported than can have been watched. A hint for staff; nothing depends on it.';
comment on column public.progress_flags.flagged_at is 'First time that it happened.';
comment on column public.progress_flags.reported_seconds is 'Watched seconds after the write, had everything in it counted.';
comment on column public.progress_flags.counted_seconds is 'What counted; less than said where even the age of the account does not allow it.';
create index progress_flags_lesson_id_idx on public.progress_flags (lesson_id);
create index progress_flags_flagged_at_idx on public.progress_flags (flagged_at desc);
alter table public.progress_flags enable row level security;

create table public.user_progress (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users(id) on delete cascade,
  lesson_id uuid not null references public.lessons(id) on delete cascade,
  course_id uuid not null references public.courses(id) on delete cascade,
  progress_seconds numeric not null default 0,
  watched_until numeric not null default 0,
  watch_progress numeric check (watch_progress between 0 and 100),
  completed boolean not null default false,
  last_watched timestamptz not null default now(),
  watched_ranges text,
  watched_seconds integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  watched_pieces jsonb,
  completed_at timestamptz,
  constraint user_progress_user_id_lesson_id_key unique (user_id, lesson_id)
) with (fillfactor=85);
comment on table public.user_progress is
  'How far a student is in a lesson. Every write is joined with the row: ranges united, furthest point and completion kept, position by the newest time.';
comment on column public.user_progress.progress_seconds is 'Where to resume; the newest write wins.';
comment on column public.user_progress.watched_until is 'The furthest point reached.';
comment on column public.user_progress.watch_progress is 'Percent of the lesson that was watched, computed; null while its length is unknown.';
comment on column public.user_progress.watched_ranges is 'Watched whole seconds, as {[0,30),[60,90)}. A write without it counts as [0, progress_seconds).';
comment on column public.user_progress.watched_seconds is 'Seconds that count for the course ([9-39]): the watched ones, or the whole lesson once completed.';
comment on column public.user_progress.updated_at is 'Time of the last write. What a write says here is the clock of its sender: by it a wrong last_watched is corrected.';
comment on column public.user_progress.watched_pieces is 'Write only, never stored: [[start, end, ms since 1970], ...], what was watched when, by the time of the server. Takes the place of watched_ranges and says that last_watched is by that time as well.';
comment on column public.user_progress.completed_at is 'When the lesson became complete, by the time of the server at which it was watched; null while it is not, and for what was completed long before this was kept.';
create index user_progress_lesson_id_idx on public.user_progress (lesson_id);
create index user_progress_course_id_idx on public.user_progress (course_id);
create index user_progress_completed_at_idx on public.user_progress (completed_at) where completed_at is not null;
-- It is written once for a row, so saving the place in a video touches it as little as before.
create index user_progress_created_at_idx on public.user_progress (created_at);
create index user_progress_completed_idx on public.user_progress (user_id) where completed;
grant select on public.user_progress to authenticated;
grant insert (user_id, lesson_id, course_id, progress_seconds, watched_until, watch_progress, completed, last_watched,
  watched_ranges, updated_at, watched_pieces), update (user_id, lesson_id, course_id, progress_seconds, watched_until,
  watch_progress, completed, last_watched, watched_ranges, updated_at, watched_pieces)
  on public.user_progress to authenticated;
alter table public.user_progress enable row level security;

create table private.proved_watching (
  user_id uuid not null references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  begun_at timestamptz not null,
  seconds int4multirange not null default '{}',
  clock_at timestamptz,
  constraint proved_watching_pkey primary key (user_id, lesson_id)
) with (fillfactor = 85);
comment on table private.proved_watching is
  'Seconds of a lesson that a student saved as watched when there had been time to watch them. Starting a course anew leaves it, as it leaves completions.';
comment on column private.proved_watching.begun_at is 'The first save of the lesson, less the time between two saves: nothing can have been watched before.';
comment on column private.proved_watching.clock_at is 'The end of the time that these seconds took up. The latest of a student bounds what any later save can prove.';
create index proved_watching_lesson_id_idx on private.proved_watching (lesson_id);
alter table private.proved_watching enable row level security;

create view private.export_proved_watching with (security_invoker = true) as
  select proved.user_id as person, proved.begun_at, courses.title_he as course, lessons.title_he as lesson,
    private.measure_ranges(proved.seconds) as proved_seconds
  from private.proved_watching as proved
  join public.lessons on lessons.id = proved.lesson_id
  join public.courses on courses.id = lessons.course_id;

create function private.time_on_server(device_time timestamptz, device_clock timestamptz, clock timestamptz)
returns timestamptz language plpgsql immutable set search_path = '' as $$
declare
  at timestamptz := greatest(least(coalesce(device_time, clock), '3000-01-01Z'), '1900-01-01Z');
begin
  -- Two seconds are the way of a message; a clock that is right stays as it is, so that a repetition changes nothing.
  if device_clock between '1900-01-01Z' and '3000-01-01Z' and abs(extract(epoch from clock - device_clock)) > 2 then
    at := clock - greatest(device_clock - at, interval '0');
  end if;
  return greatest(case when at > clock + interval '2 seconds' then clock else at end, '2000-01-01Z');
end $$;
comment on function private.time_on_server(timestamptz, timestamp with time zone, timestamp with time zone) is
  'When something happened, by the clock of the server: in goes when it happened and what time it was at sending, both by the clock of the sender (null where not known), and the time of arrival. Never later than the arrival (decision 0043).';

create function private.watchable_seconds(since timestamptz, clock timestamptz) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return 110 + floor(2.5 * coalesce(extract(epoch from clock - since), 0));
end $$;
comment on function private.watchable_seconds(timestamptz, timestamp with time zone) is
  'Seconds of a lesson that can be watched from a moment until now at most: 2.5 for each second, above the fastest speed, and a margin of 110; the margin alone without a moment (decision 0022).';

create function private.read_pieces(pieces jsonb, duration integer) returns int4multirange
language plpgsql immutable set search_path = '' as $$
declare
  input constant text := pieces::text;
begin
  if length(input) > 60000 or input !~ '^\[(\[\d+, \d+, \d+\](, )?)*\]$' or input ~ '\d{14}|\d{8},' then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_pieces is not a list of pieces');
  end if;
  return ('{' || regexp_replace(substr(input, 2, length(input) - 2), ', \d+\]', ')', 'g') || '}')::int4multirange
    * int4multirange(int4range(0, duration));
exception
  when data_exception then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_pieces is not a list of pieces');
end $$;
comment on function private.read_pieces(jsonb, integer) is
  'The seconds of [[start, end, ms since 1970], ...] within a lesson of this length in seconds. 400 INVALID_PROGRESS for anything else.';

create function private.count_progress(merged public.user_progress, was_completed boolean, watched int4multirange, lesson_seconds integer)
returns public.user_progress language plpgsql immutable set search_path = '' as $$
declare
  progress public.user_progress := merged;
  watched_seconds constant integer := private.measure_ranges(
    watched * int4multirange(int4range(0, coalesce(nullif(lesson_seconds, 0), 86400))));
begin
  progress.completed := progress.completed or private.is_covered(watched_seconds, lesson_seconds);
  if progress.completed is distinct from was_completed then
    progress.completed_at := case when progress.completed then progress.last_watched end;
  end if;
  progress.watched_ranges := watched::text;
  progress.watched_seconds := case when progress.completed and lesson_seconds > 0 then lesson_seconds else watched_seconds end;
  progress.watch_progress := case
    when progress.completed then 100
    when lesson_seconds > 0 then trim_scale(round(100.0 * watched_seconds / lesson_seconds, 2)) end;
  return progress;
end $$;
comment on function private.count_progress(public.user_progress, boolean, int4multirange, integer) is
  'The row with what follows from its watched seconds and the length of the lesson in seconds (0: unknown, a day is the bound): completion and its time, ranges, seconds that count ([9-39]), percent.';

create function private.merge_progress(
  stored public.user_progress, sent public.user_progress, watched int4multirange, lesson_seconds integer, most integer, clock timestamptz)
returns public.user_progress language plpgsql immutable set search_path = '' as $$
declare
  merged public.user_progress := sent;
  duration constant integer := coalesce(nullif(lesson_seconds, 0), 86400);
  known constant int4multirange := coalesce(stored.watched_ranges, '{}');
  known_seconds integer;
begin
  merged.progress_seconds := trim_scale(round(least(sent.progress_seconds, duration), 3));
  merged.watched_until := trim_scale(round(greatest(least(sent.watched_until, duration), merged.progress_seconds), 3));
  if stored.id is not null then
    if (stored.last_watched, stored.progress_seconds) > (merged.last_watched, merged.progress_seconds) then
      merged.progress_seconds := stored.progress_seconds;
      merged.last_watched := stored.last_watched;
    end if;
    merged.watched_until := greatest(merged.watched_until, stored.watched_until);
    merged.completed := sent.completed or stored.completed;
    merged.id := stored.id;
    merged.created_at := stored.created_at;
  end if;
  if most is not null then
    known_seconds := private.measure_ranges(known * int4multirange(int4range(0, duration)));
    watched := private.first_seconds(watched * int4multirange(int4range(0, duration)) - known, greatest(most - known_seconds, 0));
  end if;
  merged.updated_at := clock;
  merged.watched_pieces := null;
  merged.completed_at := stored.completed_at;
  return private.count_progress(merged, stored.completed, known + watched, lesson_seconds);
end $$;
comment on function private.merge_progress(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamptz) is
  'The row of a student and lesson after a save. In: the row as it is (null when there is none), the save with valid numbers and last_watched by the clock of the server, the seconds that it says were watched, the length of the lesson in seconds (0: unknown), the most seconds that can count of what is new with what is known (null: no bound), now. Seconds are united, the furthest point and completion stay, the position is that of the newest last_watched (of two the further): so any order, number and repetition of saves ends in the same row (decision 0009).';

create function private.limit_watched(progress public.user_progress, stored public.user_progress, watched int4multirange, lesson_seconds integer)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  whole constant int4multirange := int4multirange(int4range(0, coalesce(nullif(lesson_seconds, 0), 86400)));
  known constant int4multirange := coalesce(stored.watched_ranges, '{}');
  known_seconds constant integer := private.measure_ranges(known * whole);
  reported_seconds constant integer := private.measure_ranges((known + watched) * whole);
  most integer;
begin
  if reported_seconds > private.watchable_seconds(stored.created_at, now()) then
    most := greatest(known_seconds, (
      select private.watchable_seconds(greatest(students.created_at, lessons.created_at), now())
      from public.users as students, public.lessons
      where students.id = progress.user_id and lessons.id = progress.lesson_id));
  end if;
  -- More than fits between two saves can be honest, of one who was offline or has two devices: only a hint.
  if reported_seconds > most or reported_seconds - known_seconds > private.watchable_seconds(stored.updated_at, now()) then
    insert into public.progress_flags (user_id, lesson_id, reported_seconds, counted_seconds)
    values (progress.user_id, progress.lesson_id, reported_seconds, least(reported_seconds, most))
    on conflict (user_id, lesson_id) do nothing;
  end if;
  return case when reported_seconds > most then most end;
end $$;
comment on function private.limit_watched(public.user_progress, public.user_progress, int4multirange, integer) is
  'The most seconds of a lesson that the student can have watched since account and lesson exist; null where no more was sent. Flags what is more than that, or than fits since the last save (decision 0022). In: the save, the row as it is, the seconds that were sent, the length of the lesson.';

create function private.note_earlier_days(student uuid, pieces jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.learning_days (day, user_id)
  select distinct days.day, student
  from jsonb_array_elements(pieces) as piece, private.day_of(to_timestamp((piece ->> 2)::bigint / 1000.0)) as days (day)
  where days.day >= private.day_of(now()) - 60 and days.day < private.day_of(now())
  on conflict do nothing
$$;
comment on function private.note_earlier_days(uuid, jsonb) is
  'Days before today, at most 60, on which pieces [[start, end, ms since 1970], ...] were watched without a connection: the row does not hold them.';

create function private.add_to_layers(erased private.progress_resets, seconds int4multirange[], times timestamptz[], watched int4multirange)
returns private.progress_resets language plpgsql immutable set search_path = '' as $$
declare
  mark private.progress_resets := erased;
  place integer;
begin
  for piece in 1 .. cardinality(times) loop
    continue when times[piece] < mark.reset_at;
    place := 1 + (select count(*) from unnest(mark.taken_back_at) as taken_back where taken_back <= times[piece]);
    if place > cardinality(mark.layers) then
      mark.since := mark.since + seconds[piece] * watched;
    else
      mark.layers[place] := mark.layers[place] + seconds[piece] * watched;
    end if;
  end loop;
  return mark;
end $$;
comment on function private.add_to_layers(private.progress_resets, int4multirange[], timestamptz[], int4multirange) is
  'Puts each piece (seconds, and when they were watched) into the layer of its time, as far as it counts: what was watched before and after each completion that was taken back.';

create function private.save_progress_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  clock constant timestamptz := now();
  waited text;
  stored_ranges text;
  lesson record;
  mark private.progress_resets;
  duration integer;
  watched int4multirange;
  span integer;
  left_over int4multirange;
  most integer;
  seconds int4multirange[];
  times timestamptz[];
  is_cut boolean := false;
  is_named boolean;
  is_completed boolean;
begin
  new.progress_seconds := coalesce(new.progress_seconds, 0);
  new.watched_until := coalesce(new.watched_until, 0);
  new.completed := coalesce(new.completed, false);
  new.last_watched := coalesce(new.last_watched, clock);
  -- Whose row it is. A lesson that moves waits for this save, or this save for it (decision 0106).
  if tg_op = 'INSERT' then
    waited := private.lock_lesson_place(new.lesson_id, false)::text;
    select progress.watched_ranges into stored_ranges from public.user_progress as progress
      where progress.user_id = new.user_id and progress.lesson_id = new.lesson_id for update;
    if found then
      -- The update of this upsert follows, and knows what was sent by what differs from the row: the same ranges become none.
      if new.watched_ranges = stored_ranges then
        new.watched_ranges := '{[0,0)}';
      end if;
      new.updated_at := coalesce(new.updated_at, '-infinity');
      new.watch_progress := null;
      return new;
    end if;
  elsif new.user_id <> old.user_id or new.lesson_id <> old.lesson_id then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'A progress row belongs to one student and one lesson');
  end if;

  -- The lesson as it is now, and what the student erased of it. What names a former course of the lesson counts in this one.
  select lessons.course_id, lessons.duration_seconds, resets as mark into lesson from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join private.progress_resets as resets on resets.user_id = new.user_id and resets.lesson_id = lessons.id
    where lessons.id = new.lesson_id and lessons.is_published;
  if lesson.course_id is distinct from new.course_id then
    new.course_id := private.course_of_save(new.lesson_id, new.course_id);
  end if;
  if lesson.course_id is null or lesson.course_id is distinct from new.course_id then
    perform private.raise_app_error('LESSON_NOT_FOUND', 400, 'The lesson is not part of the course');
  end if;
  duration := coalesce(nullif(lesson.duration_seconds, 0), 86400);

  -- The numbers, the time by the clock of the server, and the seconds that were watched.
  if new.progress_seconds not between 0 and 10000000 or new.watched_until not between 0 and 10000000 then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'Seconds must be between 0 and 10000000');
  end if;
  new.last_watched := private.time_on_server(new.last_watched,
    case when new.watched_pieces is null and new.updated_at is distinct from old.updated_at then new.updated_at end, clock);
  if new.watched_pieces is not null then
    watched := private.read_pieces(new.watched_pieces, duration);
    if jsonb_path_exists(new.watched_pieces, '$[*][2] ? (@ < $midnight)',
      jsonb_build_object('midnight', extract(epoch from date_trunc('day', clock, 'Asia/Jerusalem')) * 1000)) then
      perform private.note_earlier_days(new.user_id, new.watched_pieces);
    end if;
  elsif new.watched_ranges is distinct from old.watched_ranges and new.watched_ranges is not null then
    watched := private.parse_ranges(new.watched_ranges, duration);
  else
    -- Without ranges, what lies before the position ([7-17]); nothing where neither it nor the time of sending is named.
    -- The time of now stands in a new row that another save was faster to write.
    is_named := new.watched_ranges is null or case
      when new.updated_at = old.updated_at then new.progress_seconds <> old.progress_seconds
      else new.updated_at is distinct from clock end;
    watched := int4multirange(int4range(0, case when is_named then least(floor(new.progress_seconds)::integer, duration) else 0 end));
  end if;

  -- What the student erased and when (decision 0043): of a lesson of which nothing was erased nobody asks when.
  mark := lesson.mark;
  if mark.user_id is not null then
    if new.watched_pieces is null then
      seconds := array[watched];
      times := array[new.last_watched];
    else
      select coalesce(array_agg(int4multirange(int4range((piece ->> 0)::integer, (piece ->> 1)::integer)) * int4multirange(int4range(0, duration))), '{}'),
          coalesce(array_agg(greatest(least(to_timestamp((piece ->> 2)::bigint / 1000.0), new.last_watched), '2000-01-01Z')), '{}')
        into seconds, times from jsonb_array_elements(new.watched_pieces) as piece;
    end if;
    is_cut := new.last_watched < mark.reset_at or exists (select from unnest(times) as at where at < mark.reset_at);
    if is_cut then
      perform private.keep_late_progress(new, seconds, times);
      if new.last_watched < mark.reset_at then
        return null;
      end if;
      select coalesce(range_agg(pieces.ranges), '{}') into watched
        from unnest(seconds, times) as pieces (ranges, at) where pieces.at >= mark.reset_at;
      new.watched_until := greatest(least(new.progress_seconds, duration), coalesce(upper(watched), 0));
    end if;
    -- Who says "completed" says it of all that is in the update.
    if is_cut or exists (
      select from unnest(times || new.last_watched) as at, unnest(mark.taken_back_at) as taken_back where at < taken_back) then
      new.completed := false;
    end if;
    mark.claimed := mark.claimed or new.completed;
  end if;

  -- The merge. The bound is looked up where more can be in it than fits since the last save or since the first.
  is_completed := new.completed or coalesce(old.completed, false);
  span := upper(watched) - lower(watched);
  if (span > private.watchable_seconds(old.updated_at, clock)
      or coalesce(old.watched_seconds, 0) + span > private.watchable_seconds(old.created_at, clock))
    and new.user_id = auth.uid() then
    most := private.limit_watched(new, old, watched, lesson.duration_seconds);
  end if;
  new := private.merge_progress(old, new, watched, lesson.duration_seconds, most, clock);

  -- Completions that were taken back: the row is computed from the layers between them.
  if cardinality(mark.taken_back_at) > 0 then
    mark := private.add_to_layers(mark, seconds, times, new.watched_ranges::int4multirange);
    update private.progress_resets as resets set layers = mark.layers, since = mark.since, claimed = mark.claimed
      where resets.user_id = new.user_id and resets.lesson_id = new.lesson_id;
    left_over := private.seconds_left(mark.layers, mark.since, lesson.duration_seconds);
    -- Something late can show that a completion that was taken back had been watched, and take its seconds away.
    new.completed := mark.claimed or (is_completed and left_over @> coalesce(old.watched_ranges, '{}')::int4multirange);
    new.completed_at := old.completed_at;
    new := private.count_progress(new, old.completed, left_over, lesson.duration_seconds);
  end if;
  return new;
end $$;
comment on function private.save_progress_row() is
  'Joins what is written with the row. 400 LESSON_NOT_FOUND for a lesson that is not published in that course, 400 INVALID_PROGRESS for numbers, ranges and pieces that are none and for the row of another student or lesson.';

create function private.mark_progress(changed public.user_progress[], other_days boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  midnight constant timestamptz := private.begin_of(today);
begin
  insert into private.days_to_count (day)
  select distinct (rows.completed_at at time zone 'Asia/Jerusalem')::date from unnest(changed) as rows where rows.completed_at < midnight;
  insert into private.analytics_marks (figure, key)
  select 'learning', (days.at at time zone 'Asia/Jerusalem')::date::text from (
    select unnest(array[rows.created_at, rows.completed_at]) as at from unnest(changed) as rows
    union all
    -- Of earlier rows that came late or went: the first day of the course may be another one now.
    select other.created_at
    from (select distinct rows.user_id, rows.course_id from unnest(changed) as rows where other_days and rows.created_at < midnight) as begun
    join public.user_progress as other on other.user_id = begun.user_id and other.course_id = begun.course_id) as days
  where days.at < midnight
  union
  select 'cohort', (users.created_at at time zone 'Asia/Jerusalem')::date::text
  from (select distinct rows.user_id from unnest(changed) as rows) as begun
  join public.users on users.id = begun.user_id where users.created_at < midnight;
end $$;
comment on function private.mark_progress(public.user_progress[], boolean) is
  'Marks days before today for counting again: those on which these rows were begun and completed, the registration of their students, and with other_days those on which these students began the rest of the course.';

create function private.record_course_completion(student uuid, course uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two devices may complete the last two lessons at once: one waits here and then sees the other's row.
  perform pg_advisory_xact_lock(hashtextextended(student::text || course::text, 0));
  insert into public.course_completions (user_id, course_id, lesson_count, lesson_ids)
  select student, course, count(*), array_agg(lessons.id order by lessons.order_index, lessons.id)
  from public.lessons
  left join public.user_progress as progress
    on progress.lesson_id = lessons.id and progress.user_id = student and progress.completed
  where lessons.course_id = course and lessons.is_published
  having count(*) > 0 and count(*) = count(progress.id)
  on conflict (user_id, course_id) do nothing;
end $$;
comment on function private.record_course_completion(uuid, uuid) is
  'Records that a student has completed all published lessons of a course, when that is so.';

create function private.prove_watching(student uuid, lesson_ids uuid[], watched int4multirange[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  fastest_rate constant integer := 2;
  before_first_save constant interval := '40 seconds';
  longest_gap constant interval := '1 hour';
  clock timestamptz;
  start timestamptz;
  saved record;
  many integer;
  possible integer;
  proved_ids uuid[] := '{}';
  begun timestamptz[] := '{}';
  additions int4multirange[] := '{}';
  clocks timestamptz[] := '{}';
begin
  -- One save of a student at a time, so that two devices do not take up the same time.
  perform pg_advisory_xact_lock(hashtextextended('watching' || student, 0));
  for saved in
    select changed.lesson_id, coalesce(proved.begun_at, now() - before_first_save) as begun_at, proved.begun_at is null as is_first,
      changed.seconds - coalesce(proved.seconds, '{}') as claimed
    from unnest(lesson_ids, watched) as changed (lesson_id, seconds)
    left join private.proved_watching as proved on proved.user_id = student and proved.lesson_id = changed.lesson_id
    where (proved.seconds @> changed.seconds) is not true
    order by 2, 1
  loop
    if clock is null then
      clock := coalesce((select max(proved.clock_at) from private.proved_watching as proved where proved.user_id = student), '-infinity');
    end if;
    start := greatest(clock, saved.begun_at, now() - longest_gap);
    possible := greatest(floor(fastest_rate * extract(epoch from now() - start))::integer, 0);
    many := private.measure_ranges(saved.claimed);
    if many > possible then
      continue when possible = 0 and not saved.is_first;
      many := possible;
      saved.claimed := private.first_seconds(saved.claimed, possible);
    end if;
    if many > 0 then
      clock := start + interval '1 second' * many / fastest_rate;
    end if;
    proved_ids := proved_ids || saved.lesson_id;
    begun := begun || saved.begun_at;
    additions := additions || saved.claimed;
    clocks := clocks || case when many > 0 then clock end;
  end loop;
  if proved_ids <> '{}' then
    insert into private.proved_watching as proved (user_id, lesson_id, begun_at, seconds, clock_at)
    select student, saves.* from unnest(proved_ids, begun, additions, clocks) as saves
    on conflict on constraint proved_watching_pkey do update
      set seconds = proved.seconds + excluded.seconds, clock_at = coalesce(excluded.clock_at, proved.clock_at);
  end if;
end $$;
comment on function private.prove_watching(uuid, uuid[], int4multirange[]) is
  'Adds to private.proved_watching what a student saved as watched, by lesson the seconds of its row: a second takes up half a second (the player goes up to twice) that no other second of theirs took, after the first save of the lesson and within the last hour. The rest counts with a later save of the lesson, when the time has passed (decision 0153).';

create function private.follow_progress() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  student constant uuid := auth.uid();
  is_save constant boolean := pg_trigger_depth() = 1;
  many integer;
  lesson_ids uuid[];
  watched int4multirange[];
  altered uuid[];
begin
  if tg_op = 'DELETE' then
    perform private.mark_progress(array_agg(gone::public.user_progress), true) from gone;
    insert into private.lessons_watched (day, lesson_id)
    select distinct today, gone.lesson_id from gone join public.lessons on lessons.id = gone.lesson_id on conflict do nothing;
    return null;
  end if;

  -- 1. No browser has more than 500 to save at once; a statement of more is taken back whole. An upsert comes here twice.
  many := (select count(*) from changed);
  if many = 0 then
    return null;
  elsif many > 500 and student is not null and is_save then
    perform private.raise_app_error('TOO_MANY_UPDATES', 413, 'At most 500 updates at once');
  end if;

  -- 2. Sums by day: what was begun, completed or no longer is.
  if tg_op = 'INSERT' then
    perform private.mark_progress(array_agg(changed::public.user_progress), true) from changed;
  else
    altered := array(select both_times.id from (
      select changed.id, changed.completed, changed.completed_at from changed
      except select before.id, before.completed, before.completed_at from before) as both_times);
    if altered <> '{}' then
      perform private.mark_progress(array_agg(rows::public.user_progress), false)
      from (select changed.* from changed union all select before.* from before) as rows where rows.id = any (altered);
    end if;
  end if;
  if not is_save then
    return null;
  end if;

  -- 3. Days on which the student learned, and lessons of which something was saved today.
  if exists (
    select from (select distinct (changed.last_watched at time zone 'Asia/Jerusalem')::date as day, changed.user_id from changed) as days
    where days.day >= today - 60 and not exists (
      select from private.learning_days as known where known.day = days.day and known.user_id = days.user_id)) then
    insert into private.learning_days (day, user_id)
    select distinct (changed.last_watched at time zone 'Asia/Jerusalem')::date, changed.user_id from changed
    where (changed.last_watched at time zone 'Asia/Jerusalem')::date >= today - 60 on conflict do nothing;
  end if;
  insert into private.lessons_watched (day, lesson_id)
  select distinct today, changed.lesson_id from changed
  where not exists (select from private.lessons_watched as known where known.day = today and known.lesson_id = changed.lesson_id)
  on conflict do nothing;

  -- 4. Courses that are complete by it, in an order in which two saves do not wait for each other.
  perform private.record_course_completion(candidates.user_id, candidates.course_id)
  from (
    select distinct changed.user_id, changed.course_id from changed
    where changed.completed and not exists (
      select from public.course_completions as done where done.user_id = changed.user_id and done.course_id = changed.course_id)
    order by changed.user_id, changed.course_id) as candidates;

  -- 5. What is proved to be watched, of what students save themselves.
  if student is not null then
    select array_agg(changed.lesson_id), array_agg(changed.watched_ranges::int4multirange) into lesson_ids, watched
      from changed where changed.user_id = student and changed.watched_ranges <> '{}';
    if lesson_ids is not null then
      perform private.prove_watching(student, lesson_ids, watched);
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_progress() is
  'What follows from rows of progress that were written or removed. A change of a lesson (its length, its course) is no save: of it only the sums are counted again.';

create policy user_progress_insert_own on public.user_progress for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_verified_student()));

create policy user_progress_update_own on public.user_progress for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_verified_student()))
  with check (user_id = (select auth.uid()));

create policy user_progress_select_own on public.user_progress for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

-- Not for what a change of a lesson writes: that is no save.
create trigger user_progress_write before insert or update on public.user_progress
  for each row when (pg_trigger_depth() = 0) execute function private.save_progress_row();

create trigger user_progress_inserted after insert on public.user_progress
  referencing new table as changed for each statement execute function private.follow_progress();

create trigger user_progress_updated after update on public.user_progress
  referencing old table as before new table as changed for each statement execute function private.follow_progress();

create trigger user_progress_deleted after delete on public.user_progress
  referencing old table as gone for each statement execute function private.follow_progress();
