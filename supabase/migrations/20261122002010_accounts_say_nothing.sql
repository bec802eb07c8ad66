-- An account that nobody has confirmed says nothing about its owner: neither in the profile nor in the ledger, nor in
-- the metadata that goes into every token.
create function private.keep_metadata(meta jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') from jsonb_each(coalesce(meta, '{}')) as entry
  where entry.key in ('sub', 'email', 'email_verified', 'phone', 'phone_verified')
    or (entry.key = 'user_type' and entry.value in ('"student"', '"admin"'))
$$;
comment on function private.keep_metadata(jsonb) is 'What the sign-in service itself writes about an account, and whether it is a student''s or staff''s.';
revoke execute on function private.keep_metadata(jsonb) from public;

create function private.strip_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := private.keep_metadata(new.raw_user_meta_data);
  return new;
end $$;
comment on function private.strip_metadata() is
  'Whoever signs an address up may be a stranger to it. The sign-in service writes the metadata twice, so an update counts like an insert.';
revoke execute on function private.strip_metadata() from public;
create trigger users_strip_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (new.email_confirmed_at is null) execute function private.strip_metadata();

create function private.strip_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := private.keep_metadata(new.identity_data);
  return new;
end $$;
revoke execute on function private.strip_identity() from public;

do $$
begin
  -- A project may keep its identities to the sign-in service; they are in no token and nothing of ours reads them.
  create trigger identities_strip_metadata before insert on auth.identities
    for each row when (new.provider = 'email') execute function private.strip_identity();
  update auth.identities set identity_data = private.keep_metadata(identity_data)
    from auth.users where users.id = identities.user_id and users.email_confirmed_at is null and identities.provider = 'email';
exception when insufficient_privilege then
  raise notice 'auth.identities belongs to the sign-in service alone';
end $$;

create or replace function private.create_student() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.raw_user_meta_data ->> 'user_type', 'student') = 'student' and coalesce(new.email, '') <> '' then
    insert into public.users (id, email, last_login_at) values (new.id, new.email, new.last_sign_in_at) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.create_student() is
  'Makes the profile of a new student account, with the address alone; the rest comes with the link that proves whose it is.';

create or replace function private.record_profile_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A new profile has said only what it agrees to.
  if new.terms_consent is distinct from (case when tg_op = 'UPDATE' then old.terms_consent else false end) then
    perform private.record_consent(new.id, 'terms', new.terms_consent);
  end if;
  if new.privacy_consent is distinct from (case when tg_op = 'UPDATE' then old.privacy_consent else false end) then
    perform private.record_consent(new.id, 'privacy', new.privacy_consent);
  end if;
  if new.marketing_consent is distinct from (case when tg_op = 'UPDATE' then old.marketing_consent else false end) then
    perform private.record_consent(new.id, 'marketing', new.marketing_consent);
  end if;
  return null;
end $$;

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
      'staff sign-in', private.network_of(event #>> '{metadata,ip_address}'), address, 20, '1 hour') then
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
  holder := private.phone_conflict(private.network_of(event #>> '{metadata,ip_address}'), phone, address);
  if holder is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 409, 'message',
    format('PHONE_ALREADY_EXISTS {"existingEmail":%s}', to_json(holder))));
end $$;

-- What was taken from registrations that nobody confirmed.
delete from public.consent_events using public.users
  where users.id = consent_events.user_id and not users.email_verified and consent_events.purpose in ('terms', 'privacy', 'marketing');
alter table public.users disable trigger user;
update public.users set first_name = '', last_name = '', phone_number = null, marketing_consent = false,
  privacy_consent = false, terms_consent = false, consent_given_at = null where not email_verified;
alter table public.users enable trigger user;
update auth.users set raw_user_meta_data = private.keep_metadata(raw_user_meta_data) where email_confirmed_at is null;
