-- Decision 0043: what was watched has a time of the server, so a wrong clock loses nothing and resets cut exactly.
alter table public.user_progress add column watched_pieces jsonb;
comment on column public.user_progress.watched_pieces is
  'Write only, never stored: [[start, end, ms since 1970], ...], what was watched when, by the time of the server. Takes the place of watched_ranges and says that last_watched is by that time as well.';
grant insert (watched_pieces), update (watched_pieces) on public.user_progress to authenticated;
comment on column public.user_progress.updated_at is
  'Time of the last write. What a write says here is the clock of its sender: by it a wrong last_watched is corrected.';

alter table private.progress_resets
  alter column reset_at drop not null,
  alter column reset_at drop default,
  add column taken_back_at timestamptz[] not null default '{}',
  add column layers int4multirange[] not null default '{}',
  add column since int4multirange not null default '{}',
  add column claimed boolean not null default false;
comment on table private.progress_resets is
  'What a student erased of a lesson and when. Of what arrives later only that counts which was watched since.';
comment on column private.progress_resets.reset_at is 'Start anew: nothing watched before it counts.';
comment on column private.progress_resets.taken_back_at is 'Completions taken back since, oldest first.';
comment on column private.progress_resets.layers is 'What was watched before each of them, and after the one before.';
comment on column private.progress_resets.since is 'What was watched after the last of them.';
comment on column private.progress_resets.claimed is 'Marked as completed since, by hand.';
alter table private.removed_progress
  add column marks jsonb not null default '[]',
  add column late jsonb not null default '[]';
comment on column private.removed_progress.marks is 'The marks of earlier resets that this one replaced.';
comment on column private.removed_progress.late is 'What was watched before the reset and arrived after it.';

create or replace view private.export_progress_resets with (security_invoker = true) as
  select resets.user_id as person, coalesce(resets.reset_at, resets.taken_back_at[1]) as reset_at, courses.title_he as course,
    lessons.title_he as lesson, resets.taken_back_at
  from private.progress_resets as resets
  join public.lessons on lessons.id = resets.lesson_id
  join public.courses on courses.id = lessons.course_id;
create or replace view private.export_removed_progress with (security_invoker = true) as
  select removed.user_id as person, removed.removed_at, courses.title_he as course, removed.progress, removed.late
  from private.removed_progress as removed join public.courses on courses.id = removed.course_id;

create function private.time_on_server(said timestamptz, sent timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  at timestamptz := greatest(least(coalesce(said, now()), '3000-01-01Z'), '1900-01-01Z');
begin
  -- Two seconds are the way of a message; a clock that is right stays as it is, so that a repetition changes nothing.
  if sent between '1900-01-01Z' and '3000-01-01Z' and abs(extract(epoch from now() - sent)) > 2 then
    at := now() - greatest(sent - at, interval '0');
  end if;
  return greatest(case when at > now() + interval '2 seconds' then now() else at end, '2000-01-01Z');
end $$;
comment on function private.time_on_server(timestamptz, timestamptz) is
  'When something happened whose sender says when by its own clock, and what that clock showed at sending. Never in the future.';
revoke execute on function private.time_on_server(timestamptz, timestamptz) from public;

create function private.read_pieces(pieces jsonb, duration integer, latest timestamptz)
returns table (seconds int4multirange, watched_at timestamptz)
language plpgsql immutable set search_path = '' as $$
begin
  if length(pieces::text) > 60000
    or pieces::text !~ '^\[(\[\d{1,7}, \d{1,7}, \d{1,13}\](, \[\d{1,7}, \d{1,7}, \d{1,13}\])*)?\]$' then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_pieces is not a list of pieces');
  end if;
  return query
    select int4multirange(int4range((piece ->> 0)::integer, (piece ->> 1)::integer)) * int4multirange(int4range(0, duration)),
      greatest(least(to_timestamp((piece ->> 2)::bigint / 1000.0), latest), '2000-01-01Z')
    from jsonb_array_elements(pieces) as piece;
exception
  when data_exception then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_pieces is not a list of pieces');
end $$;
comment on function private.read_pieces(jsonb, integer, timestamptz) is 'Reads [[start, end, ms], ...] and cuts it to the lesson.';
revoke execute on function private.read_pieces(jsonb, integer, timestamptz) from public;

create function private.seconds_left(layers int4multirange[], since int4multirange, duration integer) returns int4multirange
language plpgsql immutable set search_path = '' as $$
declare
  seconds int4multirange := '{}';
  layer int4multirange;
begin
  foreach layer in array layers loop
    seconds := seconds + layer;
    if private.is_covered(private.measure_ranges(seconds * int4multirange(int4range(0, duration))), duration) then
      seconds := '{}';
    end if;
  end loop;
  return seconds + since;
end $$;
comment on function private.seconds_left(int4multirange[], int4multirange, integer) is
  'What counts after completions were taken back: of a lesson that had been watched to 98% what was watched since, of another one all.';
revoke execute on function private.seconds_left(int4multirange[], int4multirange, integer) from public;

create function private.keep_late_progress(progress public.user_progress, seconds int4multirange[], times timestamptz[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  update_row jsonb := jsonb_build_array(jsonb_build_object(
    'lesson_id', progress.lesson_id, 'course_id', progress.course_id, 'progress_seconds', progress.progress_seconds,
    'watched_until', progress.watched_until, 'completed', progress.completed, 'last_watched', progress.last_watched,
    'watched_pieces', (
      select coalesce(jsonb_agg(jsonb_build_array(lower(part), upper(part), floor(extract(epoch from said.at) * 1000))), '[]')
      from unnest(seconds, times) as said (ranges, at), unnest(said.ranges) as part)));
begin
  update private.removed_progress as removed set late = removed.late || update_row
  where removed.user_id = progress.user_id and removed.course_id = progress.course_id
    and removed.removed_at >= now() - interval '10 minutes'
    and pg_column_size(removed.late) < 100000 and not removed.late @> update_row;
end $$;
comment on function private.keep_late_progress(public.user_progress, int4multirange[], timestamptz[]) is
  'Keeps what was watched before a reset and arrives after it, for as long as the reset can be undone.';
revoke execute on function private.keep_late_progress(public.user_progress, int4multirange[], timestamptz[]) from public;

create or replace function private.merge_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lesson_seconds integer;
  duration integer;
  whole int4multirange;
  mark private.progress_resets;
  possible integer;
  seconds int4multirange[];
  times timestamptz[];
  said int4multirange := '{}';
  known int4multirange := '{}';
  watched int4multirange;
  known_seconds integer := 0;
  said_seconds integer;
  watched_seconds integer;
  place integer;
  is_cut boolean := false;
begin
  if tg_op = 'UPDATE' and (new.user_id <> old.user_id or new.lesson_id <> old.lesson_id) then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'A progress row belongs to one student and one lesson');
  end if;
  select lessons.duration_seconds into lesson_seconds from public.lessons
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
  new.last_watched := private.time_on_server(new.last_watched,
    case when new.watched_pieces is null and new.updated_at is distinct from old.updated_at then new.updated_at end);
  new.updated_at := now();
  new.watch_progress := null;
  -- Without a known length, a day is the bound.
  duration := coalesce(nullif(lesson_seconds, 0), 86400);
  whole := int4multirange(int4range(0, duration));
  new.progress_seconds := trim_scale(round(least(new.progress_seconds, duration), 3));
  new.watched_until := trim_scale(round(greatest(least(new.watched_until, duration), new.progress_seconds), 3));
  new.completed := coalesce(new.completed, false);

  if new.watched_pieces is not null then
    new.watched_ranges := '{}';
    select coalesce(array_agg(pieces.seconds), '{}'), coalesce(array_agg(pieces.watched_at), '{}') into seconds, times
      from private.read_pieces(new.watched_pieces, duration, new.last_watched) as pieces;
  else
    times := array[new.last_watched];
    seconds := array[case
      when (tg_op = 'INSERT' and new.watched_ranges is null) or (tg_op = 'UPDATE' and new.watched_ranges = 'position')
        then int4multirange(int4range(0, floor(new.progress_seconds)::integer))
      when tg_op = 'INSERT' then private.parse_ranges(new.watched_ranges, duration)
      when starts_with(new.watched_ranges, 'said ') then private.parse_ranges(substr(new.watched_ranges, 6), duration)
      else '{}'::int4multirange end];
  end if;
  -- An upsert of a row that is there: the update that follows merges, and needs the pieces with their times.
  if tg_op = 'INSERT' then
    perform from public.user_progress as progress
      where progress.user_id = new.user_id and progress.lesson_id = new.lesson_id for update;
    if found then
      return new;
    end if;
  end if;

  select * into mark from private.progress_resets as resets
    where resets.user_id = new.user_id and resets.lesson_id = new.lesson_id;
  is_cut := new.last_watched < mark.reset_at or exists (select from unnest(times) as at where at < mark.reset_at);
  if is_cut then
    perform private.keep_late_progress(new, seconds, times);
    if new.last_watched < mark.reset_at then
      return null;
    end if;
  end if;
  select coalesce(range_agg(pieces.ranges), '{}') into said
    from unnest(seconds, times) as pieces (ranges, at) where pieces.at >= mark.reset_at or mark.reset_at is null;
  if is_cut then
    new.watched_until := greatest(new.progress_seconds, coalesce(upper(said), 0));
  end if;
  -- Who says "completed" says it of all that is in the update.
  if is_cut or exists (
    select from unnest(times || new.last_watched) as at, unnest(mark.taken_back_at) as taken_back where at < taken_back) then
    new.completed := false;
  end if;
  mark.claimed := coalesce(mark.claimed, false) or new.completed;

  if tg_op = 'UPDATE' then
    known := coalesce(old.watched_ranges, '{}')::int4multirange;
    known_seconds := private.measure_ranges(known * whole);
    if (old.last_watched, old.progress_seconds) > (new.last_watched, new.progress_seconds) then
      new.progress_seconds := old.progress_seconds;
      new.last_watched := old.last_watched;
    end if;
    new.watched_until := greatest(new.watched_until, old.watched_until);
    new.id := old.id;
    new.created_at := old.created_at;
  end if;
  new.completed := new.completed or coalesce(old.completed, false);

  watched := known + said;
  watched_seconds := case when watched = known then known_seconds else private.measure_ranges(watched * whole) end;
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
  if cardinality(mark.taken_back_at) > 0 then
    for piece in 1 .. cardinality(times) loop
      continue when times[piece] < mark.reset_at;
      place := 1 + (select count(*) from unnest(mark.taken_back_at) as taken_back where taken_back <= times[piece]);
      if place > cardinality(mark.layers) then
        mark.since := mark.since + seconds[piece] * watched;
      else
        mark.layers[place] := mark.layers[place] + seconds[piece] * watched;
      end if;
    end loop;
    update private.progress_resets as resets set layers = mark.layers, since = mark.since, claimed = mark.claimed
      where resets.user_id = new.user_id and resets.lesson_id = new.lesson_id;
    watched := private.seconds_left(mark.layers, mark.since, lesson_seconds);
    watched_seconds := private.measure_ranges(watched * whole);
    -- Something late showed that a completion that was taken back had been watched, and took its seconds away.
    new.completed := mark.claimed or (new.completed and watched @> known);
  end if;
  new.completed := new.completed or private.is_covered(watched_seconds, lesson_seconds);
  new.watched_pieces := null;
  new.watched_ranges := watched::text;
  new.watched_seconds := case when new.completed and lesson_seconds > 0 then lesson_seconds else watched_seconds end;
  new.watch_progress := case
    when new.completed then 100
    when lesson_seconds > 0 then trim_scale(round(100.0 * watched_seconds / lesson_seconds, 2)) end;
  return new;
end $$;
comment on function private.merge_progress() is
  'Joins a write with the row (T20, T21): commutative, idempotent, and a step back only where the student took one. Refuses numbers that are none, corrects times, clamps seconds, and cuts what nobody can have watched.';

create or replace function private.save_progress(updates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  answer jsonb;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  if jsonb_typeof(updates) is distinct from 'array' then
    perform private.raise_app_error('INVALID_BODY', 400, 'updates must be a list');
  end if;
  if jsonb_array_length(updates) > 500 then
    perform private.raise_app_error('TOO_MANY_UPDATES', 413, 'At most 500 updates at once');
  end if;
  with timed as (
    select rows.*, rows.user_id is null or rows.user_id = student as is_own,
      private.time_on_server(rows.last_watched, case when rows.watched_pieces is null then rows.updated_at end) as at,
      private.parse_ranges(rows.watched_ranges, 10000000) as ranges
    from jsonb_to_recordset(updates) as rows (
      user_id uuid, lesson_id uuid, course_id uuid, progress_seconds numeric, watched_until numeric, completed boolean,
      last_watched timestamptz, updated_at timestamptz, watched_ranges text, watched_pieces jsonb)
  ), said as (
    select timed.is_own, timed.lesson_id, timed.course_id, timed.completed, timed.at, timed.watched_pieces,
      coalesce(timed.progress_seconds, 0) as progress_seconds,
      coalesce(timed.watched_until, timed.progress_seconds, 0) as watched_until,
      case
        when timed.watched_pieces is not null
          then (select range_agg(piece.seconds) from private.read_pieces(timed.watched_pieces, 10000000, timed.at) as piece)
        else coalesce(timed.ranges,
          int4multirange(int4range(0, floor(least(greatest(timed.progress_seconds, 0), 10000000))::integer))) end as ranges
    from timed
  ), joined as (
    select said.is_own, said.lesson_id, said.course_id,
      (array_agg(said.progress_seconds order by said.at desc, said.progress_seconds desc))[1] as progress_seconds,
      -- A number that is none must not hide behind a good one.
      case when min(said.watched_until) < 0 then -1 else greatest(max(said.watched_until), max(said.progress_seconds)) end
        as watched_until,
      coalesce(bool_or(said.completed), false) as completed,
      max(said.at) as last_watched, coalesce(range_agg(said.ranges), '{}')::text as watched_ranges,
      -- Only a lesson of which something was erased asks when each piece was watched.
      case when exists (
        select from private.progress_resets as resets where resets.user_id = student and resets.lesson_id = said.lesson_id)
      then (
        select jsonb_agg(piece.piece) from (
          select piece from said as one, jsonb_array_elements(one.watched_pieces) as piece
          where one.lesson_id = said.lesson_id and one.course_id = said.course_id and one.is_own = said.is_own
          union all
          select jsonb_build_array(lower(part), upper(part), floor(extract(epoch from one.at) * 1000))
          from said as one, unnest(one.ranges) as part
          where one.watched_pieces is null
            and one.lesson_id = said.lesson_id and one.course_id = said.course_id and one.is_own = said.is_own) as piece)
      end as watched_pieces
    from said group by said.is_own, said.lesson_id, said.course_id
  ), checked as materialized (
    select joined.*, joined.is_own and courses.id is not null as is_known from joined
    left join public.lessons
      on lessons.id = joined.lesson_id and lessons.course_id = joined.course_id and lessons.is_published
    left join public.courses on courses.id = lessons.course_id and courses.is_published
  ), saved as (
    -- Every writer takes its locks in the order of the lessons.
    insert into public.user_progress as progress
      (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges, watched_pieces)
    select student, checked.lesson_id, checked.course_id, checked.progress_seconds, checked.watched_until,
      checked.completed, checked.last_watched, checked.watched_ranges, checked.watched_pieces
    from checked where checked.is_known order by checked.lesson_id
    on conflict (user_id, lesson_id) do update set
      course_id = excluded.course_id, progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until,
      completed = excluded.completed, last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges,
      watched_pieces = excluded.watched_pieces
    returning progress.lesson_id
  )
  select jsonb_build_object(
    'accepted', coalesce(jsonb_agg(checked.lesson_id) filter (where checked.is_known), '[]'),
    'rejected', coalesce(
      jsonb_agg(jsonb_build_object('lesson_id', checked.lesson_id,
        'code', case when checked.is_own then 'LESSON_NOT_FOUND' else 'OTHER_STUDENT' end))
        filter (where not checked.is_known), '[]'),
    'saved', (select count(*) from saved)) into answer from checked;
  return answer;
end $$;

create function private.take_back_completion(student uuid, lesson uuid, course uuid, seconds integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  previous public.user_progress;
  mark private.progress_resets;
begin
  delete from public.user_progress as progress where progress.user_id = student and progress.lesson_id = lesson
    returning * into previous;
  insert into private.progress_resets (user_id, lesson_id) values (student, lesson)
    on conflict on constraint progress_resets_pkey do nothing;
  select * into mark from private.progress_resets as resets
    where resets.user_id = student and resets.lesson_id = lesson for update;
  if mark.taken_back_at = '{}' then
    mark.since := coalesce(previous.watched_ranges, '{}')::int4multirange;
  end if;
  mark.layers := mark.layers || mark.since;
  mark.taken_back_at := mark.taken_back_at || date_trunc('milliseconds', now());
  -- Who changes their mind all day is remembered less exactly about the morning.
  if cardinality(mark.layers) > 20 then
    mark.layers[2] := private.seconds_left(mark.layers[1:1], mark.layers[2], seconds);
    mark.layers := mark.layers[2:];
    mark.taken_back_at := mark.taken_back_at[2:];
  end if;
  update private.progress_resets as resets
    set taken_back_at = mark.taken_back_at, layers = mark.layers, since = '{}', claimed = false
    where resets.user_id = student and resets.lesson_id = lesson;
  if previous.id is not null then
    insert into public.user_progress (user_id, lesson_id, course_id, progress_seconds, watched_until, last_watched, watched_pieces, created_at)
    values (student, lesson, course, previous.progress_seconds, previous.watched_until, previous.last_watched, '[]', previous.created_at);
    -- A row that comes back looks like more than can be watched at once.
    delete from public.progress_flags as flags
      where flags.user_id = student and flags.lesson_id = lesson and flags.flagged_at = now();
  end if;
end $$;
comment on function private.take_back_completion(uuid, uuid, uuid, integer) is
  'Takes a completion back: ends a layer of what was watched, and computes the row from the layers.';
revoke execute on function private.take_back_completion(uuid, uuid, uuid, integer) from public;

create or replace function private.set_lesson_completed(lesson_id uuid, completed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  lesson record;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  select lessons.id, lessons.course_id, lessons.duration_seconds into lesson from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    where lessons.id = set_lesson_completed.lesson_id and lessons.is_published;
  if not found then
    perform private.raise_app_error('LESSON_NOT_FOUND', 404, 'The lesson was not found');
  end if;
  if coalesce(set_lesson_completed.completed, false) then
    update private.progress_resets as resets set claimed = true
      where resets.user_id = student and resets.lesson_id = lesson.id;
    insert into public.user_progress as progress (user_id, lesson_id, course_id, completed)
    values (student, lesson.id, lesson.course_id, true)
    on conflict on constraint user_progress_user_id_lesson_id_key do update set completed = true;
  else
    perform private.take_back_completion(student, lesson.id, lesson.course_id, lesson.duration_seconds);
  end if;
end $$;

create or replace function private.reset_course_progress(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  removed integer;
  kept jsonb;
  earlier jsonb;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student is required');
  end if;
  with gone as (
    delete from public.user_progress as progress
    where progress.user_id = student and progress.course_id = reset_course_progress.course_id
    returning progress.*
  )
  select count(*), jsonb_agg(to_jsonb(gone)) into removed, kept from gone;
  select coalesce(jsonb_agg(to_jsonb(resets)), '[]') into earlier
    from private.progress_resets as resets join public.lessons on lessons.id = resets.lesson_id
    where resets.user_id = student and lessons.course_id = reset_course_progress.course_id;
  -- Every lesson, also one of which nothing has arrived yet; to the millisecond, which is what browsers tell.
  insert into private.progress_resets (user_id, lesson_id, reset_at)
    select student, lessons.id, date_trunc('milliseconds', now()) from public.lessons
    where lessons.course_id = reset_course_progress.course_id
    on conflict on constraint progress_resets_pkey do update
      set reset_at = excluded.reset_at, taken_back_at = '{}', layers = '{}', since = '{}', claimed = false;
  if removed > 0 then
    perform private.keep_removed_progress(student, reset_course_progress.course_id, kept);
    update private.removed_progress as removed_progress set marks = earlier, late = '[]'
      where removed_progress.user_id = student and removed_progress.course_id = reset_course_progress.course_id;
  else
    -- Twice in a row: what the first one took away can still come back.
    update private.removed_progress as removed_progress set removed_at = now()
      where removed_progress.user_id = student and removed_progress.course_id = reset_course_progress.course_id
        and removed_progress.removed_at >= now() - interval '10 minutes';
  end if;
  return removed;
end $$;

create or replace function private.undo_course_reset(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  kept private.removed_progress;
  restored integer;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  delete from private.removed_progress as removed
    where removed.user_id = student and removed.course_id = undo_course_reset.course_id
      and removed.removed_at >= now() - interval '10 minutes'
    returning * into kept;
  if not found then
    perform private.raise_app_error('NOTHING_TO_RESTORE', 404, 'A reset can be undone for ten minutes');
  end if;
  -- Without the mark of the reset, what was watched before it counts again; the marks before it come back.
  delete from private.progress_resets as resets using public.lessons
    where resets.user_id = student and resets.lesson_id = lessons.id and lessons.course_id = undo_course_reset.course_id
      and resets.reset_at = date_trunc('milliseconds', kept.removed_at);
  insert into private.progress_resets as resets (user_id, lesson_id, reset_at, taken_back_at, layers, since, claimed)
    select student, marks.lesson_id, marks.reset_at, marks.taken_back_at, marks.layers,
      marks.since + coalesce(progress.watched_ranges, '{}')::int4multirange,
      marks.claimed or coalesce(progress.completed, false)
    from jsonb_populate_recordset(null::private.progress_resets, kept.marks) as marks
    join public.lessons on lessons.id = marks.lesson_id and lessons.course_id = undo_course_reset.course_id
    left join public.user_progress as progress on progress.user_id = student and progress.lesson_id = marks.lesson_id
    on conflict on constraint progress_resets_pkey do nothing;
  insert into public.user_progress as progress
    (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges,
     watched_pieces, created_at)
  select student, rows.lesson_id, undo_course_reset.course_id, rows.progress_seconds, rows.watched_until, rows.completed,
    rows.last_watched, rows.watched_ranges, case when marks.layers <> '{}' then '[]'::jsonb end, rows.created_at
  from jsonb_to_recordset(kept.progress) as rows (
    lesson_id uuid, progress_seconds numeric, watched_until numeric, completed boolean, last_watched timestamptz,
    watched_ranges text, created_at timestamptz)
  join public.lessons on lessons.id = rows.lesson_id and lessons.course_id = undo_course_reset.course_id and lessons.is_published
  join public.courses on courses.id = lessons.course_id and courses.is_published
  left join private.progress_resets as marks on marks.user_id = student and marks.lesson_id = rows.lesson_id
  order by rows.lesson_id
  on conflict (user_id, lesson_id) do update set
    progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until, completed = excluded.completed,
    last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges, watched_pieces = excluded.watched_pieces;
  get diagnostics restored = row_count;
  if kept.late <> '[]' then
    perform private.save_progress(kept.late);
  end if;
  -- Rows that come back whole look like more than can be watched at once.
  delete from public.progress_flags as flags where flags.user_id = student and flags.flagged_at = now();
  return restored;
end $$;
