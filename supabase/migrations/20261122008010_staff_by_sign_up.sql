-- Asking for an account of the staff tells who is staff, as check_admin_sign_in does, and has the same limit.
create or replace function private.hook_before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(trim(event #>> '{user,email}'));
  meta jsonb := coalesce(event #> '{user,user_metadata}', '{}');
  phone text := private.normalise_phone(meta ->> 'phone_number');
  holder text;
begin
  if meta ->> 'user_type' = 'admin' then
    -- Counted before it is answered, and together with check_admin_sign_in: there is one limit for asking who is staff.
    if not private.take_attempt(
      'staff sign-in', private.network_of(coalesce(event #>> '{metadata,ip_address}', '')), address, 20, '1 hour') then
      return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', 'Too many requests'));
    end if;
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
  -- Counted together with begin_registration, and for the same number and address once.
  holder := private.phone_conflict(private.caller_group(coalesce(event #>> '{metadata,ip_address}', '')), phone, address);
  if holder is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 409, 'message',
    format('PHONE_ALREADY_EXISTS {"existingEmail":%s}', to_json(holder))));
end $$;
