-- The library also holds videos and files to take along. What students reach was looked at by the server and lies where
-- the server alone writes; how long a video is and how large is read from the file.
update storage.buckets set file_size_limit = 2147483648, allowed_mime_types = array[
  'image/jpeg', 'image/png', 'image/webp', 'image/avif', 'video/mp4', 'application/pdf', 'text/csv', 'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
where id = 'uploads';
update storage.buckets set allowed_mime_types = array[
  'application/pdf', 'text/csv', 'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']
where id = 'lesson-files';

alter table private.media_files
  add column kind text check (kind in ('picture', 'video', 'file')),
  add column path text unique check (path ~ '^library/[0-9a-f-]{36}[0-9a-f/-]*\.[a-z0-9]{3,4}$'),
  add column stored_bytes bigint check (stored_bytes >= 0),
  add column duration_seconds integer check (duration_seconds between 1 and 86400),
  add column codec text check (char_length(codec) between 1 and 20),
  add column is_faststart boolean,
  add column poster_id uuid references private.media_files on delete set null,
  alter column kind set default 'picture',
  alter column stored_bytes set default 0;
update private.media_files as files set kind = 'picture', stored_bytes = (
  select coalesce(sum((variant ->> 'bytes')::bigint), 0) from jsonb_array_elements(files.variants) as variant)
where files.kind is null;
alter table private.media_files
  alter column kind set not null,
  alter column stored_bytes set not null,
  drop constraint media_files_outcome_check,
  add constraint media_files_outcome_check check (
    (state = 'failed') = (failure is not null) and (state <> 'ready' or case kind
      when 'picture' then width is not null and height is not null and variants <> '[]'
      when 'video' then path is not null and width is not null and height is not null and duration_seconds is not null
      else path is not null end)),
  add constraint media_files_poster_check check (poster_id is null or kind = 'video');
comment on table private.media_files is
  'Pictures, videos and files that staff uploaded: one that waits for the server, is ready, or was refused with a code.';
comment on column private.media_files.path is 'Where a video lies in the bucket lesson-videos, a file in lesson-files.';
comment on column private.media_files.stored_bytes is 'What it takes up: of a picture all its drawings.';
comment on column private.media_files.is_faststart is 'Whether a video can begin before its end has arrived.';
comment on column private.media_files.poster_id is 'The picture that stands where the video has not begun.';
create index media_files_poster_id_idx on private.media_files (poster_id);

create function private.manages_lesson_media() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage');
end $$;
comment on function private.manages_lesson_media() is 'Whether the caller may add and see videos and files, which belong to lessons.';
revoke execute on function private.manages_lesson_media() from public;

create or replace function private.media_record(item private.media_files) returns jsonb
language sql stable security definer set search_path = '' return
  to_jsonb(item) - '{upload_path,taken_at,attempts,sha256}'::text[] || jsonb_build_object('poster', (
    select posters.variants from private.media_files as posters where posters.id = item.poster_id and posters.state = 'ready'));

create or replace function private.add_media_file(id uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place constant text := auth.uid()::text || '/' || add_media_file.id::text;
  said constant text := trim(regexp_replace(coalesce(add_media_file.name, ''),
    '[\x01-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|^.*[/\\]', '', 'g'));
  item private.media_files;
  stored jsonb;
  said_kind text;
begin
  perform private.ask_media_right();
  select * into item from private.media_files as files where files.upload_path = place;
  if found then
    return private.media_record(item);
  end if;
  if said in ('', '.', '..') or char_length(said) > 255 then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A name has 1 to 255 characters');
  end if;
  select objects.metadata into stored from storage.objects where objects.bucket_id = 'uploads' and objects.name = place;
  if not found or exists (select from private.media_files as files where files.id = add_media_file.id) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No upload of the caller lies there');
  end if;
  said_kind := case when stored ->> 'mimetype' like 'image/%' then 'picture' when stored ->> 'mimetype' like 'video/%' then 'video' else 'file' end;
  if said_kind <> 'picture' and not private.manages_lesson_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Videos and files are for those who write lessons');
  end if;
  if (select count(*) from private.media_files as files where files.uploaded_by = auth.uid() and files.state = 'waiting') >= 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred uploads wait already');
  end if;
  insert into private.media_files (id, name, kind, uploaded_by, upload_path, original_bytes)
  values (add_media_file.id, said, said_kind, auth.uid(), place, coalesce((stored ->> 'size')::bigint, 0)) on conflict do nothing;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'media added', 'media_files', add_media_file.id::text, jsonb_build_object('name', said));
  end if;
  return (select private.media_record(files) from private.media_files as files where files.upload_path = place);
end $$;

create or replace function private.list_media_files(query jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  words constant text := lower(left(coalesce(query ->> 'search', ''), 100));
  page constant integer := least(greatest(case when query ->> 'page' ~ '^\d{1,4}$' then (query ->> 'page')::integer end, 1), 1000);
  by_size constant boolean := coalesce(query ->> 'sort' = 'largest', false);
  of_lessons constant boolean := private.manages_lesson_media();
begin
  perform private.ask_media_right();
  return (
    with found as materialized (
      select files, greatest(files.stored_bytes, files.original_bytes * (files.state = 'waiting')::integer) as bytes, files.created_at, files.id
      from private.media_files as files
      where (words = '' or strpos(lower(files.name), words) > 0 or strpos(lower(files.alt_he), words) > 0)
        and (query ->> 'kind' is null or files.kind = query ->> 'kind') and (of_lessons or files.kind = 'picture'))
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(private.media_record(shown.files) order by shown.place) from (
          select found.files, row_number() over (order by case when by_size then found.bytes end desc, found.created_at desc, found.id) as place
          from found order by place limit 50 offset coalesce(page - 1, 0) * 50) as shown), '[]'),
      'bytes', (select coalesce(sum(files.stored_bytes), 0) from private.media_files as files)));
end $$;
comment on function public.list_media_files(jsonb) is
  'Fifty of the library a page, the newest or the largest first, found by name or text: {rows, total, bytes}. query: {kind, search, sort, page}. Videos and files are for who writes lessons.';

create or replace function private.take_media_file() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  -- One that ended the process three times is not tried again.
  update private.media_files as files set state = 'failed', failure = 'NOT_DONE'
  where files.state = 'waiting' and files.attempts >= 3 and files.taken_at < now() - interval '5 minutes';
  update private.media_files as files set taken_at = now(), attempts = files.attempts + 1
  where files.id = (
    select waiting.id from private.media_files as waiting
    where waiting.state = 'waiting' and (waiting.taken_at is null or waiting.taken_at < now() - interval '5 minutes')
    order by waiting.created_at limit 1 for update skip locked)
  returning files.* into item;
  return case when item.id is not null then jsonb_build_object(
    'id', item.id, 'path', item.upload_path, 'kind', item.kind, 'bytes', item.original_bytes, 'type', (
      select objects.metadata ->> 'mimetype' from storage.objects where objects.bucket_id = 'uploads' and objects.name = item.upload_path)) end;
end $$;
comment on function public.take_media_file() is
  'The oldest upload that waits, for the process that asks, for five minutes: {id, path, kind, bytes, type} or null; a type of null where it was moved already. For the service key alone.';

create or replace function private.finish_media_file(id uuid, outcome jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.media_files as files
  set state = case when outcome ->> 'failure' is null then 'ready' else 'failed' end, failure = outcome ->> 'failure',
    mime = outcome ->> 'mime', width = (outcome ->> 'width')::integer, height = (outcome ->> 'height')::integer,
    sha256 = outcome ->> 'sha256', variants = coalesce(outcome -> 'variants', '[]'), path = outcome ->> 'path',
    duration_seconds = (outcome ->> 'duration_seconds')::integer, codec = outcome ->> 'codec',
    is_faststart = (outcome ->> 'is_faststart')::boolean,
    stored_bytes = case when outcome ->> 'failure' is not null then 0 when outcome ->> 'path' is not null then files.original_bytes else (
      select coalesce(sum((variant ->> 'bytes')::bigint), 0) from jsonb_array_elements(outcome -> 'variants') as variant) end
  where files.id = finish_media_file.id and files.state = 'waiting';
  return found;
end $$;
comment on function public.finish_media_file(uuid, jsonb) is
  'What became of an upload: {failure}, or {mime, sha256} with {width, height, variants} of a picture, {path, width, height, duration_seconds, codec, is_faststart} of a video, {path} of a file; false where it no longer waited. For the service key alone.';

create function private.set_media_poster(id uuid, poster uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  perform private.ask_media_right();
  if not private.manages_lesson_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Videos and files are for those who write lessons');
  end if;
  if poster is not null and not exists (select from private.media_files as files where files.id = poster and files.kind = 'picture') then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such picture');
  end if;
  update private.media_files as files set poster_id = poster
  where files.id = set_media_poster.id and files.kind = 'video' returning files.* into item;
  if item.id is null then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such video');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'media described', 'media_files', item.id::text, jsonb_build_object('poster_id', poster));
  return private.media_record(item);
end $$;
revoke execute on function private.set_media_poster(uuid, uuid) from public;
grant execute on function private.set_media_poster(uuid, uuid) to authenticated;
create function public.set_media_poster(id uuid, poster uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.set_media_poster(id, poster); end;
comment on function public.set_media_poster(uuid, uuid) is
  'Says which picture of the library stands where a video has not begun; null for none. For who writes lessons.';
revoke execute on function public.set_media_poster(uuid, uuid) from public, anon;
grant execute on function public.set_media_poster(uuid, uuid) to authenticated;

create function private.may_view_library_file(bucket text, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.manages_lesson_media() and exists (
    select from private.media_files as files where files.path = may_view_library_file.path and files.state = 'ready'
      and bucket = case files.kind when 'video' then 'lesson-videos' when 'file' then 'lesson-files' end);
end $$;
revoke execute on function private.may_view_library_file(text, text) from public;
grant execute on function private.may_view_library_file(text, text) to authenticated;
create or replace function public.may_open_lesson_file(bucket text, path text) returns boolean
language sql stable set search_path = '' begin atomic
  select exists (
    select from public.lesson_contents as contents
    where bucket = 'lesson-videos' and contents.provider = 'file' and contents.video_ref = path)
  or exists (
    select from public.lesson_contents as contents
    where bucket = 'lesson-files' and contents.lesson_id in (select private.lessons_with_file(path)))
  or private.may_view_library_file(bucket, path);
end;
comment on function public.may_open_lesson_file(text, text) is
  'Whether the caller may read the content of a lesson that names this file, or writes lessons and finds it in the library. The function sign-lesson-file asks it as the person.';

-- People store nothing where others reach it: they leave it in uploads, and the server puts it to its place.
drop policy objects_insert_academy on storage.objects;
create policy objects_insert_academy on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (select private.may_manage_file(objects.bucket_id, objects.name)));
