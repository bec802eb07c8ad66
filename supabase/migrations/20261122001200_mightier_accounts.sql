-- Closing the student ends every session of the account. Where the account is also that of a member of staff, the
-- caller's level has to reach the member.
create function private.staff_level_of(account uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select min(roles.level) from public.admin_users
  join public.roles on roles.id = admin_users.role_id
  join auth.users on users.id = account
  where admin_users.is_active and (
    admin_users.supabase_auth_id = users.id
    or admin_users.supabase_auth_id is null and users.email_confirmed_at is not null and admin_users.email = lower(users.email))
$$;
comment on function private.staff_level_of(uuid) is
  'The level of the active member of staff to whom the account belongs, also when it is not bound to the row yet; null for everyone else.';
revoke execute on function private.staff_level_of(uuid) from public;

create or replace function private.set_student_active(student_id uuid, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_id), 999));
  update public.users set is_active = active where id = student_id;
  if not found then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;
