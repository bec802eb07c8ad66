create table public.roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  level integer not null check (level > 0),
  created_at timestamptz not null default now()
);
comment on table public.roles is 'Roles of staff ([6-06] to [6-10]).';
comment on column public.roles.level is 'The smaller, the mightier; a guard denies when the number exceeds the required one ([6-11]).';
create index roles_level_idx on public.roles (level);
grant select on public.roles to authenticated;
alter table public.roles enable row level security;

create table public.permissions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z]+\.[a-z]+$'),
  created_at timestamptz not null default now()
);
comment on table public.permissions is 'What a role can be allowed to do.';
grant select on public.permissions to authenticated;
alter table public.permissions enable row level security;

create table public.role_permissions (
  id uuid primary key default gen_random_uuid(),
  role_id uuid not null references public.roles on delete cascade,
  permission_id uuid not null references public.permissions on delete cascade,
  created_at timestamptz not null default now(),
  unique (role_id, permission_id)
);
comment on table public.role_permissions is
  'The permission map; policies and guards of the screens read the same rows.';
create index role_permissions_permission_id_idx on public.role_permissions (permission_id);
grant select on public.role_permissions to authenticated;
alter table public.role_permissions enable row level security;

create function private.staff_level_of(account uuid) returns integer
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
        'members', people.members, 'signed_in', people.signed_in, 'names', people.names) order by roles.level, roles.name)
      from public.roles, lateral (
        select count(*) as members, count(*) filter (where exists (
          select from auth.sessions where sessions.user_id = admin_users.supabase_auth_id
            and sessions.created_at > now() - interval '24 hours')) as signed_in,
          -- The first twenty by name; who is beyond them is counted.
          coalesce((array_agg(coalesce(nullif(trim(admin_users.first_name || ' ' || admin_users.last_name), ''), admin_users.email)
            order by lower(admin_users.first_name || ' ' || admin_users.last_name), admin_users.id))[1:20], '{}') as names
        from public.admin_users where admin_users.role_id = roles.id and admin_users.is_active) as people));
end $$;
grant execute on function private.permission_map() to authenticated;

create function public.permission_map() returns json
language sql stable set search_path = '' begin atomic select private.permission_map(); end;
comment on function public.permission_map() is
  'Roles with their permissions and how many active members they concern, and the version of the map; for super_admin ([6-06], [6-13]).';
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
grant execute on function private.save_role_permissions(text, jsonb) to authenticated;

create function public.save_role_permissions(version text, changes jsonb) returns json
language sql set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.save_role_permissions(version, changes);
end;
comment on function public.save_role_permissions(text, jsonb) is
  'Gives and takes permissions of roles in one step, for super_admin: changes are {role, permission, granted}; the version is that of permission_map, and 409 VERSION_CONFLICT when somebody else was first.';
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
grant execute on function private.explain_access(uuid, text, text[]) to authenticated;

create function public.explain_access(admin_id uuid, permission text default null, role_names text[] default null) returns json
language sql stable set search_path = '' begin atomic select private.explain_access(admin_id, permission, role_names); end;
comment on function public.explain_access(uuid, text, text[]) is
  'Which rule opens or closes a page for a member: active, verified, session, second_step, role, permission; for users.view or users.manage. The page says what it asks for.';
grant execute on function public.explain_access(uuid, text, text[]) to authenticated;

create function private.explain_reach(admin_id uuid, target_id uuid, action text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Asks who calls, before anything is looked up.
  rules constant jsonb := private.explain_access(explain_reach.admin_id, 'users.manage',
    case action when 'second_step' then array['super_admin'] end)::jsonb;
  own_level constant integer := (select roles.level from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = explain_reach.admin_id);
  target record;
begin
  if action is null or action not in ('change', 'second_step') then
    perform private.raise_app_error('INVALID_BODY', 400, 'An act is change or second_step');
  end if;
  select roles.level, roles.name into target from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = target_id;
  if not found then
    perform private.raise_app_error('ADMIN_NOT_FOUND', 404, 'Admin user not found');
  end if;
  return rules || jsonb_build_object('other', target_id <> explain_reach.admin_id, 'level', own_level <= target.level);
end $$;
comment on function private.explain_reach(uuid, uuid, text) is
  'The rules of require_staff_manager and staff_to_change, each by itself: a test compares them with what the functions do.';
grant execute on function private.explain_reach(uuid, uuid, text) to authenticated;

create function public.explain_reach(admin_id uuid, target_id uuid, action text) returns json
language sql stable set search_path = '' begin atomic select private.explain_reach(admin_id, target_id, action); end;
comment on function public.explain_reach(uuid, uuid, text) is
  'Which rule lets a member act on another or keeps them from it: those of explain_access, other (nobody acts on themselves) and level (nobody on a mightier one). Acts: change (role, state, sessions), second_step. For users.view or users.manage.';
grant execute on function public.explain_reach(uuid, uuid, text) to authenticated;

create function private.reaches(own_level integer, target_level integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(own_level <= coalesce(target_level, 999), false);
end $$;
comment on function private.reaches(integer, integer) is
  'Whether a member of the one level may act on somebody of the other; null is somebody who is no staff.';

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

create policy roles_select_staff on public.roles for select to authenticated using ((select private.is_staff()));

create policy permissions_select_staff on public.permissions for select to authenticated using ((select private.is_staff()));

create policy role_permissions_select_staff on public.role_permissions for select to authenticated
  using ((select private.is_staff()));

create trigger role_permissions_delete_invitations after delete on public.role_permissions
  for each statement execute function private.withdraw_invitations();
