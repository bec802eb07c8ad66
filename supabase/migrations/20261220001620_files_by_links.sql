-- A person stores uploads of their own and does nothing else with the storage: pages read public pictures and links that
-- the function sign-lesson-file signs, and the server moves, lists and deletes with the service key.
create function private.may_upload(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.manages_media() and name ~ ('^' || auth.uid()::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
end $$;
comment on function private.may_upload(text) is
  'Whether the caller may leave a file for the library under this name in the bucket uploads: their own folder and a UUID.';
revoke execute on function private.may_upload(text) from public;
grant execute on function private.may_upload(text) to authenticated;

drop policy buckets_select_staff on storage.buckets;
drop policy objects_select_academy on storage.objects;
drop policy objects_update_academy on storage.objects;
drop policy objects_insert_academy on storage.objects;
create policy objects_insert_upload on storage.objects for insert to authenticated
  with check (bucket_id = 'uploads' and (select private.may_upload(objects.name)));
drop function private.may_manage_file(text, text);
revoke execute on function private.file_operation() from authenticated;
