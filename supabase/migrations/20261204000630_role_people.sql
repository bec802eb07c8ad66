-- A change of permissions names whom it concerns, and the rule of levels is explained like that of a page.
create or replace function private.permission_map() returns json
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

create function private.explain_reach(admin_id uuid, target_id uuid, act text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Asks who calls, before anything is looked up.
  rules constant jsonb := private.explain_access(explain_reach.admin_id, 'users.manage',
    case act when 'second_step' then array['super_admin'] end)::jsonb;
  own_level constant integer := (select roles.level from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = explain_reach.admin_id);
  target record;
begin
  if act is null or act not in ('change', 'second_step') then
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
revoke execute on function private.explain_reach(uuid, uuid, text) from public;
grant execute on function private.explain_reach(uuid, uuid, text) to authenticated;
create function public.explain_reach(admin_id uuid, target_id uuid, act text) returns json
language sql stable set search_path = '' begin atomic select private.explain_reach(admin_id, target_id, act); end;
comment on function public.explain_reach(uuid, uuid, text) is
  'Which rule lets a member act on another or keeps them from it: those of explain_access, other (nobody acts on themselves) and level (nobody on a mightier one). Acts: change (role, state, sessions), second_step. For users.view or users.manage.';
revoke execute on function public.explain_reach(uuid, uuid, text) from public, anon;
grant execute on function public.explain_reach(uuid, uuid, text) to authenticated;
