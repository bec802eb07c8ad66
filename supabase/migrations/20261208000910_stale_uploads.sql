-- Originals that nobody asked for: the library was never told, drawing was given up, or the process ended before it cleared.
create function private.stale_uploads() returns jsonb
language sql volatile security definer set search_path = '' as $$
  select coalesce(jsonb_agg(stale.name), '[]') from (
    select objects.name from storage.objects
    where objects.bucket_id = 'uploads' and objects.created_at < now() - interval '1 day'
      and not exists (select from private.media_files as files where files.upload_path = objects.name and files.state = 'waiting')
    order by objects.created_at limit 50) as stale
$$;
revoke execute on function private.stale_uploads() from public;
grant execute on function private.stale_uploads() to service_role;
create function public.stale_uploads() returns jsonb
language sql volatile set search_path = '' begin atomic select private.stale_uploads(); end;
comment on function public.stale_uploads() is
  'Fifty originals in the bucket uploads that are older than a day and wait for nothing; the server deletes them. For the service key alone.';
revoke execute on function public.stale_uploads() from public, anon, authenticated;
grant execute on function public.stale_uploads() to service_role;
