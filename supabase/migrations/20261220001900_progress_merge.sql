-- Decision 0158: one merge of progress. Every save, by the table or by save_progress, is joined with the row by the pure
-- function private.merge_progress, called from the one trigger before a write.
drop trigger user_progress_update_1_said_ranges on public.user_progress;
drop trigger user_progress_update_2_said_position on public.user_progress;
drop trigger user_progress_write_course on public.user_progress;
drop trigger user_progress_write_days on public.user_progress;
drop trigger user_progress_write_merge on public.user_progress;
drop trigger user_progress_write_z_completed_insert on public.user_progress;
drop trigger user_progress_write_z_completed_update on public.user_progress;
drop trigger user_progress_insert_flags on public.user_progress;
alter table public.user_progress drop constraint user_progress_watched_ranges_check;
drop function private.note_said_ranges();
drop function private.note_said_position();
drop function private.follow_moved_save();
drop function private.note_earlier_days();
drop function private.merge_progress();
drop function private.note_lesson_completion();
drop function private.flag_inserted_progress();
drop function private.read_pieces(jsonb, integer, timestamptz);
drop function private.time_on_server(timestamptz, timestamptz);
drop function private.watchable_seconds(timestamptz);

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
comment on function private.time_on_server(timestamptz, timestamptz, timestamptz) is
  'When something happened, by the clock of the server: in goes when it happened and what time it was at sending, both by the clock of the sender (null where not known), and the time of arrival. Never later than the arrival (decision 0043).';
revoke execute on function private.time_on_server(timestamptz, timestamptz, timestamptz) from public;

create function private.watchable_seconds(since timestamptz, clock timestamptz) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return 110 + floor(2.5 * coalesce(extract(epoch from clock - since), 0));
end $$;
comment on function private.watchable_seconds(timestamptz, timestamptz) is
  'Seconds of a lesson that can be watched from a moment until now at most: 2.5 for each second, above the fastest speed, and a margin of 110; the margin alone without a moment (decision 0022).';
revoke execute on function private.watchable_seconds(timestamptz, timestamptz) from public;

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
revoke execute on function private.read_pieces(jsonb, integer) from public;

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
revoke execute on function private.count_progress(public.user_progress, boolean, int4multirange, integer) from public;

create function private.merge_progress(
  kept public.user_progress, sent public.user_progress, watched int4multirange, lesson_seconds integer, most integer, clock timestamptz)
returns public.user_progress language plpgsql immutable set search_path = '' as $$
declare
  merged public.user_progress := sent;
  duration constant integer := coalesce(nullif(lesson_seconds, 0), 86400);
  known constant int4multirange := coalesce(kept.watched_ranges, '{}');
  known_seconds integer;
begin
  merged.progress_seconds := trim_scale(round(least(sent.progress_seconds, duration), 3));
  merged.watched_until := trim_scale(round(greatest(least(sent.watched_until, duration), merged.progress_seconds), 3));
  if kept.id is not null then
    if (kept.last_watched, kept.progress_seconds) > (merged.last_watched, merged.progress_seconds) then
      merged.progress_seconds := kept.progress_seconds;
      merged.last_watched := kept.last_watched;
    end if;
    merged.watched_until := greatest(merged.watched_until, kept.watched_until);
    merged.completed := sent.completed or kept.completed;
    merged.id := kept.id;
    merged.created_at := kept.created_at;
  end if;
  if most is not null then
    known_seconds := private.measure_ranges(known * int4multirange(int4range(0, duration)));
    watched := private.first_seconds(watched * int4multirange(int4range(0, duration)) - known, greatest(most - known_seconds, 0));
  end if;
  merged.updated_at := clock;
  merged.watched_pieces := null;
  merged.completed_at := kept.completed_at;
  return private.count_progress(merged, kept.completed, known + watched, lesson_seconds);
end $$;
comment on function private.merge_progress(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamptz) is
  'The row of a student and lesson after a save. In: the row as it is (null when there is none), the save with valid numbers and last_watched by the clock of the server, the seconds that it says were watched, the length of the lesson in seconds (0: unknown), the most seconds that can count of what is new with what is known (null: no bound), now. Seconds are united, the furthest point and completion stay, the position is that of the newest last_watched (of two the further): so any order, number and repetition of saves ends in the same row (decision 0009).';
revoke execute on function private.merge_progress(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamptz) from public;

create function private.limit_watched(progress public.user_progress, kept public.user_progress, watched int4multirange, lesson_seconds integer)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  whole constant int4multirange := int4multirange(int4range(0, coalesce(nullif(lesson_seconds, 0), 86400)));
  known constant int4multirange := coalesce(kept.watched_ranges, '{}');
  known_seconds constant integer := private.measure_ranges(known * whole);
  said_seconds constant integer := private.measure_ranges((known + watched) * whole);
  most integer;
begin
  if said_seconds > private.watchable_seconds(kept.created_at, now()) then
    most := greatest(known_seconds, (
      select private.watchable_seconds(greatest(students.created_at, lessons.created_at), now())
      from public.users as students, public.lessons
      where students.id = progress.user_id and lessons.id = progress.lesson_id));
  end if;
  -- More than fits between two saves can be honest, of one who was offline or has two devices: only a hint.
  if said_seconds > most or said_seconds - known_seconds > private.watchable_seconds(kept.updated_at, now()) then
    insert into public.progress_flags (user_id, lesson_id, said_seconds, counted_seconds)
    values (progress.user_id, progress.lesson_id, said_seconds, least(said_seconds, most))
    on conflict (user_id, lesson_id) do nothing;
  end if;
  return case when said_seconds > most then most end;
end $$;
comment on function private.limit_watched(public.user_progress, public.user_progress, int4multirange, integer) is
  'The most seconds of a lesson that the student can have watched since account and lesson exist; null where no more was sent. Flags what is more than that, or than fits since the last save (decision 0022). In: the save, the row as it is, the seconds that were sent, the length of the lesson.';
revoke execute on function private.limit_watched(public.user_progress, public.user_progress, int4multirange, integer) from public;

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
revoke execute on function private.note_earlier_days(uuid, jsonb) from public;

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
revoke execute on function private.add_to_layers(private.progress_resets, int4multirange[], timestamptz[], int4multirange) from public;

-- Every save comes here: an assignment spares it the statement that `perform` is.
create or replace function private.lock_lesson_place(lesson uuid, moving boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- A few locks for all lessons, so that five hundred of them in one statement take no more.
  lock constant bigint := hashtextextended('lesson place ' || (hashtext(lesson::text) & 31), 0);
  waited text;
begin
  waited := case when moving then pg_advisory_xact_lock(lock)::text else pg_advisory_xact_lock_shared(lock)::text end;
end $$;

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
revoke execute on function private.save_progress_row() from public;
-- Not for what a change of a lesson writes: that is no save.
create trigger user_progress_write before insert or update on public.user_progress
  for each row when (pg_trigger_depth() = 0) execute function private.save_progress_row();
