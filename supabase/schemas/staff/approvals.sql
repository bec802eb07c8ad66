create table private.approval_requests (
  id uuid primary key default gen_random_uuid(),
  action text not null check (action in ('super_admin', 'backup', 'students')),
  subject jsonb not null check (jsonb_typeof(subject) = 'object' and octet_length(subject::text) <= 1000),
  reason text not null check (char_length(reason) between 3 and 500),
  requested_by uuid not null references public.admin_users on delete cascade,
  requested_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  decided_by uuid references public.admin_users on delete set null,
  decided_at timestamptz,
  approved boolean,
  used_at timestamptz,
  constraint approval_requests_decision_check check ((decided_at is null) = (approved is null)),
  constraint approval_requests_use_check check (used_at is null or coalesce(approved, false))
);
comment on table private.approval_requests is
  'Acts that a member of the staff wants another super_admin to approve, and what was decided. An approval is good for one act of the requester until it expires.';
create index approval_requests_requested_by_idx on private.approval_requests (requested_by, requested_at desc);
create index approval_requests_decided_by_idx on private.approval_requests (decided_by);
create index approval_requests_requested_at_idx on private.approval_requests (requested_at);
alter table private.approval_requests enable row level security;

create function private.recent_super_admins() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select members.id from public.admin_users as members join public.roles on roles.id = members.role_id
  where roles.name = 'super_admin' and members.is_active and members.email_verified and members.supabase_auth_id is not null
  union
  select log.entity_id::uuid from public.audit_log as log join public.roles on roles.id::text = log.before ->> 'role_id'
  where log.entity = 'admin_users' and log.action in ('update', 'delete') and log.occurred_at > now() - interval '24 hours'
    and roles.name = 'super_admin' and log.before @> '{"is_active": true, "email_verified": true}'
    and log.before ->> 'supabase_auth_id' is not null
$$;
comment on function private.recent_super_admins() is
  'The active super_admins, and those who were within 24 hours: nobody gets rid of the second person by closing their account.';

create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) || '@' || split_part(lower(trim(address)), '@', 2)
$$;
comment on function private.mailbox_of(text) is 'An address without what stands behind a plus: the same box.';

create function private.approvers(requester uuid) returns setof public.admin_users
language sql stable security definer set search_path = '' as $$
  select members.* from public.admin_users as members join public.roles on roles.id = members.role_id
  join public.admin_users as own on own.id = approvers.requester
  where roles.name = 'super_admin' and members.is_active and members.email_verified
    and members.id <> own.id and members.supabase_auth_id <> own.supabase_auth_id
    and private.mailbox_of(members.email) <> private.mailbox_of(own.email)
$$;
comment on function private.approvers(uuid) is
  'Who may approve what a member wants: each other active super_admin, not by another account of the same mailbox.';

create function private.require_approval(action text, subject jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  requester constant uuid := case when auth.uid() is not null then (select staff.admin_id from private.current_staff() as staff) end;
begin
  -- The server is not asked, and who may not do it at all is refused by the act itself.
  if requester is null or action <> 'students' and not private.has_role('super_admin')
    or (select count(*) from private.recent_super_admins()) < 2 then
    return;
  end if;
  update private.approval_requests as requests set used_at = clock_timestamp()
  where requests.id = (
    select approved.id from private.approval_requests as approved
    where approved.requested_by = requester and approved.action = require_approval.action and approved.subject = require_approval.subject
      and approved.approved and approved.used_at is null and approved.expires_at > now()
      and approved.decided_by in (select approvers.id from private.approvers(requester) as approvers)
    order by approved.expires_at for update skip locked limit 1);
  if not found then
    perform private.raise_app_error('APPROVAL_NEEDED', 403, 'Another super_admin has to approve this', json_build_object(
      'action', action, 'subject', subject, 'approvers', (select count(*) from private.approvers(requester)))::text);
  end if;
end $$;
comment on function private.require_approval(text, jsonb) is
  'Takes the approval of another super_admin for this act, once, while it holds; ends the statement with APPROVAL_NEEDED where there is none. Where there is one super_admin alone nothing is asked.';
grant execute on function private.require_approval(text, jsonb) to authenticated, service_role;

create function private.approval_open(request private.approval_requests) returns boolean
language sql stable set search_path = '' as $$
  select request.expires_at > now() and request.decided_at is null
$$;

create function private.request_approval(action text, subject jsonb, reason text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  trimmed_reason constant text := trim(coalesce(reason, ''));
  member record;
  request uuid;
begin
  select staff.admin_id, admin_users.first_name into member
    from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
  if not found then
    perform private.raise_app_error('FORBIDDEN', 403, 'For the staff');
  end if;
  perform private.require_fresh_sign_in();
  if char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if not coalesce(case when jsonb_typeof(subject) <> 'object' then false
      when action = 'super_admin' then subject - 'email' = '{}' and private.is_staff_email(subject ->> 'email')
        or subject - 'member' = '{}' and exists (select from public.admin_users where admin_users.id::text = subject ->> 'member')
      when action = 'backup' then subject - 'file' = '{}' and char_length(subject ->> 'file') between 1 and 200
      when action = 'students' then subject = '{}' end, false) then
    perform private.raise_app_error('APPROVAL_INVALID', 400, 'Nothing that is approved');
  end if;
  if not (case action when 'students' then private.has_permission('students.view') else private.has_role('super_admin') end) then
    perform private.raise_app_error('FORBIDDEN', 403, 'What one may not do is not asked for');
  end if;
  if not private.take_call('approval requests', member.admin_id::text, 20, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty requests a day');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('approval ' || member.admin_id::text, 0));
  select requests.id into request from private.approval_requests as requests
    where requests.requested_by = member.admin_id and requests.action = request_approval.action and requests.subject = request_approval.subject
      and private.approval_open(requests);
  if found then
    return request;
  end if;
  if (select count(*) from private.approval_requests as requests
      where requests.requested_by = member.admin_id and private.approval_open(requests)) >= 5 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five requests at a time');
  end if;
  delete from private.approval_requests as requests where requests.requested_at < now() - interval '90 days';
  insert into private.approval_requests (action, subject, reason, requested_by)
  values (request_approval.action, request_approval.subject, trimmed_reason, member.admin_id) returning id into request;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'approval requested', 'approval_requests', request::text, jsonb_build_object('act', action, 'reason', trimmed_reason));
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'approval', approvers.email, private.academy_subject('בקשה ממתינה לאישור שלכם'),
    jsonb_build_object('what', 'requested', 'act', request_approval.action, 'by', member.first_name, 'reason', trimmed_reason)
  from private.approvers(member.admin_id) as approvers;
  return request;
end $$;
grant execute on function private.request_approval(text, jsonb, text) to authenticated;

create function public.request_approval(action text, subject jsonb, reason text) returns uuid
language sql volatile set search_path = '' begin atomic select private.request_approval(action, subject, reason); end;
comment on function public.request_approval(text, jsonb, text) is
  'For the staff, freshly signed in: asks the other super_admins to approve an act, as APPROVAL_NEEDED names it in its details, for 24 hours, and mails them. Asking again gives the same request. 429 TOO_MANY_REQUESTS past five open or twenty a day.';
grant execute on function public.request_approval(text, jsonb, text) to authenticated;

create function private.decide_approval(request_id uuid, approved boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
  request private.approval_requests;
begin
  perform private.require_fresh_sign_in();
  if approved is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'A request is approved or refused');
  end if;
  select * into request from private.approval_requests as requests where requests.id = request_id for update;
  if not found then
    perform private.raise_app_error('APPROVAL_NOT_FOUND', 404, 'No such request');
  end if;
  -- Whoever asked may take it back, and no more.
  if operator not in (select approvers.id from private.approvers(request.requested_by) as approvers)
    and (approved or operator <> request.requested_by) then
    perform private.raise_app_error('APPROVAL_OWN', 403, 'Another person decides about one''s own request');
  end if;
  if request.decided_at is not null then
    perform private.raise_app_error('ALREADY_DECIDED', 409, 'The request was decided before');
  end if;
  if request.expires_at <= now() then
    perform private.raise_app_error('APPROVAL_EXPIRED', 409, 'The request is older than 24 hours');
  end if;
  update private.approval_requests as requests
  set decided_by = operator, decided_at = now(), approved = decide_approval.approved where requests.id = request.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), case when approved then 'approval given' else 'approval refused' end, 'approval_requests', request.id::text,
    jsonb_build_object('act', request.action, 'requested_by', request.requested_by));
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'approval', members.email,
    private.academy_subject(case when approved then 'הבקשה שלכם אושרה' else 'הבקשה שלכם נדחתה' end),
    jsonb_build_object('what', case when approved then 'given' else 'refused' end, 'act', request.action)
  from public.admin_users as members where members.id = request.requested_by and members.id <> operator;
end $$;
grant execute on function private.decide_approval(uuid, boolean) to authenticated;

create function public.decide_approval(request_id uuid, approved boolean) returns void
language sql volatile set search_path = '' begin atomic select private.decide_approval(request_id, approved); end;
comment on function public.decide_approval(uuid, boolean) is
  'For another super_admin than who asked, freshly signed in: approves or refuses a request, once; who asked may take it back. 403 APPROVAL_OWN, 404 APPROVAL_NOT_FOUND, 409 ALREADY_DECIDED or APPROVAL_EXPIRED.';
grant execute on function public.decide_approval(uuid, boolean) to authenticated;

create function private.list_approvals() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
begin
  return json_build_object(
    'alone', (select count(*) from private.recent_super_admins()) < 2,
    'requests', (
      select coalesce(json_agg(line order by line.requested_at desc, line.id), '[]') from (
        select requests.id, requests.action, requests.reason, requests.requested_at, requests.expires_at, requests.decided_at,
          asking.first_name as requested_by, deciding.first_name as decided_by, requests.requested_by = operator as own,
          requests.requested_by <> operator and operator in (select approvers.id from private.approvers(requests.requested_by) as approvers) as may_decide,
          coalesce(trim(meant.first_name || ' ' || coalesce(meant.last_name, '')) || ' · ' || meant.email,
            requests.subject ->> 'email', requests.subject ->> 'file', '') as about,
          case when requests.used_at is not null then 'used' when requests.approved = false then 'refused'
            when requests.expires_at <= now() then 'expired' when requests.approved then 'approved' else 'waiting' end as state
        from private.approval_requests as requests
        join public.admin_users as asking on asking.id = requests.requested_by
        left join public.admin_users as deciding on deciding.id = requests.decided_by
        left join public.admin_users as meant on meant.id::text = requests.subject ->> 'member'
        where requests.requested_at > now() - interval '30 days'
        order by requests.requested_at desc limit 200) as line));
end $$;
grant execute on function private.list_approvals() to authenticated;

create function public.list_approvals() returns json
language sql stable set search_path = '' begin atomic select private.list_approvals(); end;
comment on function public.list_approvals() is
  'For super_admin: {alone: whether nobody else has to approve, requests: those of 30 days, the newest first, each with its state (waiting, approved, refused, used, expired) and whether the caller may decide it}.';
grant execute on function public.list_approvals() to authenticated;

create function private.require_approved_super_admin(member uuid, role_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.has_role('super_admin') and 'super_admin' = coalesce(role_name, (
      select roles.name from public.admin_users join public.roles on roles.id = admin_users.role_id where admin_users.id = member)) then
    perform private.require_approval('super_admin', jsonb_build_object('member', member));
  end if;
end $$;
comment on function private.require_approved_super_admin(uuid, text) is
  'For giving a member a role, or the one they have back: asks for an approval where that is super_admin.';
grant execute on function private.require_approved_super_admin(uuid, text) to authenticated, service_role;

create function private.approved_export(opened json) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  few constant integer := 500;
begin
  perform private.require_session();
  -- What was opened a moment ago is logged by now, and counts with the parts before; those of one account come one by one.
  if (select sum((log.after ->> 'count')::bigint) from public.audit_log as log
      where log.actor = auth.uid() and log.action = 'students exported' and log.occurred_at > now() - interval '24 hours') > few then
    perform private.require_approval('students', '{}');
  end if;
  return opened;
end $$;
comment on function private.approved_export(json) is
  'Gives back what an export of students opened, unless the account has by it exported more than 500 within a day: each export past them wants an approval.';
grant execute on function private.approved_export(json) to authenticated;
