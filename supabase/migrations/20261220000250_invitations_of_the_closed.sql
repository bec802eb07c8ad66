-- An invitation gave its role after who sent it was closed, or could not give that role any more.
create function private.withdraw_invitations() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.invitation_history as invitations set status = 'revoked'
  from public.admin_users as inviters join public.roles as held on held.id = inviters.role_id, public.roles as given
  where invitations.status = 'pending' and inviters.id = invitations.invited_by and given.id = invitations.role_id
    and not (inviters.is_active and inviters.email_verified and held.level <= given.level
      and private.role_holds(held.name, 'users.manage'));
  return null;
end $$;
comment on function private.withdraw_invitations() is 'Ends the pending invitations whose senders could not send them any more.';
revoke execute on function private.withdraw_invitations() from public;
create trigger admin_users_update_invitations after update of role_id, is_active, email_verified on public.admin_users
  for each statement execute function private.withdraw_invitations();
create trigger role_permissions_delete_invitations after delete on public.role_permissions
  for each statement execute function private.withdraw_invitations();

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
  begin
    is_staff_already := exists (select from public.admin_users where admin_users.email = address);
  exception when query_canceled or others then
    perform private.raise_app_error('ADMIN_CHECK_FAILED', 500, 'Error checking existing admin users');
  end;
  if is_staff_already then
    perform private.raise_app_error('ADMIN_ALREADY_EXISTS', 409, 'Admin user already exists');
  end if;
  update public.invitation_history set status = 'revoked' where invitation_history.email = address and status = 'pending';
  insert into public.invitation_history (email, role_id, invited_by, first_name, last_name, invitation_token)
  values (address, role.id, inviter, left(trim(coalesce(create_admin_invitation.first_name, '')), 100),
    left(trim(coalesce(create_admin_invitation.last_name, '')), 100), private.hash_token(token))
  returning * into invitation;
  return json_build_object('id', invitation.id, 'email', address, 'role_id', role.id, 'token', token, 'expires_at', invitation.expires_at);
end $$;

create or replace function private.accept_admin_invitation(token_input text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  invitation public.invitation_history;
  member uuid;
begin
  select users.id, lower(users.email) as email, users.email_confirmed_at, users.last_sign_in_at into account
    from auth.users where users.id = auth.uid() and users.email_confirmed_at is not null and private.session_stands();
  if not found then
    return json_build_object('success', false, 'error', 'No authenticated session', 'admin_id', null);
  end if;
  -- The sender first, as where one is closed; the row of the new member names the sender.
  perform from public.admin_users where admin_users.id = (
    select invitations.invited_by from public.invitation_history as invitations
    where invitations.invitation_token = private.hash_token(coalesce(token_input, '')) and invitations.status = 'pending')
    for key share;
  -- One statement takes the invitation: of parallel callers exactly one gets a row back (T14).
  update public.invitation_history set
    status = case when expires_at > now() then 'accepted' else 'expired' end,
    accepted_at = case when expires_at > now() then now() end
  where invitation_token = private.hash_token(coalesce(token_input, '')) and status = 'pending' and email = account.email
  returning * into invitation;
  if not found then
    return json_build_object('success', false, 'error', 'Invalid or expired invitation', 'admin_id', null);
  end if;
  if invitation.status = 'expired' then
    return json_build_object('success', false, 'error', 'Invitation has expired', 'admin_id', null);
  end if;
  insert into public.admin_users (supabase_auth_id, email, first_name, last_name, role_id, invited_by,
    email_verified, email_verified_at, last_login_at)
  values (account.id, account.email, invitation.first_name, invitation.last_name, invitation.role_id, invitation.invited_by,
    true, account.email_confirmed_at, account.last_sign_in_at)
  returning id into member;
  return json_build_object('success', true, 'error', null, 'admin_id', member);
exception
  when unique_violation then
    return json_build_object('success', false, 'error', 'Invalid or expired invitation', 'admin_id', null);
end $$;

-- A statement that touches no row runs the trigger: for those that were sent before.
update public.admin_users set is_active = is_active where false;
