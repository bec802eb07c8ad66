create function private.second_step_done() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.comes_from_password()
    and (coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
      select from auth.mfa_factors where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'));
end $$;
comment on function private.second_step_done() is
  'Whether the token may be used at all: no password stands behind it, and its holder has given the second step, or has none.';

create function private.session_is_valid() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_lives() and not private.session_is_viewing();
end $$;
comment on function private.session_is_valid() is
  'Whether the session of the token lives and may act: not while it views the academy as a student. A token outlives its session by an hour; this does not.';
grant execute on function private.session_is_valid() to authenticated;

create function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_is_valid() then
    return;
  end if;
  if private.session_is_viewing() then
    perform private.raise_app_error('VIEWING_STUDENT', 403, 'The session views the academy as a student and does nothing else');
  end if;
  if private.second_step_done() or private.comes_from_password() then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  perform private.raise_app_error('SECOND_STEP_NEEDED', 403, 'The code of the authenticator app is needed');
end $$;
comment on function private.require_session() is
  'Ends the statement when the session does not stand. An empty answer would read as if the person had nothing.';

create function private.current_staff() returns table (admin_id uuid, role_name text, role_level integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select staff.admin_id, staff.role_name, staff.role_level from private.signed_in_staff() as staff
    where (staff.role_name <> 'super_admin' and private.setting('staff_second_step_for_all') is distinct from 'true')
      or private.second_step_given();
end $$;
comment on function private.current_staff() is
  'The active, verified staff member behind the request, while the session stands and is younger than 24 hours; after the code of the authenticator app only for a super_admin, and for everybody where the setting says so.';

create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.current_staff());
end $$;
grant execute on function private.is_staff() to authenticated;

create function private.has_role(variadic names text[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.current_staff() as staff where staff.role_name = any (names));
end $$;
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
comment on function private.has_permission(text[]) is
  'Whether the staff member holds any of the permissions; super_admin holds all.';
grant execute on function private.has_permission(text[]) to authenticated;

create function private.is_active_student() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active) then
    return false;
  end if;
  if not private.session_is_valid() then
    perform private.require_session();
  end if;
  return true;
end $$;
comment on function private.is_active_student() is
  'Whether the caller is a student whose account is open. Ends the statement when it is, but the session does not stand.';
grant execute on function private.is_active_student() to authenticated;

create function private.is_verified_student() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active and users.email_verified) then
    return false;
  end if;
  if not private.session_is_valid() then
    perform private.require_session();
  end if;
  return true;
end $$;
comment on function private.is_verified_student() is
  'Whether the caller is a student whose account is open and whose address is confirmed. Ends the statement as is_active_student does.';
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
grant execute on function private.may_see_self() to authenticated;

create function private.own_email() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(users.email) from auth.users where users.id = auth.uid());
end $$;
comment on function private.own_email() is
  'The address that the sign-in service has on file for the caller, never the one in a claim.';
grant execute on function private.own_email() to authenticated;

create function private.can_read_drafts() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage');
end $$;
comment on function private.can_read_drafts() is
  'Whether the caller reads what lessons hold before they are published: who manages courses or lessons.';
grant execute on function private.can_read_drafts() to authenticated;
