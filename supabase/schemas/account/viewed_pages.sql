create table private.viewed_pages (
  viewing_id uuid not null references private.student_viewings on delete cascade,
  kind text not null check (kind in ('course', 'lesson')),
  page_id uuid not null,
  title text not null,
  opened_at timestamptz not null default now(),
  noted_in xid8 not null default pg_current_xact_id(),
  primary key (viewing_id, kind, page_id)
);
comment on table private.viewed_pages is
  'Pages opened in a viewing, each once, under the title they had then. Written by one function only.';
comment on column private.viewed_pages.noted_in is 'The transaction that opened it: nothing is read in the same one (decision 0049).';
alter table private.viewed_pages enable row level security;

create view private.export_viewed_pages with (security_invoker = true) as
  select viewings.student_id as person, pages.opened_at, pages.kind, pages.title
  from private.viewed_pages as pages join private.student_viewings as viewings on viewings.id = pages.viewing_id;

create function private.read_viewed_course(course_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
  found json;
begin
  perform private.require_opened_page(viewing.id, 'course', read_viewed_course.course_id);
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
grant execute on function private.read_viewed_course(uuid) to authenticated;

create function public.read_viewed_course(course_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_viewed_course(course_id); end;
comment on function public.read_viewed_course(uuid) is
  'The page of a course as the viewed student sees it: lessons, done and begun. 403 VIEWING_OVER without an open viewing, PAGE_NOT_OPENED before open_viewed_page, 404 COURSE_NOT_FOUND.';
grant execute on function public.read_viewed_course(uuid) to authenticated;

create function private.read_viewed_lesson(lesson_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
  found json;
begin
  perform private.require_opened_page(viewing.id, 'lesson', read_viewed_lesson.lesson_id);
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
grant execute on function private.read_viewed_lesson(uuid) to authenticated;

create function public.read_viewed_lesson(lesson_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_viewed_lesson(lesson_id); end;
comment on function public.read_viewed_lesson(uuid) is
  'The page of a lesson as the viewed student sees it: state, position, what was watched as [[from, to]] in seconds. 403 VIEWING_OVER without an open viewing, PAGE_NOT_OPENED before open_viewed_page, 404 LESSON_NOT_FOUND.';
grant execute on function public.read_viewed_lesson(uuid) to authenticated;

create function private.open_viewed_page(kind text, page_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  viewing constant private.student_viewings := private.present_viewing();
  title text;
begin
  case kind
    when 'course' then
      select courses.title_he into title from public.courses where courses.id = open_viewed_page.page_id and courses.is_published;
      if title is null then
        perform private.raise_app_error('COURSE_NOT_FOUND', 404, 'Course not found');
      end if;
    when 'lesson' then
      select lessons.title_he into title from public.lessons join public.courses on courses.id = lessons.course_id and courses.is_published
      where lessons.id = open_viewed_page.page_id and lessons.is_published;
      if title is null then
        perform private.raise_app_error('LESSON_NOT_FOUND', 404, 'Lesson not found');
      end if;
    else
      perform private.raise_app_error('INVALID_PAGE', 400, 'kind must be course or lesson');
  end case;
  -- Two windows of one session open one after the other, so that the bound holds.
  perform pg_advisory_xact_lock(hashtextextended('viewed pages ' || viewing.id, 0));
  if exists (
    select from private.viewed_pages as pages
    where pages.viewing_id = viewing.id and pages.kind = open_viewed_page.kind and pages.page_id = open_viewed_page.page_id) then
    return;
  end if;
  if (select count(*) from private.viewed_pages as pages where pages.viewing_id = viewing.id) >= 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred pages in a viewing');
  end if;
  insert into private.viewed_pages (viewing_id, kind, page_id, title) values (viewing.id, kind, page_id, title);
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select admin_users.supabase_auth_id, 'page viewed', 'users', viewing.student_id::text,
    jsonb_build_object('kind', kind, 'id', page_id, 'title_he', title)
  from public.admin_users where admin_users.id = viewing.viewer_id;
end $$;
grant execute on function private.open_viewed_page(text, uuid) to authenticated;

create function public.open_viewed_page(kind text, page_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_viewed_page(kind, page_id); end;
comment on function public.open_viewed_page(text, uuid) is
  'Notes that the viewing of this session opens a course or a lesson, which the student sees; read_viewed_course and read_viewed_lesson give it after that. 403 VIEWING_OVER, 404 COURSE_NOT_FOUND or LESSON_NOT_FOUND, 429 after two hundred in a viewing.';
grant execute on function public.open_viewed_page(text, uuid) to authenticated;

create function private.require_opened_page(viewing uuid, kind text, page_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select from private.viewed_pages as pages
    where pages.viewing_id = viewing and pages.kind = require_opened_page.kind and pages.page_id = require_opened_page.page_id
      and pages.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('PAGE_NOT_OPENED', 403, 'The page is opened first, then read');
  end if;
end $$;
comment on function private.require_opened_page(uuid, text, uuid) is
  'Ends the statement unless an earlier transaction noted that the viewing opened the page.';

create function private.my_viewed_pages(view_id bigint) returns json
language sql stable security definer set search_path = '' return (
  select coalesce(json_agg(json_build_object('kind', pages.kind, 'title', pages.title, 'opened_at', pages.opened_at)
    order by pages.opened_at, pages.title), '[]')
  from public.record_views as views
  join private.student_viewings as viewings on viewings.student_id = views.student_id and viewings.noted_in = views.noted_in
  join private.viewed_pages as pages on pages.viewing_id = viewings.id
  where views.id = my_viewed_pages.view_id and views.what = 'viewing' and views.student_id = auth.uid()
    and private.is_active_student());
grant execute on function private.my_viewed_pages(bigint) to authenticated;

create function public.my_viewed_pages(view_id bigint) returns json
language sql stable set search_path = '' begin atomic select private.my_viewed_pages(view_id); end;
comment on function public.my_viewed_pages(bigint) is
  'Courses and lessons that a member of the staff opened in a viewing, for the student who was viewed: [{kind, title, opened_at}], in order. The id is that of the line in record_views.';
grant execute on function public.my_viewed_pages(bigint) to authenticated;
