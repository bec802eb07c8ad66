-- What failed of the jobs waits for a super_admin; what is listed and kept says its bounds and keeps them.
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
  if private.can_manage_article('news') or private.can_manage_article('essay') then
    counts := counts || jsonb_build_object('articles', (
      select count(*) from (select from public.articles where not is_published and private.can_manage_article(kind) limit 100) as bounded));
  end if;
  return counts;
end $$;
comment on function public.staff_waiting() is
  'What waits for the caller, by what they may do: open tickets and requests for access, invitations that expire, mails of a week that failed and were given up, jobs that failed (super_admin), drafts; each counted to 100.';

create or replace function private.read_student_viewing() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
begin
  return json_build_object(
    'student_id', viewing.student_id, 'expires_at', viewing.expires_at,
    'seconds_left', floor(extract(epoch from viewing.expires_at - clock_timestamp())),
    'first_name', (select users.first_name from public.users where users.id = viewing.student_id),
    'courses', (select coalesce(json_agg(row_to_json(course)), '[]') from private.courses_of(viewing.student_id) as course),
    'bookmarks', (
      select coalesce(json_agg(row_to_json(line) order by line.created_at desc), '[]') from (
        select bookmarks.id, bookmarks.course_id, bookmarks.created_at, courses.title_he, courses.thumbnail_url,
          categories.name_he as category_name
        from public.bookmarks join public.courses on courses.id = bookmarks.course_id and courses.is_published
        left join public.categories on categories.id = courses.category_id
        where bookmarks.user_id = viewing.student_id) as line));
end $$;
comment on function private.read_student_viewing() is
  'Begun courses and the saved courses: what the dashboard shows. Notes, questions, sessions, address and phone are not in it.';
comment on function public.read_student_viewing() is
  'What the student sees whom this session views: begun and saved courses. 403 VIEWING_OVER without an open viewing.';

create or replace function private.list_team() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  actor record;
  manages boolean := private.has_permission('users.manage');
begin
  if not manages and not private.has_permission('users.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: users.view');
  end if;
  select * into actor from private.current_staff();
  return json_build_object(
    'more', (select count(*) > 2000 from public.admin_users)
      or (select count(*) > 2000 from public.invitation_history where invitation_history.status = 'pending'),
    'members', (
      select coalesce(json_agg(json_build_object(
        'id', member.id, 'first_name', member.first_name, 'last_name', member.last_name, 'email', member.email,
        'role', roles.name, 'level', roles.level, 'is_active', member.is_active, 'email_verified', member.email_verified,
        'last_login_at', member.last_login_at, 'created_at', member.created_at,
        'second_step', exists (select from auth.mfa_factors
          where mfa_factors.user_id = member.supabase_auth_id and mfa_factors.status = 'verified'),
        'is_self', member.id = actor.admin_id,
        'may_change', manages and member.id <> actor.admin_id and roles.level >= actor.role_level
      ) order by roles.level, lower(member.first_name || ' ' || member.last_name), member.id), '[]')
      from (select * from public.admin_users order by admin_users.is_active desc, admin_users.created_at limit 2000) as member
      join public.roles on roles.id = member.role_id),
    'invitations', (
      select coalesce(json_agg(json_build_object(
        'id', invited.id, 'email', invited.email, 'first_name', invited.first_name, 'last_name', invited.last_name,
        'role', roles.name, 'created_at', invited.created_at, 'expires_at', invited.expires_at,
        'invited_by', inviter.first_name, 'may_change', manages and roles.level >= actor.role_level
      ) order by invited.created_at desc, invited.id), '[]')
      from (select * from public.invitation_history where invitation_history.status = 'pending'
        order by invitation_history.created_at desc limit 2000) as invited
      join public.roles on roles.id = invited.role_id
      left join public.admin_users as inviter on inviter.id = invited.invited_by),
    'roles', (
      select coalesce(json_agg(roles.name order by roles.level), '[]') from public.roles
      where manages and roles.level >= actor.role_level));
end $$;
comment on function public.list_team() is
  'Staff, pending invitations and the roles that the caller may give, for users.view or users.manage ([2.12-07], [6-16]); at most 2,000 of each, and whether there are more.';

create or replace function private.forget_old_rows(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  mails integer;
  visits integer;
  links integer;
  mail_days integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  visit_months integer := coalesce((private.setting('visits_kept_months') #>> '{}')::integer, 13);
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - make_interval(days => mail_days) and done.status <> 'queued'
    order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - make_interval(months => visit_months) order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  -- Not bounded: thirty an hour for each member of the staff are all there can be.
  delete from private.list_exports where list_exports.opened_at < now() - interval '1 hour';
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  delete from private.sign_ins where session_id in (
    select past.session_id from private.sign_ins as past
    where past.signed_in_at < now() - interval '180 days' order by past.signed_in_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $$;
comment on function public.forget_old_rows(integer) is
  'Forgets done mails after mails_kept_days (30 at most), single visits after visits_kept_months (13 at most), unsubscribe links after 2 years, recovery links after 30 days, requests for access and sign-ins after 180 days and filters of exported lists after an hour, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';
