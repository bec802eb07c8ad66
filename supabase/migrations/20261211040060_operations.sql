-- What an operator sees inside the academy: files by bucket, open sessions, and what the process found when it examined
-- itself. Jobs, disk and backups are in staff_health.
create function private.operations_overview() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('super_admin') or not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For super_admin');
  end if;
  return json_build_object(
    'buckets', (
      select coalesce(json_agg(json_build_object('name', buckets.id, 'files', coalesce(kept.files, 0), 'bytes', coalesce(kept.bytes, 0)) order by kept.bytes desc nulls last, buckets.id), '[]')
      from storage.buckets
      left join (
        select objects.bucket_id, count(*) as files, sum((objects.metadata ->> 'size')::bigint) as bytes
        from storage.objects group by objects.bucket_id) as kept on kept.bucket_id = buckets.id),
    'tables', (
      select json_agg(json_build_object('name', biggest.name, 'bytes', biggest.bytes) order by biggest.bytes desc)
      from (
        select classes.relname as name, pg_total_relation_size(classes.oid) as bytes
        from pg_catalog.pg_class as classes
        where classes.relkind = 'r' and classes.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
        order by 2 desc limit 8) as biggest),
    'sessions', (
      select json_build_object(
        'staff', count(*) filter (where exists (select from public.admin_users as members where members.supabase_auth_id = open.user_id)),
        'all', count(*), 'people', count(distinct open.user_id),
        'opened_today', count(*) filter (where open.created_at >= private.begin_of(private.day_of(now()))))
      from auth.sessions as open where open.created_at > now() - interval '90 days'),
    'doctor', (select reports.report -> 'doctor' from private.system_reports as reports));
end $$;
revoke execute on function private.operations_overview() from public;
grant execute on function private.operations_overview() to authenticated;
create function public.operations_overview() returns json
language sql stable set search_path = '' begin atomic select private.operations_overview(); end;
comment on function public.operations_overview() is
  'For super_admin: files and bytes of each bucket, the eight biggest tables, sessions of the last 90 days (all, of how many people, of staff, opened today), and what the process last found to mend, null where none examines itself.';
revoke execute on function public.operations_overview() from public, anon;
grant execute on function public.operations_overview() to authenticated;
