create function private.staff_to_change(admin_id uuid) returns public.admin_users
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users;
begin
  select * into member from public.admin_users where id = admin_id for update;
  perform private.require_staff_manager(coalesce((select roles.level from public.roles where roles.id = member.role_id), 999));
  if member.id is null then
    perform private.raise_app_error('ADMIN_NOT_FOUND', 404, 'Admin user not found');
  end if;
  if member.supabase_auth_id = auth.uid() then
    perform private.raise_app_error('CANNOT_CHANGE_SELF', 403, 'You cannot change your own role or state');
  end if;
  return member;
end $$;
comment on function private.staff_to_change(uuid) is
  'The locked row, if the caller may change it: the caller''s level reaches it and it is another person.';

create function private.set_admin_active(admin_id uuid, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users := private.staff_to_change(admin_id);
begin
  if active is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'An account is closed or reopened');
  end if;
  update public.admin_users set is_active = active where id = member.id;
end $$;
grant execute on function private.set_admin_active(uuid, boolean) to authenticated, service_role;

create function public.set_admin_active(admin_id uuid, active boolean) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.require_approved_super_admin(admin_id, null) where active;
  select private.set_admin_active(admin_id, active);
end;
comment on function public.set_admin_active(uuid, boolean) is 'Closes or reopens a staff account.';
grant execute on function public.set_admin_active(uuid, boolean) to authenticated;

create function private.set_admin_role(admin_id uuid, role_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users := private.staff_to_change(admin_id);
  role record;
begin
  select roles.id, roles.level into role from public.roles where roles.name = role_name;
  if not found then
    perform private.raise_app_error('INVALID_ROLE', 400, 'Invalid role specified');
  end if;
  perform private.require_staff_manager(role.level);
  update public.admin_users set role_id = role.id where id = member.id;
end $$;
grant execute on function private.set_admin_role(uuid, text) to authenticated, service_role;

create function public.set_admin_role(admin_id uuid, role_name text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.require_approved_super_admin(admin_id, role_name);
  select private.set_admin_role(admin_id, role_name);
end;
comment on function public.set_admin_role(uuid, text) is
  'Gives another staff member another role; neither the old nor the new one may be mightier than the caller.';
grant execute on function public.set_admin_role(uuid, text) to authenticated;

create function private.link_admin_account() returns json
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  update public.admin_users set
    supabase_auth_id = users.id, email_verified = true, email_verified_at = users.email_confirmed_at, last_login_at = users.last_sign_in_at
  from auth.users
  where users.id = auth.uid() and users.email_confirmed_at is not null
    and admin_users.supabase_auth_id is null and admin_users.email = lower(users.email)
    and private.session_is_valid()
  returning admin_users.id into member;
  return json_build_object('success', member is not null, 'admin_id', member);
end $$;
grant execute on function private.link_admin_account() to authenticated;

create function public.link_admin_account() returns json
language sql set search_path = '' begin atomic select private.link_admin_account(); end;
comment on function public.link_admin_account() is
  'The fallback by email ([4-28]): stores the auth id on a staff row that has none, for the address proved by a link in this very session (T6).';
grant execute on function public.link_admin_account() to authenticated;

create function private.list_team() returns json
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
grant execute on function private.list_team() to authenticated;

create function public.list_team() returns json
language sql stable set search_path = '' begin atomic select private.list_team(); end;
comment on function public.list_team() is
  'Staff, pending invitations and the roles that the caller may give, for users.view or users.manage ([2.12-07], [6-16]); at most 2,000 of each, and whether there are more.';
grant execute on function public.list_team() to authenticated;

create function private.end_staff_sessions(admin_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users := private.staff_to_change(admin_id);
  ended integer;
begin
  delete from auth.sessions where sessions.user_id = member.supabase_auth_id;
  get diagnostics ended = row_count;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'sessions ended', 'admin_users', member.id::text, json_build_object('sessions', ended));
  return ended;
end $$;
grant execute on function private.end_staff_sessions(uuid) to authenticated;

create function public.end_staff_sessions(admin_id uuid) returns integer
language sql set search_path = '' begin atomic select private.end_staff_sessions(admin_id); end;
comment on function public.end_staff_sessions(uuid) is
  'Ends every session of another member whom the level of the caller reaches, and gives their number.';
grant execute on function public.end_staff_sessions(uuid) to authenticated;

create function private.reset_staff_second_step(admin_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  trimmed_reason text := trim(coalesce(reason, ''));
  member public.admin_users;
begin
  if not private.has_role('super_admin') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing role: super_admin');
  end if;
  member := private.staff_to_change(admin_id);
  if char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if not exists (select from auth.mfa_factors
    where mfa_factors.user_id = member.supabase_auth_id and mfa_factors.status = 'verified') then
    perform private.raise_app_error('NO_SECOND_STEP', 409, 'The account has no authenticator app');
  end if;
  -- The mail to the member is queued by the row that goes.
  perform private.remove_second_step(member.supabase_auth_id);
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'second step reset', 'admin_users', member.id::text, json_build_object('reason', trimmed_reason));
end $$;
grant execute on function private.reset_staff_second_step(uuid, text) to authenticated;

create function public.reset_staff_second_step(admin_id uuid, reason text) returns void
language sql set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.reset_staff_second_step(admin_id, reason);
end;
comment on function public.reset_staff_second_step(uuid, text) is
  'Takes the authenticator apps off another member who lost the device, with a reason; for super_admin. Ends the sessions and tells the member by mail.';
grant execute on function public.reset_staff_second_step(uuid, text) to authenticated;
