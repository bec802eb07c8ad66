create function private.staff_waiting() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counts jsonb := '{}';
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  -- Bounded: a hundred says that there is enough to do.
  if private.has_permission('support.access') then
    counts := counts || jsonb_build_object('tickets', (
      select count(*) from (select from public.support_tickets as tickets
        where not tickets.is_spam and tickets.merged_into is null and tickets.status = 'open' and coalesce(tickets.snoozed_until, '-infinity') <= now() limit 100) as bounded));
  end if;
  if private.has_permission('students.view') then
    counts := counts || jsonb_build_object('access_requests', (
      select count(*) from (select from public.access_requests where status = 'open' limit 100) as bounded));
  end if;
  if private.has_permission('users.view', 'users.manage') then
    counts := counts || jsonb_build_object('invitations', (
      select count(*) from (select from public.invitation_history where status = 'pending'
        and expires_at between now() and now() + interval '2 days' limit 100) as bounded));
  end if;
  if private.has_permission('settings.manage') then
    -- What was taken back because a consent ended was never tried, and is nothing to look at.
    counts := counts || jsonb_build_object('mails', (
      select count(*) from (select from public.email_outbox where status = 'abandoned' and not is_decoy
        and last_failure is not null and created_at > now() - interval '7 days' limit 100) as bounded));
  end if;
  if private.has_role('super_admin') then
    counts := counts || jsonb_build_object('jobs', (
      select count(*) from private.system_reports as reports, jsonb_each(reports.report -> 'jobs') as job
      where reports.reported_at > now() - interval '10 minutes' and job.value ->> 'failure' is not null));
  end if;
  if private.has_permission('courses.manage', 'lessons.manage') then
    counts := counts || jsonb_build_object('courses', (
      select count(*) from (select from public.courses where not is_published limit 100) as bounded));
  end if;
  if private.has_permission('courses.manage') then
    counts := counts || jsonb_build_object('facts', (
      select count(*) from (select from public.finance_facts as facts
        where facts.is_published and facts.review_by < private.today_in_israel() limit 100) as bounded));
  end if;
  if private.can_manage_article('news') or private.can_manage_article('essay') then
    counts := counts || jsonb_build_object('articles', (
      select count(*) from (select from public.articles where not is_published and private.can_manage_article(kind) limit 100) as bounded));
  end if;
  return counts;
end $$;
grant execute on function private.staff_waiting() to authenticated;

create function public.staff_waiting() returns json
language sql stable set search_path = '' begin atomic select private.staff_waiting(); end;
comment on function public.staff_waiting() is
  'What waits for the caller, by what they may do: open tickets and requests for access, invitations that expire, mails of a week that failed and were given up, jobs that failed (super_admin), finance facts past their day of review, drafts; each counted to 100.';
grant execute on function public.staff_waiting() to authenticated;

create function private.staff_figures() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
begin
  if not private.has_permission('students.view', 'analytics.view', 'reports.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view, analytics.view or reports.view');
  end if;
  return (
    select json_build_object(
      'days', json_agg(json_build_object('day', days.day,
        'registrations', coalesce(sums.registrations, 0), 'active_students', coalesce(sums.active_students, 0),
        'completed_lessons', coalesce(sums.completed_lessons, 0), 'completed_courses', coalesce(sums.completed_courses, 0)) order by days.day),
      'counted_at', max(sums.counted_at))
    from (select today - 56 + i as day from generate_series(0, 56) as i) as days
    left join private.day_sums as sums using (day));
end $$;
grant execute on function private.staff_figures() to authenticated;

create function public.staff_figures() returns json
language sql stable set search_path = '' begin atomic select private.staff_figures(); end;
comment on function public.staff_figures() is
  'Registrations, active students, completed lessons and completed courses of each of the last 56 days in Israel and of today, and when they were last counted, for staff with students.view, analytics.view or reports.view.';
grant execute on function public.staff_figures() to authenticated;

create function private.staff_health() returns json
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
grant execute on function private.staff_health() to authenticated;

create function public.staff_health() returns json
language sql stable set search_path = '' begin atomic select private.staff_health(); end;
comment on function public.staff_health() is
  'For super_admin: mails that wait and since when, mails given up in a week that failed, bytes of stored files and of the database, lines of the audit log, and the last report of the process (jobs, disk, backups), null where there is none.';
grant execute on function public.staff_health() to authenticated;
