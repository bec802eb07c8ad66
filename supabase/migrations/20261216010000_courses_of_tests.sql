-- A test may be written about a course or a lesson that nobody sees yet: whoever writes tests finds both by their names.
create function private.can_read_draft_courses() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage', 'quizzes.manage');
end $$;
comment on function private.can_read_draft_courses() is
  'Whether the caller reads courses and lessons, without what lessons hold, before they are published: who manages courses, lessons or tests.';
revoke execute on function private.can_read_draft_courses() from public;
grant execute on function private.can_read_draft_courses() to authenticated;

alter policy courses_select_published_or_manager on public.courses
  using (is_published or (select private.can_read_draft_courses()));
alter policy lessons_select_published_or_manager on public.lessons
  using (
    (is_published and course_id in (select courses.id from public.courses where courses.is_published))
    or (select private.can_read_draft_courses()));

comment on function private.can_read_drafts() is
  'Whether the caller reads what lessons hold before they are published: who manages courses or lessons.';
