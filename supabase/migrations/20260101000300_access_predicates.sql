-- The questions that policies ask. They read tables, never the metadata that a person can write (T5), so a change
-- of role or state counts from the next statement on. The tables follow in later files: plpgsql binds them when called.
create function private.second_step_done() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
    select from auth.mfa_factors where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified');
end $$;
comment on function private.second_step_done() is 'Whether the token may be used at all: its holder has given the second step, or has none.';
revoke execute on function private.second_step_done() from public;
grant execute on function private.second_step_done() to authenticated;

create function private.session_stands() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and sessions.user_id = auth.uid()
      and (coalesce(sessions.aal::text, 'aal1') <> 'aal1' or not exists (
        select from auth.mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')));
end $$;
comment on function private.session_stands() is
  'Whether the session of the token lives and has given the second step of its account. A token outlives its session by an hour; this does not.';
revoke execute on function private.session_stands() from public;
grant execute on function private.session_stands() to authenticated;

create function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_stands() then
    return;
  end if;
  if private.second_step_done() then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  perform private.raise_app_error('SECOND_STEP_NEEDED', 403, 'The code of the authenticator app is needed');
end $$;
comment on function private.require_session() is
  'Ends the statement when the session does not stand. An empty answer would read as if the person had nothing.';
revoke execute on function private.require_session() from public;

create function private.current_staff() returns table (admin_id uuid, role_name text, role_level integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select admin_users.id, roles.name, roles.level
    from public.admin_users
    join public.roles on roles.id = admin_users.role_id
    where admin_users.supabase_auth_id = auth.uid()
      and admin_users.is_active
      and admin_users.email_verified
      and exists (
        select from auth.sessions
        where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and sessions.user_id = admin_users.supabase_auth_id
          and sessions.created_at > now() - interval '24 hours')
      and private.session_stands();
end $$;
comment on function private.current_staff() is
  'The active, verified staff member behind the request, while the session stands and is younger than 24 hours.';
revoke execute on function private.current_staff() from public;

create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.current_staff());
end $$;
revoke execute on function private.is_staff() from public;
grant execute on function private.is_staff() to authenticated;

create function private.has_role(variadic names text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.current_staff() as staff where staff.role_name = any (names));
end $$;
revoke execute on function private.has_role(text[]) from public;
grant execute on function private.has_role(text[]) to authenticated;

create function private.has_permission(variadic requested text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.current_staff() as staff
    where staff.role_name = 'super_admin'
      or exists (
        select from public.role_permissions
        join public.roles on roles.id = role_permissions.role_id
        join public.permissions on permissions.id = role_permissions.permission_id
        where roles.name = staff.role_name and permissions.name = any (requested)));
end $$;
comment on function private.has_permission(text[]) is 'Whether the staff member holds any of the permissions; super_admin holds all.';
revoke execute on function private.has_permission(text[]) from public;
grant execute on function private.has_permission(text[]) to authenticated;

create function private.is_active_student() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active) then
    return false;
  end if;
  if not private.session_stands() then
    perform private.require_session();
  end if;
  return true;
end $$;
comment on function private.is_active_student() is
  'Whether the caller is a student whose account is open. Ends the statement when it is, but the session does not stand.';
revoke execute on function private.is_active_student() from public;
grant execute on function private.is_active_student() to authenticated;

create function private.is_verified_student() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active and users.email_verified) then
    return false;
  end if;
  if not private.session_stands() then
    perform private.require_session();
  end if;
  return true;
end $$;
comment on function private.is_verified_student() is
  'Whether the caller is a student whose account is open and whose address is confirmed. Ends the statement as is_active_student does.';
revoke execute on function private.is_verified_student() from public;
grant execute on function private.is_verified_student() to authenticated;

create function private.may_see_self() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.users where users.id = auth.uid() and not users.is_active) then
    return private.second_step_done();
  end if;
  perform private.require_session();
  return true;
end $$;
comment on function private.may_see_self() is
  'Whether the caller may read the own profile: also when the account is closed and its sessions are gone, so that it can be told so ([2.11-06]).';
revoke execute on function private.may_see_self() from public;
grant execute on function private.may_see_self() to authenticated;

create function private.own_email() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(users.email) from auth.users where users.id = auth.uid());
end $$;
comment on function private.own_email() is 'The address that the sign-in service has on file for the caller, never the one in a claim.';
revoke execute on function private.own_email() from public;
grant execute on function private.own_email() to authenticated;
