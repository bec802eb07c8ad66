-- What only the process of the academy knows: how its jobs went, how full the disk of its folder is, how old the newest
-- backup. It says so every minute; a project elsewhere has no such process, and then it is not known.
create table private.system_reports (
  only_one boolean primary key default true check (only_one),
  report jsonb not null check (pg_column_size(report) < 50000),
  reported_at timestamptz not null default now()
);
comment on table private.system_reports is 'The last word of the process that runs the academy about itself. Nothing about persons.';
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
revoke execute on function private.note_system_report(jsonb) from public;
grant execute on function private.note_system_report(jsonb) to service_role;
create function public.note_system_report(report jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.note_system_report(report); end;
comment on function public.note_system_report(jsonb) is
  'For the process of the academy: its jobs by name ({ran_at, failure, next_at}), the disk of its folder ({free_bytes, total_bytes}) and its backups ({newest_at}; missing where none are known of).';
revoke execute on function public.note_system_report(jsonb) from public, anon, authenticated;
grant execute on function public.note_system_report(jsonb) to service_role;

create or replace function private.staff_health() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_role('super_admin') or not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For super_admin');
  end if;
  return json_build_object(
    'queued_mails', (select count(*) from (select from public.email_outbox where status = 'queued' limit 10000) as bounded),
    'oldest_due_at', (select min(mails.next_attempt_at) from public.email_outbox as mails
      where mails.status = 'queued' and mails.next_attempt_at <= now()),
    'abandoned_mails', (select count(*) from (select from public.email_outbox where status = 'abandoned' and not is_decoy
      and last_failure is not null and created_at > now() - interval '7 days' limit 10000) as bounded),
    'stored_bytes', (select coalesce(sum((objects.metadata ->> 'size')::bigint), 0) from storage.objects),
    'database_bytes', pg_database_size(current_database()),
    'audit_lines', (select head.position from private.audit_head as head),
    'report', (select reports.report || jsonb_build_object('reported_at', reports.reported_at,
      'is_old', reports.reported_at < now() - interval '10 minutes') from private.system_reports as reports));
end $$;
comment on function public.staff_health() is
  'For super_admin: mails that wait and since when, mails given up in a week that failed, bytes of stored files and of the database, lines of the audit log, and the last report of the process (jobs, disk, backups), null where there is none.';
