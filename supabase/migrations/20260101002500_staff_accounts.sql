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
comment on function private.staff_to_change(uuid) is 'The locked row, if the caller may change it: the caller''s level reaches it and it is another person.';
revoke execute on function private.staff_to_change(uuid) from public;

create function private.set_admin_active(admin_id uuid, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member public.admin_users := private.staff_to_change(admin_id);
begin
  update public.admin_users set is_active = active where id = member.id;
end $$;
revoke execute on function private.set_admin_active(uuid, boolean) from public;
grant execute on function private.set_admin_active(uuid, boolean) to authenticated, service_role;
create function public.set_admin_active(admin_id uuid, active boolean) returns void
language sql set search_path = '' begin atomic select private.set_admin_active(admin_id, active); end;
comment on function public.set_admin_active(uuid, boolean) is 'Closes or reopens a staff account.';
revoke execute on function public.set_admin_active(uuid, boolean) from public, anon;
grant execute on function public.set_admin_active(uuid, boolean) to authenticated, service_role;

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
revoke execute on function private.set_admin_role(uuid, text) from public;
grant execute on function private.set_admin_role(uuid, text) to authenticated, service_role;
create function public.set_admin_role(admin_id uuid, role_name text) returns void
language sql set search_path = '' begin atomic select private.set_admin_role(admin_id, role_name); end;
comment on function public.set_admin_role(uuid, text) is 'Gives another staff member another role; neither the old nor the new one may be mightier than the caller.';
revoke execute on function public.set_admin_role(uuid, text) from public, anon;
grant execute on function public.set_admin_role(uuid, text) to authenticated, service_role;

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
    and auth.jwt() -> 'amr' @> '[{"method": "otp"}]'
  returning admin_users.id into member;
  return json_build_object('success', member is not null, 'admin_id', member);
end $$;
revoke execute on function private.link_admin_account() from public;
grant execute on function private.link_admin_account() to authenticated;
create function public.link_admin_account() returns json
language sql set search_path = '' begin atomic select private.link_admin_account(); end;
comment on function public.link_admin_account() is
  'The fallback by email ([4-28]): stores the auth id on a staff row that has none, for the address proved by a link in this very session (T6).';
revoke execute on function public.link_admin_account() from public, anon;
grant execute on function public.link_admin_account() to authenticated;
