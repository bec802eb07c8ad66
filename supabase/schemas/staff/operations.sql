create table private.system_reports (
  only_one boolean primary key default true check (only_one),
  report jsonb not null check (pg_column_size(report) < 50000),
  reported_at timestamptz not null default now()
);
comment on table private.system_reports is
  'The last word of the process that runs the academy about itself. Nothing about persons.';
alter table private.system_reports enable row level security;

create function private.note_system_report(report jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known jsonb := coalesce((select reports.report -> 'jobs' from private.system_reports as reports), '{}');
begin
  if jsonb_typeof(report) is distinct from 'object' or jsonb_typeof(report -> 'jobs') is distinct from 'object' then
    perform private.raise_app_error('INVALID_REPORT', 400, 'Send a report with jobs');
  end if;
  -- A job that has not run since the start keeps what is known of its last run; one that is no more goes.
  insert into private.system_reports as reports (report)
  values (note_system_report.report || jsonb_build_object('jobs', (
    select coalesce(jsonb_object_agg(job.key, coalesce(known -> job.key, '{}') || job.value), '{}')
    from jsonb_each(note_system_report.report -> 'jobs') as job where jsonb_typeof(job.value) = 'object')))
  on conflict (only_one) do update set report = excluded.report, reported_at = now();
end $$;
grant execute on function private.note_system_report(jsonb) to service_role;

create function public.note_system_report(report jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.note_system_report(report); end;
comment on function public.note_system_report(jsonb) is
  'For the process of the academy: its jobs by name ({ran_at, failure, next_at}), the disk of its folder ({free_bytes, total_bytes}) and its backups ({newest_at}; missing where none are known of).';

create function private.operations_overview() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('super_admin') or not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For super_admin');
  end if;
  return json_build_object(
    'buckets', (
      select coalesce(json_agg(json_build_object('name', buckets.id, 'files', coalesce(sums.files, 0), 'bytes', coalesce(sums.bytes, 0)) order by sums.bytes desc nulls last, buckets.id), '[]')
      from storage.buckets
      left join (
        select objects.bucket_id, count(*) as files, sum((objects.metadata ->> 'size')::bigint) as bytes
        from storage.objects group by objects.bucket_id) as sums on sums.bucket_id = buckets.id),
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
grant execute on function private.operations_overview() to authenticated;

create function public.operations_overview() returns json
language sql stable set search_path = '' begin atomic select private.operations_overview(); end;
comment on function public.operations_overview() is
  'For super_admin: files and bytes of each bucket, the eight biggest tables, sessions of the last 90 days (all, of how many people, of staff, opened today), and what the process last found to mend, null where none examines itself.';
grant execute on function public.operations_overview() to authenticated;
