create function private.check_admin_sign_in(email text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := lower(trim(coalesce(check_admin_sign_in.email, '')));
  member public.admin_users;
begin
  if not private.is_staff_email(address) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  select * into member from public.admin_users where admin_users.email = address;
  if member.is_active then
    return json_build_object('admin_id', member.id, 'error', null);
  end if;
  -- Whoever asks for one address after the other learns of twenty in an hour.
  if not private.take_attempt('staff sign-in', coalesce(private.caller_address(), ''), address, 20, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  return json_build_object('admin_id', null, 'error',
    case when member.id is null then 'Admin user not found' else 'Admin account is deactivated' end);
end $$;
revoke execute on function private.check_admin_sign_in(text) from public;
grant execute on function private.check_admin_sign_in(text) to anon, authenticated;
create function public.check_admin_sign_in(email text) returns json
language sql set search_path = '' begin atomic select private.check_admin_sign_in(email); end;
comment on function public.check_admin_sign_in(text) is
  'Whether a sign-in link may be asked for by this member of the staff ([5-17], [5-18]); twenty refusals an hour for one caller.';
revoke execute on function public.check_admin_sign_in(text) from public;
grant execute on function public.check_admin_sign_in(text) to anon, authenticated;
