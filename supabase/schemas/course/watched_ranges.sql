create function private.parse_ranges(input text, duration integer) returns int4multirange
language plpgsql immutable set search_path = '' as $$
begin
  if length(input) > 20000 or input !~ '^\{(\[\d{1,7},\d{1,7}\)(,\[\d{1,7},\d{1,7}\))*)?\}$' then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_ranges is not a set of whole seconds');
  end if;
  return input::int4multirange * int4multirange(int4range(0, duration));
exception
  when data_exception then
    perform private.raise_app_error('INVALID_PROGRESS', 400, 'watched_ranges is not a set of whole seconds');
end $$;
comment on function private.parse_ranges(text, integer) is 'Reads {[0,30),[60,90)} and cuts it to the lesson.';

create function private.measure_ranges(ranges int4multirange) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if int4multirange(range_merge(ranges)) = ranges then
    return coalesce(upper(ranges) - lower(ranges), 0);
  end if;
  return (select sum(upper(part) - lower(part)) from unnest(ranges) as part);
end $$;
comment on function private.measure_ranges(int4multirange) is 'Seconds covered by the set.';

create function private.is_covered(watched integer, duration integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return duration > 0 and watched >= duration * 0.98;
end $$;
comment on function private.is_covered(integer, integer) is
  '98% of the lesson ([9-38]); a lesson of unknown length is never completed by watching.';

create function private.first_seconds(ranges int4multirange, seconds integer) returns int4multirange
language sql immutable set search_path = '' as $$
  select coalesce(range_agg(int4range(lower(part), least(upper(part), lower(part) + seconds - passed::integer))), '{}')
  from (
    select part, sum(upper(part) - lower(part)) over (order by lower(part)) - (upper(part) - lower(part)) as passed
    from unnest(ranges) as part
  ) as parts
  where passed < seconds
$$;
comment on function private.first_seconds(int4multirange, integer) is 'The first so many seconds of the set.';

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

create function private.keep_late_progress(progress public.user_progress, seconds int4multirange[], times timestamptz[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  update_row jsonb := jsonb_build_array(jsonb_build_object(
    'lesson_id', progress.lesson_id, 'course_id', progress.course_id, 'progress_seconds', progress.progress_seconds,
    'watched_until', progress.watched_until, 'completed', progress.completed, 'last_watched', progress.last_watched,
    'watched_pieces', (
      select coalesce(jsonb_agg(jsonb_build_array(lower(part), upper(part), floor(extract(epoch from pieces.at) * 1000))), '[]')
      from unnest(seconds, times) as pieces (ranges, at), unnest(pieces.ranges) as part)));
begin
  update private.removed_progress as removed set late = removed.late || update_row
  where removed.user_id = progress.user_id and removed.course_id = progress.course_id
    and removed.removed_at >= now() - interval '10 minutes'
    and pg_column_size(removed.late) < 100000 and not removed.late @> update_row;
end $$;
comment on function private.keep_late_progress(public.user_progress, int4multirange[], timestamptz[]) is
  'Keeps what was watched before a reset and arrives after it, for as long as the reset can be undone.';

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
