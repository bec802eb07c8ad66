-- The map of roles and permissions changes as one thing: with the version that was read, in one transaction, with one
-- line of the audit log. The rows themselves are written by nobody else any more.
drop trigger role_permissions_change_audit on public.role_permissions;
drop policy role_permissions_insert_super_admin on public.role_permissions;
drop policy role_permissions_delete_super_admin on public.role_permissions;
revoke insert (role_id, permission_id), delete on public.role_permissions from authenticated;

create function private.permissions_by_role() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(held.role_name, held.names) from (
    select roles.name as role_name,
      coalesce(jsonb_agg(permissions.name order by permissions.name) filter (where permissions.name is not null), '[]') as names
    from public.roles
    left join public.role_permissions on role_permissions.role_id = roles.id
    left join public.permissions on permissions.id = role_permissions.permission_id
    group by roles.name) as held
$$;
comment on function private.permissions_by_role() is 'The map as one value: names of permissions by name of role.';
revoke execute on function private.permissions_by_role() from public;

create function private.permission_map() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  held constant jsonb := private.permissions_by_role();
begin
  if not private.has_role('super_admin') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing role: super_admin');
  end if;
  return json_build_object(
    'version', md5(held::text),
    'permissions', (select json_agg(permissions.name order by permissions.name) from public.permissions),
    'roles', (
      select json_agg(json_build_object('name', roles.name, 'level', roles.level, 'permissions', held -> roles.name,
        'members', people.members, 'signed_in', people.signed_in) order by roles.level, roles.name)
      from public.roles, lateral (
        select count(*) as members, count(*) filter (where exists (
          select from auth.sessions where sessions.user_id = admin_users.supabase_auth_id
            and sessions.created_at > now() - interval '24 hours')) as signed_in
        from public.admin_users where admin_users.role_id = roles.id and admin_users.is_active) as people));
end $$;
revoke execute on function private.permission_map() from public;
grant execute on function private.permission_map() to authenticated;
create function public.permission_map() returns json
language sql stable set search_path = '' begin atomic select private.permission_map(); end;
comment on function public.permission_map() is
  'Roles with their permissions and how many active members they concern, and the version of the map; for super_admin ([6-06], [6-13]).';
revoke execute on function public.permission_map() from public, anon;
grant execute on function public.permission_map() to authenticated;

create function private.save_role_permissions(version text, changes jsonb) returns json
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
  after jsonb;
begin
  if not private.has_role('super_admin') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing role: super_admin');
  end if;
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 500 then
    perform private.raise_app_error('INVALID_BODY', 400, 'Between 1 and 500 changes are needed');
  end if;
  lock table public.role_permissions in share row exclusive mode;
  before := private.permissions_by_role();
  if version is distinct from md5(before::text) then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'The permissions were changed meanwhile');
  end if;
  if exists (select from jsonb_array_elements(changes) as change (line)
    where jsonb_typeof(line -> 'granted') is distinct from 'boolean'
      -- super_admin holds everything without a row; a row would say less than is true.
      or line ->> 'role' = 'super_admin' or not exists (select from public.roles where roles.name = line ->> 'role')
      or not exists (select from public.permissions where permissions.name = line ->> 'permission')) then
    perform private.raise_app_error('INVALID_PERMISSION', 400, 'Invalid role or permission specified');
  end if;
  delete from public.role_permissions using jsonb_array_elements(changes) as change (line), public.roles, public.permissions
  where roles.name = line ->> 'role' and permissions.name = line ->> 'permission' and line -> 'granted' = 'false'
    and role_permissions.role_id = roles.id and role_permissions.permission_id = permissions.id;
  insert into public.role_permissions (role_id, permission_id)
  select roles.id, permissions.id from jsonb_array_elements(changes) as change (line)
  join public.roles on roles.name = line ->> 'role'
  join public.permissions on permissions.name = line ->> 'permission'
  where line -> 'granted' = 'true'
  on conflict (role_id, permission_id) do nothing;
  after := private.permissions_by_role();
  if after <> before then
    insert into public.audit_log (actor, action, entity, before, after)
    select auth.uid(), 'permissions changed', 'role_permissions',
      jsonb_object_agg(changed.role_name, before -> changed.role_name), jsonb_object_agg(changed.role_name, after -> changed.role_name)
    from jsonb_object_keys(after) as changed (role_name)
    where before -> changed.role_name is distinct from after -> changed.role_name;
  end if;
  return json_build_object('version', md5(after::text));
end $$;
revoke execute on function private.save_role_permissions(text, jsonb) from public;
grant execute on function private.save_role_permissions(text, jsonb) to authenticated;
create function public.save_role_permissions(version text, changes jsonb) returns json
language sql set search_path = '' begin atomic select private.save_role_permissions(version, changes); end;
comment on function public.save_role_permissions(text, jsonb) is
  'Gives and takes permissions of roles in one step, for super_admin: changes are {role, permission, granted}; the version is that of permission_map, and 409 VERSION_CONFLICT when somebody else was first.';
revoke execute on function public.save_role_permissions(text, jsonb) from public, anon;
grant execute on function public.save_role_permissions(text, jsonb) to authenticated;

create function private.explain_access(admin_id uuid, permission text, role_names text[]) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  member record;
begin
  if not private.has_permission('users.view', 'users.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: users.view');
  end if;
  select admin_users.*, roles.name as role_name, roles.level as role_level into member
    from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = explain_access.admin_id;
  if not found then
    perform private.raise_app_error('ADMIN_NOT_FOUND', 404, 'Admin user not found');
  end if;
  return json_build_object(
    'active', member.is_active,
    'verified', member.email_verified and member.supabase_auth_id is not null,
    'session', exists (select from auth.sessions where sessions.user_id = member.supabase_auth_id
      and sessions.created_at > now() - interval '24 hours'),
    'second_step', (member.role_name <> 'super_admin' and private.setting('staff_second_step_for_all') is distinct from 'true')
      or exists (select from auth.mfa_factors
      where mfa_factors.user_id = member.supabase_auth_id and mfa_factors.status = 'verified'),
    'role', role_names is null or member.role_name = any (role_names),
    'permission', permission is null or member.role_name = 'super_admin' or exists (
      select from public.role_permissions join public.permissions on permissions.id = role_permissions.permission_id
      where role_permissions.role_id = member.role_id and permissions.name = explain_access.permission));
end $$;
revoke execute on function private.explain_access(uuid, text, text[]) from public;
grant execute on function private.explain_access(uuid, text, text[]) to authenticated;
create function public.explain_access(admin_id uuid, permission text default null, role_names text[] default null) returns json
language sql stable set search_path = '' begin atomic select private.explain_access(admin_id, permission, role_names); end;
comment on function public.explain_access(uuid, text, text[]) is
  'Which rule opens or closes a page for a member: active, verified, session, second_step, role, permission; for users.view or users.manage. The page says what it asks for.';
revoke execute on function public.explain_access(uuid, text, text[]) from public, anon;
grant execute on function public.explain_access(uuid, text, text[]) to authenticated;
