-- Uploads in parts replace no stored file either, whoever sends them: those by a link run with the service key and name
-- no person, and older releases of Supabase Storage do not tell the two apart by their operation.
create or replace function private.keep_files() returns trigger
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
