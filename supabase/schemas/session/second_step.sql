create function public.begin_second_step() returns void
language sql set search_path = '' begin atomic select private.permit_fresh('second step'); end;
comment on function public.begin_second_step() is
  'Lets the caller confirm one authenticator app, or take one off, within the next ten minutes; wants a fresh sign-in.';
grant execute on function public.begin_second_step() to authenticated;

-- A permit holds for the account, because the sign-in service does not say which session asks. So it is used up at once:
-- another session of the account, in whose hands ever, finds it gone.
create function private.guard_second_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permit(new.user_id, 'second step');
  delete from private.permits where permits.user_id = new.user_id and permits.purpose = 'second step';
  return new;
end $$;

create function private.second_step_given() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and sessions.user_id = auth.uid()
      and coalesce(sessions.aal::text, 'aal1') <> 'aal1'
      and exists (select from auth.mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified'));
end $$;
comment on function private.second_step_given() is
  'Whether the account has an authenticator app and the session of the token gave its code. Unlike second_step_done, an account without an app has given nothing.';

create function private.signed_in_staff() returns table (admin_id uuid, role_name text, role_level integer)
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
      and private.session_is_valid()
      and not private.staff_session_is_idle();
end $$;
comment on function private.signed_in_staff() is
  'The active, verified staff member behind the request, while the session stands, is younger than 24 hours and was used within staff_idle_minutes, before it is asked what the role demands.';

create function private.staff_app_missing() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.signed_in_staff()) and not exists (select from private.current_staff());
end $$;
grant execute on function private.staff_app_missing() to authenticated;

create function public.staff_app_missing() returns boolean
language sql stable set search_path = '' begin atomic select private.staff_app_missing(); end;
comment on function public.staff_app_missing() is
  'Whether an authenticator app is all that the caller lacks to be staff. Nothing is read as staff until it has joined.';
grant execute on function public.staff_app_missing() to authenticated;

-- Taking the app off opens the account to whoever has its mailbox. The sign-in service asks for a session that gave the
-- code once, however long ago; so the session asks begin_second_step first, as when the app joined.
create function private.guard_second_step_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(nullif(current_setting('role', true), 'none'), session_user) = 'supabase_auth_admin'
    and exists (select from auth.users where users.id = old.user_id and users.deleted_at is null) then
    perform private.require_permit(old.user_id, 'second step');
    delete from private.permits where permits.user_id = old.user_id and permits.purpose = 'second step';
  end if;
  return old;
end $$;
comment on function private.guard_second_step_removal() is
  'For the sign-in service alone; with the account its app goes too, and the server takes one off by remove_second_step.';

create function private.remove_second_step(account uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return private.take_second_step_off(account, null);
end $$;
grant execute on function private.remove_second_step(uuid) to service_role;

create function public.remove_second_step(account uuid) returns integer
language sql set search_path = '' begin atomic select private.remove_second_step(account); end;
comment on function public.remove_second_step(uuid) is
  'Takes the authenticator apps off an account whose owner lost the device, ends its sessions, and gives the number of apps; for the server.';

create trigger mfa_factors_update_guard before update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function private.guard_second_step();

create trigger mfa_factors_delete_guard before delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.guard_second_step_removal();
