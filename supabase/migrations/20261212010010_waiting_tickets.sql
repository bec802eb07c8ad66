-- What waits at the desk is what its first view lists: neither spam nor what somebody put off.
create or replace function private.staff_waiting() returns json
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
        where not tickets.is_spam and tickets.status = 'open' and coalesce(tickets.snoozed_until, '-infinity') <= now() limit 100) as bounded));
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
