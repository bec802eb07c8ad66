create table private.lesson_moves (
  lesson_id uuid not null references public.lessons on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  moved_at timestamptz not null default now(),
  primary key (lesson_id, course_id)
);
comment on table private.lesson_moves is
  'The courses that a lesson stood in before: what a browser still saves under one of them counts where the lesson stands now.';
create index lesson_moves_course_id_idx on private.lesson_moves (course_id);
alter table private.lesson_moves enable row level security;

-- Every save comes here: an assignment spares it the statement that `perform` is.
create function private.lock_lesson_place(lesson uuid, moving boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- A few locks for all lessons, so that five hundred of them in one statement take no more.
  lock constant bigint := hashtextextended('lesson place ' || (hashtext(lesson::text) & 31), 0);
  waited text;
begin
  waited := case when moving then pg_advisory_xact_lock(lock)::text else pg_advisory_xact_lock_shared(lock)::text end;
end $$;
comment on function private.lock_lesson_place(uuid, boolean) is
  'Who saves of a lesson waits for the one who moves it, and the other way round; who saves does not wait for others who do.';

create function private.course_of_save(lesson uuid, sent_course uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  present constant uuid := (select lessons.course_id from public.lessons where lessons.id = lesson);
begin
  return case
    when present <> sent_course and exists (
      select from private.lesson_moves as moves where moves.lesson_id = lesson and moves.course_id = sent_course) then present
    else sent_course end;
end $$;
comment on function private.course_of_save(uuid, uuid) is
  'The course that a save of a lesson counts for: the present one where it names one that the lesson stood in before.';

create function private.lesson_move_refusal(lesson uuid, course uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_build_object('code', reasons.code, 'count', reasons.count) from (values
    (1, 'LESSON_HAS_TESTS', (
      select count(*) from public.quizzes left join private.content_items as items on items.kind = 'quiz' and items.id = quizzes.id
      where quizzes.lesson_id = lesson or items.draft ->> 'lesson_id' = lesson::text)),
    (2, 'LESSON_CERTIFIED', (
      select count(*) from private.certificates as held
      join public.course_completions as done on done.user_id = held.user_id and done.course_id = held.course_id
      where held.course_id = course and held.revoked_at is null and lesson = any (done.lesson_ids))))
    as reasons (place, code, count)
  where reasons.count > 0 order by reasons.place limit 1);
comment on function private.lesson_move_refusal(uuid, uuid) is
  'Why a lesson cannot leave its course: a test asks about it there, or a certificate in force says that it was part of it; null when it can.';

create function private.lesson_move_outlook(lesson uuid, course uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live constant jsonb := private.live_content('lesson', lesson);
  target public.courses;
begin
  perform private.own_content_item('lesson', lesson);
  select courses.* into target from public.courses
  where courses.id = course and not exists (
    select from private.content_items as items where items.kind = 'course' and items.id = courses.id and items.trashed_at is not null);
  if target.id is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  return jsonb_build_object(
    'refusal', case when target.id::text <> live ->> 'course_id' then private.lesson_move_refusal(lesson, (live ->> 'course_id')::uuid) end,
    'students', private.content_reach('lesson', lesson) -> 'students',
    'notes', (select count(*) from public.lesson_notes as notes where notes.lesson_id = lesson_move_outlook.lesson),
    'finished_here', (select count(*) from public.course_completions as done where done.course_id::text = live ->> 'course_id' and lesson = any (done.lesson_ids)),
    'finished_there', (select count(*) from public.course_completions as done where done.course_id = target.id),
    'will_hide', private.content_is_shown('lesson', live) and not target.is_published,
    'links', jsonb_array_length(private.list_links_to('lesson', lesson)));
end $$;
grant execute on function private.lesson_move_outlook(uuid, uuid) to authenticated;

create function public.lesson_move_outlook(lesson uuid, course uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.lesson_move_outlook(lesson, course); end;
comment on function public.lesson_move_outlook(uuid, uuid) is
  'What moving a lesson to a course would come to: {refusal: {code, count} or null, students, notes, finished_here, finished_there, will_hide, links}.';
grant execute on function public.lesson_move_outlook(uuid, uuid) to authenticated;

create function private.move_lesson(lesson uuid, course uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item('lesson', lesson);
  was constant uuid := private.live_content('lesson', lesson) ->> 'course_id';
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The lesson lies in the trash');
  end if;
  perform private.lock_content_order('lesson', least(was, course));
  perform private.lock_content_order('lesson', greatest(was, course));
  if not exists (select from private.content_items as items where items.kind = 'course' and items.id = course and items.trashed_at is null) then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  update public.lessons set course_id = course, order_index = (
    select coalesce(max(others.order_index), 0) + 1 from public.lessons as others where others.course_id = course)
  where lessons.id = lesson and lessons.course_id <> course;
  return private.content_record('lesson', lesson);
end $$;
grant execute on function private.move_lesson(uuid, uuid) to authenticated;

create function public.move_lesson(lesson uuid, course uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.move_lesson(lesson, course); end;
comment on function public.move_lesson(uuid, uuid) is
  'Moves a lesson to the end of another course, with the progress and notes of students. 409 LESSON_HAS_TESTS or LESSON_CERTIFIED {count} says why it cannot.';
grant execute on function public.move_lesson(uuid, uuid) to authenticated;
