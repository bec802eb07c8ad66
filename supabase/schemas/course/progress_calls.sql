create function private.save_progress(updates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := auth.uid();
  known public.user_progress[];
  rounds integer[];
  answer jsonb;
  written uuid[];
  saved uuid[] := '{}';
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
  -- Waits for lessons that move, so that what follows sees where they stand.
  perform private.lock_lesson_place(lessons.lesson_id, false)
  from (select distinct sent.lesson_id from jsonb_to_recordset(updates) as sent (lesson_id uuid) order by 1) as lessons;
  with sent as (
    select one as update, one.lesson_id, coalesce(one.user_id, student) = student as is_own, courses.id is not null as is_known
    from jsonb_populate_recordset(null::public.user_progress, updates) as one
    left join public.lessons on lessons.id = one.lesson_id and lessons.is_published and (lessons.course_id = one.course_id or exists (
      select from private.lesson_moves as moves where moves.lesson_id = one.lesson_id and moves.course_id = one.course_id))
    left join public.courses on courses.id = lessons.course_id and courses.is_published
  ), checked as (
    select sent.*, case when sent.is_own and sent.is_known then row_number() over (partition by sent.is_own, sent.is_known, sent.lesson_id) end as round
    from sent
  )
  select array_agg(checked.update order by checked.lesson_id) filter (where checked.round is not null),
      array_agg(checked.round order by checked.lesson_id) filter (where checked.round is not null),
      jsonb_build_object(
        'accepted', coalesce(jsonb_agg(distinct checked.lesson_id) filter (where checked.round is not null), '[]'),
        'rejected', coalesce(
          jsonb_agg(distinct jsonb_build_object('lesson_id', checked.lesson_id,
            'code', case when checked.is_own then 'LESSON_NOT_FOUND' else 'OTHER_STUDENT' end))
            filter (where checked.round is null), '[]'))
    into known, rounds, answer from checked;
  for round in 1 .. coalesce((select max(one) from unnest(rounds) as one), 0) loop
    with writes as (
      -- Every writer takes its locks in the order of the lessons.
      insert into public.user_progress as progress
        (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, updated_at, watched_ranges, watched_pieces)
      select student, sent.lesson_id, sent.course_id, sent.progress_seconds, sent.watched_until, sent.completed,
        sent.last_watched, sent.updated_at, sent.watched_ranges, sent.watched_pieces
      from unnest(known) with ordinality as sent where rounds[sent.ordinality] = round order by sent.lesson_id
      on conflict (user_id, lesson_id) do update set
        course_id = excluded.course_id, progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until,
        completed = excluded.completed, last_watched = excluded.last_watched, updated_at = excluded.updated_at,
        watched_ranges = excluded.watched_ranges, watched_pieces = excluded.watched_pieces
      returning progress.lesson_id
    )
    select array_agg(writes.lesson_id) into written from writes;
    saved := saved || written;
  end loop;
  return answer || jsonb_build_object('saved', (select count(distinct lesson) from unnest(saved) as lesson));
end $$;
grant execute on function private.save_progress(jsonb) to authenticated;

create function public.save_progress(updates jsonb) returns jsonb
language sql set search_path = '' begin atomic select private.save_progress(updates); end;
comment on function public.save_progress(jsonb) is
  'Saves at most 500 updates [{lesson_id, course_id, progress_seconds, ...}] of the caller, each as an upsert of its row would. Answers {accepted: [lesson_id], rejected: [{lesson_id, code}], saved: rows}: those of unknown lessons (LESSON_NOT_FOUND) and of other students (OTHER_STUDENT) are named, not saved.';
grant execute on function public.save_progress(jsonb) to authenticated;

create function private.set_lesson_completed(lesson_id uuid, completed boolean) returns void
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
grant execute on function private.set_lesson_completed(uuid, boolean) to authenticated;

create function public.set_lesson_completed(lesson_id uuid, completed boolean) returns void
language sql set search_path = '' begin atomic select private.set_lesson_completed(lesson_id, completed); end;
comment on function public.set_lesson_completed(uuid, boolean) is
  'Marks a lesson as completed or takes the mark back. Taken back, a fully watched lesson counts as unwatched; late writes from before do not revive it.';
grant execute on function public.set_lesson_completed(uuid, boolean) to authenticated;

create function private.reset_course_progress(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  removed integer;
  removed_rows jsonb;
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
  select count(*), jsonb_agg(to_jsonb(gone)) into removed, removed_rows from gone;
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
    perform private.keep_removed_progress(student, reset_course_progress.course_id, removed_rows);
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
grant execute on function private.reset_course_progress(uuid) to authenticated;

create function public.reset_course_progress(course_id uuid) returns integer
language sql set search_path = '' begin atomic select private.reset_course_progress(course_id); end;
comment on function public.reset_course_progress(uuid) is
  'Starts a course anew; returns the number of lessons. What was once completed stays in course_completions.';
grant execute on function public.reset_course_progress(uuid) to authenticated;

create function public.my_courses() returns table (
  course_id uuid, title_he text, thumbnail_url text, category_name text,
  lesson_count integer, published_seconds integer, completed_lessons integer, watched_seconds integer,
  last_watched timestamptz, last_lesson_id uuid, last_lesson_title text, position_seconds numeric,
  completed_at timestamptz, new_lessons integer)
language sql stable set search_path = '' begin atomic select * from private.courses_of(auth.uid()); end;
comment on function public.my_courses() is
  'The courses that the caller has begun, the last watched first, with what the dashboard needs of each ([3-18], [7-16]) in one statement. Only published lessons count.';
grant execute on function public.my_courses() to authenticated;
