create function private.has_work_in_quiz(quiz uuid) returns boolean
language sql stable security definer set search_path = '' return
  exists (select from private.quiz_attempts where quiz_attempts.quiz_id = quiz)
  or exists (select from private.review_cards where review_cards.quiz_id = quiz);
comment on function private.has_work_in_quiz(uuid) is
  'Whether a student began an attempt at the test or has questions of it in the review deck.';

create function private.has_work_in_lesson(lesson uuid) returns boolean
language sql stable security definer set search_path = '' return
  exists (select from public.user_progress where user_progress.lesson_id = lesson)
  or exists (select from public.lesson_notes where lesson_notes.lesson_id = lesson)
  or exists (select from public.quizzes where quizzes.lesson_id = lesson and private.has_work_in_quiz(quizzes.id));
comment on function private.has_work_in_lesson(uuid) is
  'Whether a student has progress, notes, or work in a test of the lesson.';

create function private.has_work_in_course(course uuid) returns boolean
language sql stable security definer set search_path = '' return
  exists (select from public.user_progress where user_progress.course_id = course)
  or exists (select from private.removed_progress where removed_progress.course_id = course)
  or exists (select from public.course_completions where course_completions.course_id = course)
  or exists (select from private.certificates where certificates.course_id = course)
  or exists (select from public.lesson_notes where lesson_notes.course_id = course)
  or exists (select from public.bookmarks where bookmarks.course_id = course)
  or exists (select from public.quizzes where quizzes.course_id = course and private.has_work_in_quiz(quizzes.id));
comment on function private.has_work_in_course(uuid) is
  'Whether a student has progress (also of a course started anew that may come back), a completion, a certificate, notes, a bookmark, or work in a test of the course.';

-- The row is locked before the trigger asks: what refers to it at that moment is waited for and seen. Attempts refer to versions.
create function private.keep_student_work() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  has_work constant boolean := case tg_table_name
    when 'courses' then private.has_work_in_course((to_jsonb(old) ->> 'id')::uuid)
    when 'lessons' then private.has_work_in_lesson((to_jsonb(old) ->> 'id')::uuid)
    when 'quizzes' then private.has_work_in_quiz((to_jsonb(old) ->> 'id')::uuid)
    else exists (
      select from private.quiz_attempts
      where quiz_attempts.quiz_id = (to_jsonb(old) ->> 'quiz_id')::uuid
        and quiz_attempts.version = (to_jsonb(old) ->> 'version')::smallint) end;
begin
  if has_work then
    perform private.raise_app_error('STUDENT_WORK_STANDS', 409, 'Students have work in it: it goes to the trash and is not deleted');
  end if;
  return old;
end $$;
comment on function private.keep_student_work() is '409 STUDENT_WORK_STANDS, whoever deletes, the server included.';
