-- Who may do what with stored files, by purpose; nobody of the staff replaces or deletes one. They are moved to the
-- bucket `trash` and back, so that there is always a way back, and every change leaves a line in the audit log.
insert into storage.buckets (id, name, public) values ('trash', 'trash', false) on conflict (id) do nothing;

create function private.file_operation() returns text
language sql stable set search_path = '' as $$
  select regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '')
$$;
comment on function private.file_operation() is
  'What the storage service is doing, such as object.list, in the words of Supabase Storage; empty where it does not say.';
revoke execute on function private.file_operation() from public;
grant execute on function private.file_operation() to authenticated;

create function private.may_manage_file(bucket text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  place text := case when bucket = 'trash' then name else bucket || '/' || name end;
  purpose text := split_part(place, '/', 1) || case when place like 'images/%/%' then '/' || split_part(place, '/', 2) else '' end;
begin
  return case purpose
    when 'lesson-videos' then private.has_permission('courses.manage', 'lessons.manage')
    when 'lesson-files' then private.has_permission('courses.manage', 'lessons.manage')
    when 'images/courses' then private.has_permission('courses.manage')
    when 'images/authors' then private.has_permission('courses.manage')
    when 'images/posters' then private.has_permission('courses.manage', 'lessons.manage')
    when 'images/categories' then private.has_permission('categories.manage')
    when 'images/news' then private.has_permission('news.manage')
    when 'images/essays' then private.has_permission('essays.manage')
    when 'images/articles' then private.has_permission('news.manage', 'essays.manage')
    else private.has_role('super_admin')
  end;
end $$;
comment on function private.may_manage_file(text, text) is
  'Whether the caller manages what a stored file is for: the bucket, and for pictures their first folder; in the trash, where the file came from.';
revoke execute on function private.may_manage_file(text, text) from public;
grant execute on function private.may_manage_file(text, text) to authenticated;

drop policy objects_select_academy on storage.objects;
drop policy objects_insert_academy on storage.objects;
drop policy objects_update_academy on storage.objects;
drop policy objects_delete_academy on storage.objects;

-- Signing is left to the function sign-lesson-file: here the asker would choose how long a link lives. Students read
-- one file whose lesson they may read; listing is for who manages the files.
create policy objects_select_academy on storage.objects for select to authenticated
  using (
    ((select private.file_operation()) not in ('object.sign', 'object.sign_many')
      and (select private.may_manage_file(objects.bucket_id, objects.name)))
    or ((select private.file_operation()) in ('object.get_authenticated', 'object.info_authenticated') and (
      (bucket_id = 'lesson-videos' and exists (
        select from public.lesson_contents as contents
        where contents.provider = 'file' and contents.video_ref = objects.name))
      or (bucket_id = 'lesson-files' and exists (
        select from public.lesson_contents as contents
        where contents.lesson_id in (select private.lessons_with_file(objects.name)))))));
create policy objects_insert_academy on storage.objects for insert to authenticated
  with check (bucket_id <> 'trash' and (select private.may_manage_file(objects.bucket_id, objects.name)));
create policy objects_update_academy on storage.objects for update to authenticated
  using ((select private.may_manage_file(objects.bucket_id, objects.name)))
  with check ((select private.may_manage_file(objects.bucket_id, objects.name)));

create function private.keep_files() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := case when old.bucket_id = 'trash' then old.name else old.bucket_id || '/' || old.name end;
  becomes text := case when new.bucket_id = 'trash' then new.name else new.bucket_id || '/' || new.name end;
begin
  if private.file_operation() = 'object.upload_signed'
    or (auth.uid() is not null and ((old.bucket_id = 'trash') = (new.bucket_id = 'trash') or was <> becomes)) then
    raise insufficient_privilege using message = 'A stored file is not replaced or renamed: move it to the trash';
  end if;
  return new;
end $$;
comment on function private.keep_files() is
  'Lets a person move a file to the trash (under bucket/name) and back to where it was, and change nothing else of it. The service key may; a signed upload, which runs with it, may not.';
revoke execute on function private.keep_files() from public;
create trigger objects_update_keep before update of bucket_id, name, version, metadata on storage.objects
  for each row execute function private.keep_files();

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
revoke execute on function private.record_file_change() from public;
create trigger objects_change_audit after update or delete on storage.objects
  for each row execute function private.record_file_change();
create trigger objects_insert_audit after insert on storage.objects
  for each row when (new.owner is not null) execute function private.record_file_change();

create function public.may_open_lesson_file(bucket text, path text) returns boolean
language sql stable set search_path = '' begin atomic
  select exists (
    select from public.lesson_contents as contents
    where bucket = 'lesson-videos' and contents.provider = 'file' and contents.video_ref = path)
  or exists (
    select from public.lesson_contents as contents
    where bucket = 'lesson-files' and contents.lesson_id in (select private.lessons_with_file(path)));
end;
comment on function public.may_open_lesson_file(text, text) is
  'Whether the caller may read the content of a lesson that names this file. The function sign-lesson-file asks it as the person.';
revoke execute on function public.may_open_lesson_file(text, text) from public, anon;
grant execute on function public.may_open_lesson_file(text, text) to authenticated;
