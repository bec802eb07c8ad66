create table private.registrations (
  request_hash text primary key check (request_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (email = lower(email) and char_length(email) <= 255),
  caller_hash bytea not null,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{1,14}$'),
  marketing_consent boolean not null default false,
  submitted_at timestamptz not null default now(),
  user_id uuid references public.users(id) on delete cascade,
  applied_at timestamptz,
  phone_left_out boolean not null default false
);
alter table private.registrations add constraint registrations_phone_number_real check (phone_number is null or private.is_real_phone(phone_number)) not valid;
comment on table private.registrations is
  'What registrations say, for 24 hours, by the SHA-256 of a secret of the browser that asked. It becomes a profile with the redeemed link that carries this hash, and reserves no phone number.';
comment on column private.registrations.user_id is 'Whose profile it became; names and phone are then in the profile alone.';
create index registrations_email_idx on private.registrations (email, submitted_at);
create index registrations_submitted_at_idx on private.registrations (submitted_at);
create index registrations_user_id_idx on private.registrations (user_id);
alter table private.registrations enable row level security;

create view private.export_registrations with (security_invoker = true) as
  select users.id as person, registration.submitted_at, registration.first_name, registration.last_name, '***' || right(registration.phone_number, 3) as phone_ends_with, registration.marketing_consent, registration.applied_at
  from private.registrations as registration join public.users on users.id = registration.user_id or (registration.user_id is null and users.email = registration.email);

create function private.forget_registrations(batch_size integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.registrations where registrations.request_hash in (
    select old.request_hash from private.registrations as old
    where old.submitted_at < now() - interval '24 hours' order by old.submitted_at limit greatest(batch_size, 0) for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $$;
grant execute on function private.forget_registrations(integer) to service_role;

create function public.forget_registrations(batch_size integer default 20000) returns integer
language sql volatile set search_path = '' begin atomic select private.forget_registrations(batch_size); end;
comment on function public.forget_registrations(integer) is
  'Forgets what registrations said that were not redeemed within 24 hours, a bounded number a call; a schedule calls it.';

create function private.plain_name(input text) returns text
language sql immutable set search_path = '' as $$
  select left(trim(regexp_replace(coalesce(input, ''), '[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')), 100)
$$;
comment on function private.plain_name(text) is 'A name without control and direction characters.';

create function private.phone_holder(phone text, address text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One statement a number at a time, so that two who want it cannot both find it free.
  perform pg_advisory_xact_lock(hashtextextended('phone number ' || phone, 0));
  -- Only a confirmed address keeps a number from others.
  update public.users set phone_number = null
    where users.phone_number = phone and users.email <> address and not users.email_verified;
  return (select users.email from public.users where users.phone_number = phone and users.email <> address);
end $$;
comment on function private.phone_holder(text, text) is
  'The address of the account that has the number, other than this one; null for a free number.';

create function private.phone_conflict(caller text, phone text, address text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  holder text := private.phone_holder(phone, address);
begin
  if holder is null then
    return null;
  end if;
  -- A caller hears of five numbers in an hour. Then a taken number passes like a free one: the profile is made without
  -- it, and the phone gate asks for one after the address was confirmed. Nobody is locked out, nothing more is told.
  -- The exact count comes first, so that whoever is past it uses up nothing that others share.
  if caller <> '' and not private.take_attempt('phone conflict', caller, phone || ' ' || address, 5, '1 hour') then
    raise log 'a caller was told of as many phone numbers as it may be in an hour';
    return null;
  end if;
  if caller <> '' and private.phone_guesses('registration', caller) > 100 then
    return null;
  end if;
  return private.mask_email(holder);
end $$;
comment on function private.phone_conflict(text, text, text) is
  'Whose account a visitor''s number belongs to, masked ([5-04]); null for a free one, and for every one after five in an hour.';

create function private.error_response(code text, message text, details text default null) returns json
language sql immutable set search_path = '' as $$
  select json_build_object('error', json_build_object('code', code, 'message', message, 'details', details))
$$;
comment on function private.error_response(text, text, text) is
  'A refusal as an answer. A raised one would take back what was counted in the same statement.';

create function private.begin_registration(
  request_hash text, email text, first_name text, last_name text, phone_number text,
  marketing_consent boolean, privacy_consent boolean, terms_consent boolean
) returns json language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := lower(trim(normalize(coalesce(begin_registration.email, ''), nfkc)));
  phone text := private.normalise_phone(begin_registration.phone_number);
  first text := private.plain_name(begin_registration.first_name);
  last text := private.plain_name(begin_registration.last_name);
  caller text := private.caller_network();
  hashed bytea := private.keyed_hash(caller);
  holder text;
begin
  if coalesce(begin_registration.request_hash, '') !~ '^[0-9a-f]{64}$' or char_length(address) > 255 then
    return private.error_response('INVALID_REGISTRATION', 'The registration is not valid');
  end if;
  if first = '' or last = '' or address = '' then
    return private.error_response('INVALID_REGISTRATION', 'First name, last name and email are required');
  end if;
  if phone is null then
    return private.error_response('PHONE_NUMBER_REQUIRED', 'Phone number is required');
  end if;
  if not private.is_real_phone(phone) then
    return private.error_response('INVALID_PHONE_NUMBER', 'The phone number is not valid');
  end if;
  if privacy_consent is not true or terms_consent is not true then
    return private.error_response('PRIVACY_CONSENT_REQUIRED', 'Privacy and Terms consent are required');
  end if;
  if not private.take_attempt('registration', caller, begin_registration.request_hash, 300, '1 hour') then
    return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
  end if;
  holder := private.phone_conflict(caller, phone, address);
  if holder is not null then
    return private.error_response('PHONE_ALREADY_EXISTS', 'The phone number belongs to another account',
      format('{"existingEmail":%s}', to_json(holder)));
  end if;
  insert into private.registrations (request_hash, email, caller_hash, first_name, last_name, phone_number, marketing_consent)
  values (begin_registration.request_hash, address, hashed, first, last, phone, coalesce(begin_registration.marketing_consent, false))
  on conflict do nothing;
  -- Five of one caller for an address and two hundred in all. A caller pushes out the own ones first, so that
  -- nobody's registration is lost to a stranger's flood.
  delete from private.registrations as old where old.request_hash in (
    select ranked.request_hash from (
      select registration.request_hash, registration.submitted_at,
        row_number() over (partition by registration.caller_hash order by registration.submitted_at desc, registration.request_hash) as of_caller,
        row_number() over (order by registration.submitted_at desc, registration.request_hash) as of_all
      from private.registrations as registration where registration.email = address and registration.applied_at is null) as ranked
    where ranked.of_caller > 5 or ranked.of_all > 200);
  perform private.forget_registrations(20);
  return json_build_object('error', null);
end $$;
grant execute on function private.begin_registration(text, text, text, text, text, boolean, boolean, boolean) to anon, authenticated, service_role;

create function public.begin_registration(
  request_hash text, email text, first_name text, last_name text, phone_number text,
  marketing_consent boolean, privacy_consent boolean, terms_consent boolean
) returns json language sql volatile set search_path = '' begin atomic
  select private.begin_registration(request_hash, email, first_name, last_name, phone_number,
    marketing_consent, privacy_consent, terms_consent);
end;
comment on function public.begin_registration(text, text, text, text, text, boolean, boolean, boolean) is
  'Keeps what a registration says until the link that carries the hash is redeemed; {"error": null}, or why it breaks the rules ([5-01] to [5-07]). Says nothing about the address.';
grant execute on function public.begin_registration(text, text, text, text, text, boolean, boolean, boolean) to anon, authenticated;

create function private.fill_profile(person uuid, registration private.registrations) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  registered_number text := case when private.is_real_phone(registration.phone_number) then registration.phone_number end;
  own_number text := registered_number;
  consent record;
begin
  if own_number is not null and private.phone_holder(own_number, registration.email) is not null then
    own_number := null;
  end if;
  for consent in select * from (values
    ('terms', true), ('privacy', true), ('marketing', registration.marketing_consent)) as given (purpose, granted)
  loop
    insert into public.consent_events (user_id, purpose, granted, document_version_id, occurred_at)
    select person, consent.purpose, consent.granted, (
      select versions.id from public.legal_document_versions as versions
      join public.legal_documents as documents on documents.id = versions.document_id
      where documents.slug = consent.purpose and versions.is_published and versions.effective_at <= registration.submitted_at
      order by versions.version desc limit 1), registration.submitted_at;
  end loop;
  update public.users set first_name = registration.first_name, last_name = registration.last_name, phone_number = own_number,
    consent_given_at = registration.submitted_at where users.id = person;
  update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_strip_nulls(jsonb_build_object(
    'first_name', registration.first_name, 'last_name', registration.last_name, 'phone_number', own_number, 'user_type', 'student',
    'marketing_consent', registration.marketing_consent, 'privacy_consent', true, 'terms_consent', true))
  where users.id = person;
  return registered_number is not null and own_number is null;
end $$;
comment on function private.fill_profile(uuid, private.registrations) is
  'Writes what a registration says into the profile, the ledger (as of the moment it was said) and the metadata ([3-06]). True when the number belongs to somebody else by now and was left out.';

create function private.is_first_entry(account uuid, submitted_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users
    join auth.sessions on sessions.user_id = users.id
    where users.id = account and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and users.email_confirmed_at >= is_first_entry.submitted_at and sessions.created_at >= is_first_entry.submitted_at
      and sessions.created_at between users.email_confirmed_at - interval '1 minute' and users.email_confirmed_at + interval '10 minutes'
      and exists (
        select from auth.mfa_amr_claims as proofs where proofs.session_id = sessions.id
          and private.proof_of(proofs.authentication_method) = 'mail'))
$$;
comment on function private.is_first_entry(uuid, timestamptz) is
  'Whether the caller''s session came from the mail that confirmed the address, after the given moment.';

create function private.apply_registration(request_hash text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  registration private.registrations;
  student public.users;
  left_out boolean;
begin
  perform private.require_session();
  -- Whoever comes second waits here, and finds it done.
  select * into student from public.users where users.id = auth.uid() for update;
  select * into registration from private.registrations where registrations.request_hash = apply_registration.request_hash for update;
  if registration.applied_at is not null and registration.user_id = auth.uid() then
    return json_build_object('applied', true, 'phone_left_out', registration.phone_left_out);
  end if;
  if registration.request_hash is null or registration.applied_at is not null or registration.submitted_at < now() - interval '24 hours'
    or student.id is null or not student.is_active or registration.email <> student.email or registration.email is distinct from private.own_email()
    or student.first_name <> '' or student.last_name <> '' or student.phone_number is not null
    or student.terms_consent or student.privacy_consent
    or exists (select from private.registrations as other where other.user_id = student.id)
    or not private.is_first_entry(student.id, registration.submitted_at) then
    return json_build_object('applied', false, 'phone_left_out', false);
  end if;
  left_out := private.fill_profile(student.id, registration);
  delete from private.registrations as other where other.email = registration.email and other.request_hash <> registration.request_hash;
  update private.registrations as mine set applied_at = now(), user_id = student.id, phone_left_out = left_out,
    first_name = '', last_name = '', phone_number = null where mine.request_hash = registration.request_hash;
  return json_build_object('applied', true, 'phone_left_out', left_out);
end $$;
grant execute on function private.apply_registration(text) to authenticated;

create function public.apply_registration(request_hash text) returns json
language sql volatile set search_path = '' begin atomic select private.apply_registration(request_hash); end;
comment on function public.apply_registration(text) is
  'Makes this registration the profile of the caller, once, in the session of the mail that confirmed the address: {applied, phone_left_out}. A profile that says anything is never changed.';
grant execute on function public.apply_registration(text) to authenticated;

create function private.registration_of_link(request_hash text, token_input text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  registration private.registrations;
begin
  select registrations.* into registration from private.registrations
    join auth.users on users.email = registrations.email and users.email_confirmed_at is null
    join auth.one_time_tokens as tokens on tokens.user_id = users.id
    where registrations.request_hash = registration_of_link.request_hash and registrations.applied_at is null
      and registrations.submitted_at > now() - interval '24 hours' and tokens.created_at > now() - interval '24 hours'
      and tokens.token_hash in (encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex'), token_input)
      and length(token_input) >= 40
    limit 1;
  if not found then
    return null;
  end if;
  return json_build_object('first_name', registration.first_name, 'masked_phone', '***' || right(registration.phone_number, 3));
end $$;
grant execute on function private.registration_of_link(text, text) to anon, authenticated, service_role;

create function public.registration_of_link(request_hash text, token_input text) returns json
language sql stable set search_path = '' begin atomic select private.registration_of_link(request_hash, token_input); end;
comment on function public.registration_of_link(text, text) is
  'What the registration behind a mailed link says, first name and end of the phone, for the page that asks before it redeems (T13); null when the link would not apply one. Changes nothing.';
grant execute on function public.registration_of_link(text, text) to anon, authenticated;

create trigger registrations_viewing_guard before insert or update or delete on private.registrations
  for each statement execute function private.refuse_in_viewing();
