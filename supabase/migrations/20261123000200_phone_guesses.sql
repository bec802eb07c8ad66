-- Whose phone a number is, is told five times an hour. A client of PostgREST can make the statement fail after the
-- answer, by a cast that names it in its error, and so take the count back: a second count, by sequences, stays.
-- Registrations and profiles have counts of their own, so that no stranger can use up those of students.
do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.registration_guesses_%s', bucket);
    execute format('create sequence private.profile_guesses_%s', bucket);
  end loop;
end $$;

create function private.phone_guesses(kind text, caller text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select private.count_for_good(
    format('private.%s_guesses_%s', kind, get_byte(private.keyed_hash(kind || ' guesses ' || caller), 0) % 64)::regclass, '1 hour')
$$;
comment on function private.phone_guesses(text, text) is
  'Counts a question about a phone and gives how many there were this hour from callers of the same hash; no rollback takes it back.';
revoke execute on function private.phone_guesses(text, text) from public;

create or replace function private.phone_conflict(caller text, phone text, address text) returns text
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

create or replace function private.save_profile(
  first_name text, last_name text, phone_number text, terms_consent boolean, privacy_consent boolean
) returns json language plpgsql volatile security definer set search_path = '' as $$
declare
  phone text := private.normalise_phone(save_profile.phone_number);
  caller text := private.caller_network();
  student public.users;
  holder text;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  select * into student from public.users where users.id = auth.uid() for update;
  if phone is distinct from student.phone_number and private.is_real_phone(phone) then
    if private.is_real_phone(student.phone_number) then
      perform private.require_fresh_sign_in();
    end if;
    -- Looked at before the number is, one caller at a time: past the limit a free number is refused like a taken one.
    perform pg_advisory_xact_lock(hashtextextended('phone asked ' || caller, 0));
    if private.count_attempts('phone asked', student.id::text, '1 hour') >= 5
      or private.count_attempts('phone asked address', caller, '1 hour') >= 5 then
      return private.said_error('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    if private.phone_guesses('profile', caller) > 400 then
      return private.said_error('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    holder := private.phone_holder(phone, student.email);
    if holder is not null then
      perform private.take_attempt('phone asked', student.id::text, phone, 5, '1 hour');
      perform private.take_attempt('phone asked address', caller, phone, 5, '1 hour');
      return private.said_error('PHONE_ALREADY_EXISTS', 'The phone number belongs to another account',
        format('{"existingEmail":%s}', to_json(private.mask_email(holder))));
    end if;
  end if;
  update public.users set
    first_name = private.plain_name(save_profile.first_name), last_name = private.plain_name(save_profile.last_name),
    phone_number = phone,
    terms_consent = users.terms_consent or coalesce(save_profile.terms_consent, false),
    privacy_consent = users.privacy_consent or coalesce(save_profile.privacy_consent, false)
  where users.id = student.id;
  return json_build_object('error', null);
end $$;
