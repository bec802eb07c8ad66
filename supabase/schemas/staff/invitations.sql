create table public.invitation_history (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  role_id uuid not null references public.roles on delete restrict,
  invited_by uuid references public.admin_users on delete set null,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  expires_at timestamptz not null default now() + interval '7 days',
  invitation_token text not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'expired', 'revoked')),
  accepted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.invitation_history is
  'Invitations to the staff, valid 7 days ([9-04]); one pending per address.';
comment on column public.invitation_history.invitation_token is 'SHA-256 of the token in hex; the token itself is only in the mailed link.';
create unique index invitation_history_pending_email_key on public.invitation_history (email) where status = 'pending';
create index invitation_history_role_id_idx on public.invitation_history (role_id);
create index invitation_history_invited_by_idx on public.invitation_history (invited_by);
create index invitation_history_created_at_idx on public.invitation_history (created_at desc);
grant select on public.invitation_history to authenticated;
alter table public.invitation_history enable row level security;

create function private.require_staff_manager(target_level integer) returns uuid
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
comment on function private.require_staff_manager(integer) is
  'Who may act on staff of the level: users.manage and a level at least as mighty. Null for the server itself.';

create function private.hash_token(token text) returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

create function private.create_admin_invitation(email text, role_name text, first_name text, last_name text) returns json
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
grant execute on function private.create_admin_invitation(text, text, text, text) to authenticated, service_role;

create function public.create_admin_invitation(email text, role_name text, first_name text default '', last_name text default '')
returns json language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.require_approval('super_admin', jsonb_build_object('email', lower(trim(email)))) where role_name = 'super_admin';
  select private.create_admin_invitation(email, role_name, first_name, last_name);
end;
comment on function public.create_admin_invitation(text, text, text, text) is
  'Invites a staff member; the token is in this answer only. A new invitation ends the earlier one of the address ([5-12] to [5-14]).';
grant execute on function public.create_admin_invitation(text, text, text, text) to authenticated;

create function private.read_admin_invitation(token_input text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('email', invitations.email, 'inviter', nullif(trim(concat(inviters.first_name, ' ', inviters.last_name)), ''),
    'expires_at', invitations.expires_at, 'is_over', invitations.expires_at <= now())
  from public.invitation_history as invitations
  left join public.admin_users as inviters on inviters.id = invitations.invited_by
  where invitations.invitation_token = private.hash_token(coalesce(token_input, '')) and invitations.status in ('pending', 'expired')
$$;
grant execute on function private.read_admin_invitation(text) to anon, authenticated;

create function public.read_admin_invitation(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.read_admin_invitation(token_input); end;
comment on function public.read_admin_invitation(text) is
  'What an invitation says to whoever holds its token: {email, inviter, expires_at, is_over}; null for a token that invites nobody any more.';
grant execute on function public.read_admin_invitation(text) to anon, authenticated;

-- Both decided by the account alone. A token without a living session, or from a password, is nobody's word.
create function private.accept_admin_invitation(token_input text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  invitation public.invitation_history;
  member uuid;
begin
  select users.id, lower(users.email) as email, users.email_confirmed_at, users.last_sign_in_at into account
    from auth.users where users.id = auth.uid() and users.email_confirmed_at is not null and private.session_is_valid();
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
grant execute on function private.accept_admin_invitation(text) to anon, authenticated;

create function public.accept_admin_invitation(token_input text) returns json
language sql set search_path = '' begin atomic select private.accept_admin_invitation(token_input); end;
comment on function public.accept_admin_invitation(text) is
  'Makes the caller a staff member when the token is pending, in time and was sent to the caller''s confirmed address ([5-15], [5-16]).';
grant execute on function public.accept_admin_invitation(text) to anon, authenticated;

create function private.revoke_admin_invitation(invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target_level integer;
begin
  select roles.level into target_level from public.invitation_history as invitations
    join public.roles on roles.id = invitations.role_id where invitations.id = invitation_id;
  perform private.require_staff_manager(coalesce(target_level, 999));
  update public.invitation_history set status = 'revoked' where id = invitation_id and status = 'pending';
  if not found then
    perform private.raise_app_error('INVITATION_NOT_FOUND', 404, 'Invalid or expired invitation');
  end if;
end $$;
grant execute on function private.revoke_admin_invitation(uuid) to authenticated, service_role;

create function public.revoke_admin_invitation(invitation_id uuid) returns void
language sql set search_path = '' begin atomic select private.revoke_admin_invitation(invitation_id); end;
comment on function public.revoke_admin_invitation(uuid) is 'Ends a pending invitation.';
grant execute on function public.revoke_admin_invitation(uuid) to authenticated;

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
comment on function private.withdraw_invitations() is
  'Ends the pending invitations whose senders could not send them any more.';

create policy invitation_history_select_viewer on public.invitation_history for select to authenticated
  using ((status = 'pending') and (select private.has_permission(VARIADIC array['users.view', 'users.manage'])));

create trigger invitation_history_update_touch before update on public.invitation_history
  for each row execute function private.set_updated_at();

create trigger invitation_history_change_audit after insert or update or delete on public.invitation_history
  for each row execute function private.record_change('always');
