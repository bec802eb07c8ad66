-- Closing an account ends it everywhere: policies read is_active, the sign-in service reads banned_until.
create function private.apply_account_state(account uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if account is null then
    return;
  end if;
  if exists (select from public.users where id = account and is_active)
    or exists (select from public.admin_users where supabase_auth_id = account and is_active) then
    update auth.users set banned_until = null where id = account and banned_until is not null;
  else
    update auth.users set banned_until = now() + interval '100 years' where id = account;
  end if;
end $$;
comment on function private.apply_account_state(uuid) is
  'Bans the account while neither its student profile nor its staff row is active.';
revoke execute on function private.apply_account_state(uuid) from public;

create function private.follow_account_state() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := case when tg_table_name = 'users' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'supabase_auth_id' end;
begin
  if not new.is_active then
    delete from auth.sessions where user_id = account;
    delete from auth.one_time_tokens where user_id = account;
    delete from private.account_recovery_tokens where user_id = account;
  end if;
  perform private.apply_account_state(account);
  return null;
end $$;
comment on function private.follow_account_state() is 'Ends all sessions and mailed links of a closed account and bans or readmits it.';
revoke execute on function private.follow_account_state() from public;
create trigger users_update_account_state after update of is_active on public.users
  for each row when (old.is_active is distinct from new.is_active) execute function private.follow_account_state();
create trigger admin_users_update_account_state after update of is_active on public.admin_users
  for each row when (old.is_active is distinct from new.is_active) execute function private.follow_account_state();

create function private.set_student_active(student_id uuid, active boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not (auth.role() = 'service_role' or private.has_permission('users.manage')) then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: users.manage');
  end if;
  update public.users set is_active = active where id = student_id;
  if not found then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;
revoke execute on function private.set_student_active(uuid, boolean) from public;
grant execute on function private.set_student_active(uuid, boolean) to authenticated, service_role;
create function public.set_student_active(student_id uuid, active boolean) returns void
language sql set search_path = '' begin atomic select private.set_student_active(student_id, active); end;
comment on function public.set_student_active(uuid, boolean) is 'Closes or reopens a student account; for staff with users.manage.';
revoke execute on function public.set_student_active(uuid, boolean) from public, anon;
grant execute on function public.set_student_active(uuid, boolean) to authenticated, service_role;
