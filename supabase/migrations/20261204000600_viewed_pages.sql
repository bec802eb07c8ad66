-- A viewing shows the page of a course and of a lesson as well: by the same row, asked anew at every reading.
create function private.read_viewed_course(course_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
  found json;
begin
  select json_build_object(
    'id', courses.id, 'title_he', courses.title_he, 'thumbnail_url', courses.thumbnail_url, 'category_name', categories.name_he,
    'completed_at', (select done.completed_at from public.course_completions as done
      where done.course_id = courses.id and done.user_id = viewing.student_id),
    'lessons', (
      select coalesce(json_agg(json_build_object('id', lessons.id, 'title_he', lessons.title_he,
          'duration_seconds', lessons.duration_seconds, 'completed', coalesce(progress.completed, false),
          'watch_progress', progress.watch_progress, 'begun', progress.id is not null)
        order by lessons.order_index, lessons.id), '[]')
      from public.lessons
      left join public.user_progress as progress on progress.lesson_id = lessons.id and progress.user_id = viewing.student_id
      where lessons.course_id = courses.id and lessons.is_published)) into found
    from public.courses left join public.categories on categories.id = courses.category_id
    where courses.id = read_viewed_course.course_id and courses.is_published;
  if found is null then
    perform private.raise_app_error('COURSE_NOT_FOUND', 404, 'Course not found');
  end if;
  return found;
end $$;
comment on function private.read_viewed_course(uuid) is
  'A published course with its lessons, and how far in each the student is whom the session views.';
revoke execute on function private.read_viewed_course(uuid) from public;
grant execute on function private.read_viewed_course(uuid) to authenticated;
create function public.read_viewed_course(course_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_viewed_course(course_id); end;
comment on function public.read_viewed_course(uuid) is
  'The page of a course as the viewed student sees it: lessons, done and begun. 403 VIEWING_OVER without an open viewing, 404 COURSE_NOT_FOUND.';
revoke execute on function public.read_viewed_course(uuid) from public, anon;
grant execute on function public.read_viewed_course(uuid) to authenticated;

create function private.read_viewed_lesson(lesson_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
  found json;
begin
  select json_build_object(
    'id', lessons.id, 'title_he', lessons.title_he, 'duration_seconds', lessons.duration_seconds,
    'course_id', courses.id, 'course_title', courses.title_he,
    'number', (select count(*) from public.lessons as earlier where earlier.course_id = courses.id and earlier.is_published
      and (earlier.order_index, earlier.id) <= (lessons.order_index, lessons.id)),
    'lesson_count', (select count(*) from public.lessons as beside where beside.course_id = courses.id and beside.is_published),
    'begun_at', progress.created_at, 'last_watched', progress.last_watched, 'completed', coalesce(progress.completed, false),
    'watch_progress', progress.watch_progress, 'position_seconds', progress.progress_seconds,
    -- What was watched counts, also in a lesson that was marked as done.
    'watched', (select coalesce(json_agg(json_build_array(lower(part), upper(part)) order by part), '[]')
      from unnest(coalesce(progress.watched_ranges, '{}')::int4multirange) as part)) into found
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join public.user_progress as progress on progress.lesson_id = lessons.id and progress.user_id = viewing.student_id
    where lessons.id = read_viewed_lesson.lesson_id and lessons.is_published;
  if found is null then
    perform private.raise_app_error('LESSON_NOT_FOUND', 404, 'Lesson not found');
  end if;
  return found;
end $$;
comment on function private.read_viewed_lesson(uuid) is
  'A published lesson, where the student stopped whom the session views, and which seconds were watched. Notes and questions are not in it.';
revoke execute on function private.read_viewed_lesson(uuid) from public;
grant execute on function private.read_viewed_lesson(uuid) to authenticated;
create function public.read_viewed_lesson(lesson_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_viewed_lesson(lesson_id); end;
comment on function public.read_viewed_lesson(uuid) is
  'The page of a lesson as the viewed student sees it: state, position, what was watched as [[from, to]] in seconds. 403 VIEWING_OVER without an open viewing, 404 LESSON_NOT_FOUND.';
revoke execute on function public.read_viewed_lesson(uuid) from public, anon;
grant execute on function public.read_viewed_lesson(uuid) to authenticated;
