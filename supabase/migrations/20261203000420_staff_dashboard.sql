-- The first page of the staff: what waits, figures, health. One function a block, so that each fails alone.
create index email_outbox_abandoned_idx on public.email_outbox (created_at) where status = 'abandoned';

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
      select count(*) from (select from public.support_tickets where status = 'open' limit 100) as bounded));
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
    counts := counts || jsonb_build_object('mails', (
      select count(*) from (select from public.email_outbox where status = 'abandoned' and not is_decoy
        and created_at > now() - interval '7 days' limit 100) as bounded));
  end if;
  if private.has_permission('courses.manage', 'lessons.manage') then
    counts := counts || jsonb_build_object('courses', (
      select count(*) from (select from public.courses where not is_published limit 100) as bounded));
  end if;
  if private.can_manage_article('news') or private.can_manage_article('essay') then
    counts := counts || jsonb_build_object('articles', (
      select count(*) from (select from public.articles where not is_published and private.can_manage_article(kind) limit 100) as bounded));
  end if;
  return counts;
end $$;
revoke execute on function private.staff_waiting() from public;
grant execute on function private.staff_waiting() to authenticated;
create function public.staff_waiting() returns json
language sql stable set search_path = '' begin atomic select private.staff_waiting(); end;
comment on function public.staff_waiting() is
  'How much waits, up to a hundred of each, by the permissions of the caller: tickets, access_requests, invitations (ending within two days), mails (given up in a week), courses and articles (drafts). A key that is missing is none of theirs.';
revoke execute on function public.staff_waiting() from public, anon;
grant execute on function public.staff_waiting() to authenticated;

create function private.staff_figures() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Jerusalem')::date;
  since constant timestamptz := (today - 55)::timestamp at time zone 'Asia/Jerusalem';
begin
  if not private.has_permission('students.view', 'analytics.view', 'reports.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view, analytics.view or reports.view');
  end if;
  return (
    with days as (select today - 55 + i as day from generate_series(0, 55) as i),
    registered as (
      select (users.created_at at time zone 'Asia/Jerusalem')::date as day, count(*) as n
      from public.users where users.created_at >= since group by 1),
    finished as (
      select (done.completed_at at time zone 'Asia/Jerusalem')::date as day, count(*) as n
      from public.course_completions as done where done.completed_at >= since group by 1)
    select json_build_object('days', json_agg(json_build_object('day', days.day,
      'registrations', coalesce(registered.n, 0), 'completions', coalesce(finished.n, 0)) order by days.day))
    from days left join registered using (day) left join finished using (day));
end $$;
revoke execute on function private.staff_figures() from public;
grant execute on function private.staff_figures() to authenticated;
create function public.staff_figures() returns json
language sql stable set search_path = '' begin atomic select private.staff_figures(); end;
comment on function public.staff_figures() is
  'Registrations and completed courses of each of the last 56 days in Israel, today included, for staff with students.view, analytics.view or reports.view.';
revoke execute on function public.staff_figures() from public, anon;
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
      and created_at > now() - interval '7 days' limit 10000) as bounded),
    'stored_bytes', (select coalesce(sum((objects.metadata ->> 'size')::bigint), 0) from storage.objects),
    'database_bytes', pg_database_size(current_database()),
    'audit_lines', (select head.position from private.audit_head as head));
end $$;
revoke execute on function private.staff_health() from public;
grant execute on function private.staff_health() to authenticated;
create function public.staff_health() returns json
language sql stable set search_path = '' begin atomic select private.staff_health(); end;
comment on function public.staff_health() is
  'For super_admin: mails that wait and since when, mails given up in a week, bytes of stored files and of the database, lines of the audit log.';
revoke execute on function public.staff_health() from public, anon;
grant execute on function public.staff_health() to authenticated;
