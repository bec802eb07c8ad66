create function private.save_progress(updates jsonb) returns jsonb
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
  with said as (
    select rows.user_id is null or rows.user_id = student as is_own, rows.lesson_id, rows.course_id, rows.completed,
      coalesce(rows.progress_seconds, 0) as progress_seconds,
      coalesce(rows.watched_until, rows.progress_seconds, 0) as watched_until,
      least(coalesce(rows.last_watched, now()), now() + interval '2 minutes') as last_watched,
      coalesce(
        private.parse_ranges(rows.watched_ranges, 10000000),
        int4multirange(int4range(0, floor(least(greatest(rows.progress_seconds, 0), 10000000))::integer))) as ranges
    from jsonb_to_recordset(updates) as rows (
      user_id uuid, lesson_id uuid, course_id uuid, progress_seconds numeric, watched_until numeric, completed boolean,
      last_watched timestamptz, watched_ranges text)
  ), joined as (
    select said.is_own, said.lesson_id, said.course_id,
      (array_agg(said.progress_seconds order by said.last_watched desc, said.progress_seconds desc))[1] as progress_seconds,
      -- A number that is none must not hide behind a good one.
      case when min(said.watched_until) < 0 then -1 else greatest(max(said.watched_until), max(said.progress_seconds)) end
        as watched_until,
      coalesce(bool_or(said.completed), false) as completed,
      max(said.last_watched) as last_watched, range_agg(said.ranges)::text as watched_ranges
    from said group by said.is_own, said.lesson_id, said.course_id
  ), checked as materialized (
    select joined.*, joined.is_own and courses.id is not null as is_known from joined
    left join public.lessons
      on lessons.id = joined.lesson_id and lessons.course_id = joined.course_id and lessons.is_published
    left join public.courses on courses.id = lessons.course_id and courses.is_published
  ), saved as (
    -- Every writer takes its locks in the order of the lessons.
    insert into public.user_progress as progress
      (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges)
    select student, checked.lesson_id, checked.course_id, checked.progress_seconds, checked.watched_until,
      checked.completed, checked.last_watched, checked.watched_ranges
    from checked where checked.is_known order by checked.lesson_id
    on conflict (user_id, lesson_id) do update set
      course_id = excluded.course_id, progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until,
      completed = excluded.completed, last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges
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
revoke execute on function private.save_progress(jsonb) from public;
grant execute on function private.save_progress(jsonb) to authenticated;
create function public.save_progress(updates jsonb) returns jsonb
language sql set search_path = '' begin atomic select private.save_progress(updates); end;
comment on function public.save_progress(jsonb) is
  'Saves at most 500 progress updates of the caller in one statement; several of one lesson are joined first. Rows of unknown lessons and of other students are named, not saved.';
revoke execute on function public.save_progress(jsonb) from public, anon;
grant execute on function public.save_progress(jsonb) to authenticated;

create function private.set_lesson_completed(lesson_id uuid, completed boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  lesson record;
  previous public.user_progress;
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
    insert into public.user_progress as progress (user_id, lesson_id, course_id, completed)
    values (student, lesson.id, lesson.course_id, true)
    on conflict on constraint user_progress_user_id_lesson_id_key do update set completed = true;
    return;
  end if;
  delete from public.user_progress as progress where progress.user_id = student and progress.lesson_id = lesson.id
    returning * into previous;
  if not found then
    return;
  end if;
  insert into private.progress_resets (user_id, lesson_id, reset_at) values (student, lesson.id, now())
    on conflict on constraint progress_resets_pkey do update set reset_at = now();
  insert into public.user_progress (user_id, lesson_id, course_id, progress_seconds, watched_until, watched_ranges)
  values (student, lesson.id, lesson.course_id, previous.progress_seconds, previous.watched_until,
    case when private.is_covered(private.measure_ranges(previous.watched_ranges::int4multirange), lesson.duration_seconds)
      then '{}' else previous.watched_ranges end);
end $$;
revoke execute on function private.set_lesson_completed(uuid, boolean) from public;
grant execute on function private.set_lesson_completed(uuid, boolean) to authenticated;
create function public.set_lesson_completed(lesson_id uuid, completed boolean) returns void
language sql set search_path = '' begin atomic select private.set_lesson_completed(lesson_id, completed); end;
comment on function public.set_lesson_completed(uuid, boolean) is
  'Marks a lesson as completed or takes the mark back. Taken back, a fully watched lesson counts as unwatched; late writes from before do not revive it.';
revoke execute on function public.set_lesson_completed(uuid, boolean) from public, anon;
grant execute on function public.set_lesson_completed(uuid, boolean) to authenticated;

create function private.reset_course_progress(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  removed integer;
  kept jsonb;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student is required');
  end if;
  with gone as (
    delete from public.user_progress as progress
    where progress.user_id = student and progress.course_id = reset_course_progress.course_id
    returning progress.*
  ), marked as (
    insert into private.progress_resets (user_id, lesson_id, reset_at) select student, gone.lesson_id, now() from gone
    on conflict on constraint progress_resets_pkey do update set reset_at = now()
  )
  select count(*), jsonb_agg(to_jsonb(gone)) into removed, kept from gone;
  if removed > 0 then
    perform private.keep_removed_progress(student, reset_course_progress.course_id, kept);
  end if;
  return removed;
end $$;
revoke execute on function private.reset_course_progress(uuid) from public;
grant execute on function private.reset_course_progress(uuid) to authenticated;
create function public.reset_course_progress(course_id uuid) returns integer
language sql set search_path = '' begin atomic select private.reset_course_progress(course_id); end;
comment on function public.reset_course_progress(uuid) is 'Starts a course anew; returns the number of lessons. What was once completed stays in course_completions.';
revoke execute on function public.reset_course_progress(uuid) from public, anon;
grant execute on function public.reset_course_progress(uuid) to authenticated;
