create function private.stale_uploads() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select coalesce(jsonb_agg(stale.name), '[]') from (
    select objects.name from storage.objects
    where objects.bucket_id = 'uploads' and objects.created_at < now() - interval '1 day'
      and not exists (select from private.media_files as files where files.upload_path = objects.name and files.state = 'waiting')
    order by objects.created_at limit 50) as stale
$$;
grant execute on function private.stale_uploads() to service_role;

create function public.stale_uploads() returns jsonb
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held() then '[]' else private.stale_uploads() end;
end;
comment on function public.stale_uploads() is
  'Fifty originals in the bucket uploads that are older than a day and wait for nothing; the server deletes them. For the service key alone.';

create function private.media_room() returns jsonb
language sql stable security definer set search_path = '' return jsonb_build_object(
  'quota', coalesce((private.setting('media_quota_gb') #>> '{}')::bigint, 50) * 1000000000,
  'trash_days', coalesce((private.setting('media_trash_days') #>> '{}')::integer, 30),
  'bytes', (select coalesce(sum(case when files.state = 'waiting' then files.original_bytes else files.stored_bytes end), 0) from private.media_files as files));
comment on function private.media_room() is
  'What the library may take up and takes up, in bytes, those that wait and those in the trash included.';

create function private.take_removed_media() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  update private.media_files as files set removed_at = now()
  where files.id = (
    select old.id from private.media_files as old
    where old.trashed_at < now() - make_interval(days => (private.media_room() ->> 'trash_days')::integer)
      and (old.removed_at is null or old.removed_at < now() - interval '5 minutes')
      and not exists (select from private.media_uses as uses where uses.media_id = old.id and uses.version = 0)
    order by old.trashed_at limit 1 for update skip locked)
  returning files.* into item;
  return case when item.id is not null then jsonb_build_object('id', item.id, 'objects', (
    select coalesce(jsonb_agg('images/' || (variant ->> 'path')), '[]') from jsonb_array_elements(item.variants) as variant)
    || case when item.path is not null then jsonb_build_array(case item.kind when 'video' then 'lesson-videos/' else 'lesson-files/' end || item.path) else '[]' end) end;
end $$;
grant execute on function private.take_removed_media() to service_role;

-- The stored files may be those of the academy that was backed up, where both name the same bucket elsewhere.
create function public.take_removed_media() returns jsonb
language sql volatile set search_path = '' begin atomic
  select case when not private.is_outgoing_held() then private.take_removed_media() end;
end;
comment on function public.take_removed_media() is
  'A file whose time in the trash is over, for the process that asks: {id, objects: its places in the storage} or null; nobody takes it back from then on. For the service key alone.';

create function private.forget_media_file(id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.media_files as files where files.id = forget_media_file.id and files.removed_at is not null;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id) values (null, 'media removed', 'media_files', id::text);
  end if;
  return found;
end $$;
grant execute on function private.forget_media_file(uuid) to service_role;

create function public.forget_media_file(id uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.forget_media_file(id); end;
comment on function public.forget_media_file(uuid) is
  'Forgets a file that take_removed_media gave, once its objects are gone. For the service key alone.';
