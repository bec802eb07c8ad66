insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('images', 'images', true, 10485760, array['image/webp', 'image/jpeg', 'image/png', 'image/avif']),
  ('lesson-videos', 'lesson-videos', false, 2147483648, array['video/mp4', 'video/webm']),
  ('lesson-files', 'lesson-files', false, 20971520, array[
    'application/pdf', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])
on conflict (id) do nothing;

create policy buckets_select_staff on storage.buckets for select to authenticated
  using ((select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')));

create policy objects_select_academy on storage.objects for select to authenticated
  using (
    (bucket_id = 'images' and (select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')))
    or (bucket_id = 'lesson-videos' and (
      (select private.has_permission('courses.manage', 'lessons.manage'))
      or exists (
        select from public.lesson_contents as contents
        where contents.provider = 'file' and contents.video_ref = objects.name)))
    or (bucket_id = 'lesson-files' and (
      (select private.has_permission('courses.manage', 'lessons.manage'))
      or exists (
        select from public.lesson_contents as contents
        where contents.lesson_id in (select private.lessons_with_file(objects.name))))));

create policy objects_insert_academy on storage.objects for insert to authenticated
  with check (
    (bucket_id = 'images' and (select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')))
    or (bucket_id in ('lesson-videos', 'lesson-files') and (select private.has_permission('courses.manage', 'lessons.manage'))));
create policy objects_update_academy on storage.objects for update to authenticated
  using (
    (bucket_id = 'images' and (select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')))
    or (bucket_id in ('lesson-videos', 'lesson-files') and (select private.has_permission('courses.manage', 'lessons.manage'))))
  with check (
    (bucket_id = 'images' and (select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')))
    or (bucket_id in ('lesson-videos', 'lesson-files') and (select private.has_permission('courses.manage', 'lessons.manage'))));
create policy objects_delete_academy on storage.objects for delete to authenticated
  using (
    (bucket_id = 'images' and (select private.has_permission('courses.manage', 'lessons.manage', 'categories.manage', 'news.manage', 'essays.manage')))
    or (bucket_id in ('lesson-videos', 'lesson-files') and (select private.has_permission('courses.manage', 'lessons.manage'))));
