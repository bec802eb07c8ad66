-- Decision 0158: a batch saves each update as it was sent. Several of one lesson follow one another, and the merge joins them.
create or replace function private.save_progress(updates jsonb) returns jsonb
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
comment on function public.save_progress(jsonb) is
  'Saves at most 500 updates [{lesson_id, course_id, progress_seconds, ...}] of the caller, each as an upsert of its row would. Answers {accepted: [lesson_id], rejected: [{lesson_id, code}], saved: rows}: those of unknown lessons (LESSON_NOT_FOUND) and of other students (OTHER_STUDENT) are named, not saved.';
