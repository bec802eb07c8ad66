-- Who is mightier is decided here and nowhere else. A member acts on nobody mightier, by no way: also not on who is invited
-- to a mightier role, by inviting the address again, nor by what is known of a person as an address alone.
create function private.reaches(own_level integer, target_level integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(own_level <= coalesce(target_level, 999), false);
end $$;
comment on function private.reaches(integer, integer) is
  'Whether a member of the one level may act on somebody of the other; null is somebody who is no staff.';
revoke execute on function private.reaches(integer, integer) from public;

create function private.require_reach(target_level integer) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() = 'service_role' then
    return;
  end if;
  if not private.reaches((select staff.role_level from private.current_staff() as staff), target_level) then
    perform private.raise_app_error('INSUFFICIENT_LEVEL', 403, 'Insufficient permission level');
  end if;
end $$;
comment on function private.require_reach(integer) is
  'Refuses a member who is less mighty than the level; the permission for the act is asked for before. The server itself passes.';
revoke execute on function private.require_reach(integer) from public;

create function private.staff_level_at(address text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select min(roles.level) from public.roles where roles.id in (
      select admin_users.role_id from public.admin_users
      left join auth.users on users.id = admin_users.supabase_auth_id
      where admin_users.is_active and staff_level_at.address in (admin_users.email, lower(users.email))
      union all
      select invited.role_id from public.invitation_history as invited
      where invited.email = staff_level_at.address and invited.status = 'pending' and invited.expires_at > now()));
end $$;
comment on function private.staff_level_at(text) is
  'The level of the active member of staff who has the address in lower case, or who is invited there; null for everyone else.';
revoke execute on function private.staff_level_at(text) from public;

create or replace function private.staff_level_of(account uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select min(roles.level) from public.roles where roles.id in (
    select admin_users.role_id from public.admin_users
    where admin_users.is_active and admin_users.supabase_auth_id = account
    union all
    select admin_users.role_id from auth.users join public.admin_users on admin_users.email = lower(users.email)
    where users.id = account and users.email_confirmed_at is not null
      and admin_users.is_active and admin_users.supabase_auth_id is null
    union all
    select invited.role_id from auth.users join public.invitation_history as invited on invited.email = lower(users.email)
    where users.id = account and users.email_confirmed_at is not null
      and invited.status = 'pending' and invited.expires_at > now())
$$;
comment on function private.staff_level_of(uuid) is
  'The level of the active member of staff to whom the account belongs, also when it is not bound to the row yet, or who is invited at its confirmed address; null for everyone else.';

create or replace function private.require_staff_manager(target_level integer) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  actor record;
begin
  if auth.role() = 'service_role' then
    return null;
  end if;
  select * into actor from private.current_staff();
  if not found or not private.has_permission('users.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: users.manage');
  end if;
  perform private.require_reach(target_level);
  return actor.admin_id;
end $$;

create or replace function private.require_viewer(viewer_role text, viewer_level integer, student uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(private.role_holds(viewer_role, 'students.view')
    and viewer_level <= (select roles.level from public.roles where roles.name = 'admin'), false) then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view, and the level of an admin');
  end if;
  if not private.reaches(viewer_level, private.staff_level_of(student)) then
    perform private.raise_app_error('INSUFFICIENT_LEVEL', 403, 'Insufficient permission level');
  end if;
  if not exists (select from public.users where users.id = student and users.is_active) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;

create or replace function private.create_admin_invitation(email text, role_name text, first_name text, last_name text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(trim(create_admin_invitation.email));
  role record;
  inviter uuid;
  is_staff_already boolean;
  -- 32 random bytes: what gen_random_uuid draws from, hashed together, so no extension is needed.
  token text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  invitation public.invitation_history;
begin
  -- Who is closed meanwhile is waited for, and invites nobody.
  if auth.uid() is not null then
    perform from public.admin_users where admin_users.supabase_auth_id = auth.uid() for share;
  end if;
  select roles.id, roles.level into role from public.roles where roles.name = create_admin_invitation.role_name;
  if not found then
    inviter := private.require_staff_manager(999);
    perform private.raise_app_error('INVALID_ROLE', 400, 'Invalid role specified');
  end if;
  inviter := private.require_staff_manager(role.level);
  if not private.is_staff_email(address) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('invite ' || address, 0));
  -- Who accepts meanwhile is waited for, and is staff then.
  perform from public.invitation_history where invitation_history.email = address and status = 'pending' for update;
  begin
    is_staff_already := exists (select from public.admin_users where admin_users.email = address);
  exception when query_canceled or others then
    perform private.raise_app_error('ADMIN_CHECK_FAILED', 500, 'Error checking existing admin users');
  end;
  if is_staff_already then
    perform private.raise_app_error('ADMIN_ALREADY_EXISTS', 409, 'Admin user already exists');
  end if;
  -- What is sent anew takes the place of what waits there: to take that back has to be within reach as well.
  perform private.require_reach(private.staff_level_at(address));
  update public.invitation_history set status = 'revoked' where invitation_history.email = address and status = 'pending';
  insert into public.invitation_history (email, role_id, invited_by, first_name, last_name, invitation_token)
  values (address, role.id, inviter, left(trim(coalesce(create_admin_invitation.first_name, '')), 100),
    left(trim(coalesce(create_admin_invitation.last_name, '')), 100), private.hash_token(token))
  returning * into invitation;
  return json_build_object('id', invitation.id, 'email', address, 'role_id', role.id, 'token', token, 'expires_at', invitation.expires_at);
end $$;

create or replace function private.suppress_address(address text, note text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  held constant text := lower(trim(coalesce(suppress_address.address, '')));
  why constant text := trim(coalesce(suppress_address.note, ''));
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if char_length(why) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if held !~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+\.[^@\s[:cntrl:]]+$' or char_length(held) > 320 then
    perform private.raise_app_error('INVALID_ADDRESS', 400, 'That is no address of a mailbox');
  end if;
  perform private.require_reach(private.staff_level_at(held));
  -- Who unsubscribed stays so: the way back is their own consent, whatever the staff add or lift.
  insert into public.email_suppressions (address, reason, note) values (held, 'added', why) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'address suppressed', 'email_suppressions', md5(held), jsonb_build_object('reason', why));
  return true;
end $$;

create or replace function private.lift_suppression(suppression_id text, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lifted public.email_suppressions;
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if char_length(trim(coalesce(lift_suppression.reason, ''))) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  perform private.require_reach(private.staff_level_at(held.address))
    from public.email_suppressions as held where md5(held.address) = suppression_id;
  -- Who unsubscribed comes back by their own consent alone.
  delete from public.email_suppressions as held where md5(held.address) = suppression_id and held.reason <> 'unsubscribed'
  returning * into lifted;
  if lifted.address is null then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'suppression lifted', 'email_suppressions', suppression_id,
    jsonb_build_object('why', lifted.reason, 'reason', trim(lift_suppression.reason)));
  return true;
end $$;

create or replace function private.block_ticket_sender(ticket_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = block_ticket_sender.ticket_id for update;
  if not found or blocked is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  perform private.require_reach(coalesce(private.staff_level_of(ticket.user_id), private.staff_level_at(ticket.email)));
  if blocked then
    insert into private.support_blocks (user_id, address, blocked_by)
    values (ticket.user_id, case when ticket.user_id is null then ticket.email end, caller) on conflict do nothing;
  else
    delete from private.support_blocks as blocks
    where blocks.user_id = ticket.user_id or (ticket.user_id is null and blocks.address = ticket.email);
  end if;
  if not found then
    return;
  end if;
  update public.support_tickets as tickets set is_spam = blocked where tickets.id = ticket.id;
  perform private.ticket_event(ticket.id, case when blocked then 'blocked' else 'unblocked' end, '{}');
  perform private.note_ticket_action(ticket.id, case when blocked then 'sender blocked' else 'sender unblocked' end, null);
end $$;

create or replace function private.guard_staff_domains(domains jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not domains ? split_part(coalesce(private.own_email(), ''), '@', 2) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'Your own address would no longer be staff mail');
  end if;
  if not exists (
    select from public.admin_users join public.roles on roles.id = admin_users.role_id
    where roles.name = 'super_admin' and admin_users.is_active and admin_users.email_verified
      and domains ? split_part(lower(admin_users.email), '@', 2)) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'No super_admin could sign in any more');
  end if;
  if exists (
    select from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.is_active and private.is_staff_email(admin_users.email)
      and not domains ? split_part(lower(admin_users.email), '@', 2)
      and not private.reaches((select staff.role_level from private.current_staff() as staff), roles.level)) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'Somebody mightier could not sign in any more');
  end if;
end $$;
