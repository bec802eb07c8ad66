-- The academy is passwordless ([1-01]). Whoever registers an address first chooses a password for it, and so does
-- whoever finds a browser open: neither may ever open the account of the one who proves the address.
create function private.drop_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end $$;
comment on function private.drop_password() is 'No account keeps a password; null is how the sign-in service says that there is none.';
revoke execute on function private.drop_password() from public;
create trigger users_write_password before insert or update of encrypted_password on auth.users
  for each row execute function private.drop_password();

delete from auth.sessions where exists (
  select from auth.mfa_amr_claims as claims
  where claims.session_id = sessions.id and claims.authentication_method = 'password');
update auth.users set encrypted_password = null where encrypted_password is not null;

create function private.proof_of(method text) returns text
language sql immutable set search_path = '' as $$
  select case
    when method in ('otp', 'magiclink', 'email/signup', 'invite', 'recovery') then 'mail'
    when method = 'totp' then 'app'
  end
$$;
comment on function private.proof_of(text) is
  'What a method of the sign-in service proves: that its holder read the mail, or held the app. Null for all others: a password, a refresh, an anonymous start and methods that nobody has thought about prove nothing.';
revoke execute on function private.proof_of(text) from public;

create function private.comes_from_password() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]' or auth.jwt() -> 'amr' ? 'password', false)
    or exists (
      select from auth.mfa_amr_claims as claims
      where claims.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid and claims.authentication_method = 'password');
end $$;
comment on function private.comes_from_password() is
  'Whether the session of the token was opened, or ever confirmed, with a password: by its own claim, or by what the sign-in service noted.';
revoke execute on function private.comes_from_password() from public;

create or replace function private.second_step_done() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.comes_from_password()
    and (coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
      select from auth.mfa_factors where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'));
end $$;
comment on function private.second_step_done() is
  'Whether the token may be used at all: no password stands behind it, and its holder has given the second step, or has none.';

create or replace function private.session_stands() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.comes_from_password() and exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and sessions.user_id = auth.uid()
      and sessions.created_at > now() - interval '90 days'
      and (sessions.not_after is null or sessions.not_after > now())
      and exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id and private.proof_of(claims.authentication_method) = 'mail')
      and (coalesce(sessions.aal::text, 'aal1') <> 'aal1' or not exists (
        select from auth.mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')));
end $$;
comment on function private.session_stands() is
  'Whether the session of the token lives, was opened by mail within 90 days, and has given the second step of its account. A token outlives its session by an hour; this does not.';

create or replace function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_stands() then
    return;
  end if;
  if private.second_step_done() or private.comes_from_password() then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  perform private.raise_app_error('SECOND_STEP_NEEDED', 403, 'The code of the authenticator app is needed');
end $$;

-- The age of a session is that of its sign-in: created_at, which no refresh moves. The app can prove anew within it.
create or replace function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '10 minutes';
begin
  if not private.session_stands() or not exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and (sessions.created_at > since or exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id
          and private.proof_of(claims.authentication_method) = 'app' and claims.updated_at > since)))
  then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $$;

-- Both decided by the account alone. A token without a living session, or from a password, is nobody's word.
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

create or replace function private.link_admin_account() returns json
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  update public.admin_users set
    supabase_auth_id = users.id, email_verified = true, email_verified_at = users.email_confirmed_at, last_login_at = users.last_sign_in_at
  from auth.users
  where users.id = auth.uid() and users.email_confirmed_at is not null
    and admin_users.supabase_auth_id is null and admin_users.email = lower(users.email)
    and private.session_stands()
  returning admin_users.id into member;
  return json_build_object('success', member is not null, 'admin_id', member);
end $$;

create function private.may_see_own_staff_row() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when exists (select from public.admin_users where admin_users.supabase_auth_id = auth.uid() and not admin_users.is_active)
      then private.second_step_done()
    else private.session_stands() end;
end $$;
comment on function private.may_see_own_staff_row() is
  'Whether the caller may read the own row of the staff: also when it is closed and its sessions are gone, so that it can be told so ([2.12-22]).';
revoke execute on function private.may_see_own_staff_row() from public;
grant execute on function private.may_see_own_staff_row() to authenticated;
drop policy admin_users_select_own_or_viewer on public.admin_users;
create policy admin_users_select_own_or_viewer on public.admin_users for select to authenticated
  using ((supabase_auth_id = (select auth.uid()) and (select private.may_see_own_staff_row()))
    or (select private.has_permission('users.view', 'users.manage')));
