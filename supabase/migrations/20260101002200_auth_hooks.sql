create function private.hook_before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(trim(event #>> '{user,email}'));
  meta jsonb := coalesce(event #> '{user,user_metadata}', '{}');
  phone text := private.normalise_phone(meta ->> 'phone_number');
  caller text := coalesce(event #>> '{metadata,ip_address}', '');
  holder text;
begin
  if meta ->> 'user_type' = 'admin' then
    if exists (
      select from public.invitation_history as invitations
      where invitations.email = address and invitations.status = 'pending' and invitations.expires_at > now())
      or exists (select from public.admin_users where admin_users.email = address and admin_users.is_active) then
      return '{}';
    end if;
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message',
      case when exists (select from public.admin_users where admin_users.email = address)
        then 'Admin account is deactivated' else 'Admin user not found' end));
  end if;
  -- An account that does not say it is a student's may be completed later: the phone gate asks for what is missing.
  if meta ->> 'user_type' is null and phone is null then
    return '{}';
  end if;
  if coalesce(trim(meta ->> 'first_name'), '') = '' or coalesce(trim(meta ->> 'last_name'), '') = '' or coalesce(address, '') = '' then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', 'First name, last name and email are required'));
  end if;
  if phone is null then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', 'Phone number is required'));
  end if;
  if not private.is_real_phone(phone) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', 'INVALID_PHONE_NUMBER'));
  end if;
  if coalesce(meta ->> 'privacy_consent', '') <> 'true' or coalesce(meta ->> 'terms_consent', '') <> 'true' then
    return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', 'Privacy and Terms consent are required'));
  end if;
  update public.users set phone_number = null
    where phone_number = phone and not email_verified and created_at < now() - interval '24 hours';
  select users.email into holder from public.users where users.phone_number = phone and users.email <> address;
  if not found then
    return '{}';
  end if;
  -- A caller hears of five numbers in an hour. Then a taken number passes like a free one: the profile is made without
  -- it, and the phone gate asks for one after the address was confirmed. Nobody is locked out, nothing more is told.
  if caller <> '' and not private.take_attempt('phone conflict', caller, phone, 5, '1 hour') then
    raise log 'a caller was told of as many phone numbers as it may be in an hour';
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 409, 'message',
    format('PHONE_ALREADY_EXISTS {"existingEmail":%s}', to_json(private.mask_email(holder)))));
end $$;
comment on function private.hook_before_user_created(jsonb) is
  'Refuses a sign-up that breaks the rules of registration ([5-01] to [5-06]) or that claims to be staff without an invitation.';
revoke execute on function private.hook_before_user_created(jsonb) from public;
grant execute on function private.hook_before_user_created(jsonb) to supabase_auth_admin;

create function public.hook_before_user_created(event jsonb) returns jsonb
language sql set search_path = '' begin atomic select private.hook_before_user_created(event); end;
comment on function public.hook_before_user_created(jsonb) is 'Called by the sign-in service before it makes an account.';
revoke execute on function public.hook_before_user_created(jsonb) from public, anon, authenticated, service_role;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.hook_before_user_created(jsonb) to supabase_auth_admin;
