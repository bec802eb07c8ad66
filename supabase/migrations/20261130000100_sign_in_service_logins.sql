-- The sign-in service may come by any login that acts as its role, so the role counts and not the login's name: several
-- installations on one PostgreSQL server have logins of their own.
create or replace function private.guard_second_step_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(nullif(current_setting('role', true), 'none'), session_user) = 'supabase_auth_admin'
    and exists (select from auth.users where users.id = old.user_id and users.deleted_at is null) then
    perform private.require_permit(old.user_id, 'second step');
    delete from private.permits where permits.user_id = old.user_id and permits.purpose = 'second step';
  end if;
  return old;
end $$;
