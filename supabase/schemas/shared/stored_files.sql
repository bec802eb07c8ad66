create function private.file_operation() returns text
language sql stable set search_path = '' as $$
  select regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '')
$$;
comment on function private.file_operation() is
  'What the storage service is doing, such as object.list, in the words of Supabase Storage; empty where it does not say.';

create function private.keep_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := case when old.bucket_id = 'trash' then old.name else old.bucket_id || '/' || old.name end;
  becomes text := case when new.bucket_id = 'trash' then new.name else new.bucket_id || '/' || new.name end;
begin
  if private.file_operation() = 'object.upload_signed' or private.file_operation() like 'tus.%'
    or (auth.uid() is not null and ((old.bucket_id = 'trash') = (new.bucket_id = 'trash') or was <> becomes)) then
    raise insufficient_privilege using message = 'A stored file is not replaced or renamed: move it to the trash';
  end if;
  return new;
end $$;
comment on function private.keep_files() is
  'Lets a person move a file to the trash (under bucket/name) and back to where it was, and change nothing else of it. The service key may; a signed upload, which runs with it, and an upload in parts may not.';

create function private.record_file_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  previous jsonb;
  present jsonb;
begin
  if tg_op <> 'INSERT' then
    previous := jsonb_build_object('bucket_id', old.bucket_id, 'name', old.name, 'version', old.version, 'metadata', old.metadata);
  end if;
  if tg_op <> 'DELETE' then
    present := jsonb_build_object('bucket_id', new.bucket_id, 'name', new.name, 'version', new.version, 'metadata', new.metadata);
  end if;
  if previous is not distinct from present then
    return null;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, before, after)
  values (
    coalesce(auth.uid(), case when tg_op = 'INSERT' then new.owner end),
    lower(tg_op), 'stored_files',
    coalesce(present, previous) ->> 'bucket_id' || '/' || (coalesce(present, previous) ->> 'name'),
    previous, present);
  return null;
end $$;
comment on function private.record_file_change() is
  'Writes the audit line of a stored file that was moved, replaced or deleted, by whomever, and of one that a person stored.';

create function public.may_open_lesson_file(bucket text, path text) returns boolean
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
grant execute on function public.may_open_lesson_file(text, text) to authenticated;

create function private.may_upload(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.manages_media() and name ~ ('^' || auth.uid()::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
end $$;
comment on function private.may_upload(text) is
  'Whether the caller may leave a file for the library under this name in the bucket uploads: their own folder and a UUID.';
grant execute on function private.may_upload(text) to authenticated;

create policy objects_insert_upload on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (select private.may_upload(objects.name)));

create trigger objects_update_keep before update of bucket_id, name, version, metadata on storage.objects
  for each row execute function private.keep_files();

create trigger objects_change_audit after update or delete on storage.objects
  for each row execute function private.record_file_change();

create trigger objects_insert_audit after insert on storage.objects
  for each row when (new.owner is not null) execute function private.record_file_change();
