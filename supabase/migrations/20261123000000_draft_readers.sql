-- Who reads unpublished courses and lessons is said once; the policies of the three tables ask for it.
create function private.can_read_drafts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage');
end $$;
comment on function private.can_read_drafts() is
  'Whether the caller reads courses and lessons before they are published: who manages courses or lessons.';
revoke execute on function private.can_read_drafts() from public;
grant execute on function private.can_read_drafts() to authenticated;

alter policy courses_select_published_or_manager on public.courses
  using (is_published or (select private.can_read_drafts()));
alter policy lessons_select_published_or_manager on public.lessons
  using (
    (is_published and course_id in (select courses.id from public.courses where courses.is_published))
    or (select private.can_read_drafts()));
alter policy lesson_contents_select_student_or_manager on public.lesson_contents
  using (
    ((select private.is_verified_student()) and exists (
      select from public.lessons join public.courses on courses.id = lessons.course_id
      where lessons.id = lesson_contents.lesson_id and lessons.is_published and courses.is_published))
    or (select private.can_read_drafts()));
