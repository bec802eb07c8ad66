-- A signed-in student who asks for one number after the other hears of five taken ones in an hour. What is counted must
-- outlive the refusal, so the answer of a function says it, and the table itself takes no other number.
create or replace function private.guard_student_phone(student public.users, by_student boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if student.phone_number is null then
    if by_student then
      perform private.raise_app_error('PHONE_NUMBER_REQUIRED', 400, 'Phone number is required');
    end if;
    return;
  end if;
  if not private.is_real_phone(student.phone_number) then
    if by_student or student.phone_number <> '+972000000000' then
      perform private.raise_app_error('INVALID_PHONE_NUMBER', 400, 'The phone number is not valid');
    end if;
    return;
  end if;
  if private.phone_holder(student.phone_number, student.email) is not null then
    perform private.raise_app_error('PHONE_ALREADY_EXISTS', 409, 'The phone number belongs to another account');
  end if;
end $$;

create or replace function private.guard_student_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A row of somebody else that this statement has to touch is no wish of the caller's.
  by_student boolean := coalesce(auth.role() = 'authenticated'
    and (case when tg_op = 'INSERT' then new.id else old.id end) = auth.uid(), false);
begin
  new.email := lower(trim(new.email));
  new.first_name := private.plain_name(new.first_name);
  new.last_name := private.plain_name(new.last_name);
  new.phone_number := private.normalise_phone(new.phone_number);
  new.updated_at := now();
  if tg_op = 'INSERT' then
    select users.email_confirmed_at is not null, users.email_confirmed_at into new.email_verified, new.email_verified_at
      from auth.users where users.id = new.id;
    new.email_verified := coalesce(new.email_verified, false);
    if new.terms_consent and new.privacy_consent then
      new.consent_given_at := coalesce(new.consent_given_at, now());
    end if;
    perform private.guard_student_phone(new, by_student and new.phone_number is not null);
    return new;
  end if;
  if by_student and (new.id <> old.id or new.email <> old.email
    or (old.terms_consent and not new.terms_consent) or (old.privacy_consent and not new.privacy_consent)) then
    perform private.raise_app_error('PROTECTED_COLUMN', 403, 'This field cannot be changed here');
  end if;
  if new.terms_consent and new.privacy_consent and not (old.terms_consent and old.privacy_consent) then
    new.consent_given_at := now();
  end if;
  if new.phone_number is distinct from old.phone_number then
    -- The phone opens the way back into the account: only its owner may point it elsewhere.
    if by_student and private.is_real_phone(old.phone_number) then
      perform private.require_fresh_sign_in();
    end if;
    perform private.guard_student_phone(new, by_student);
  end if;
  return new;
end $$;

create function private.refuse_direct_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  phone text := private.normalise_phone(new.phone_number);
  known text;
begin
  select users.phone_number into known from public.users where users.id = auth.uid();
  if private.is_real_phone(phone) and phone is distinct from known then
    perform private.raise_app_error('PROTECTED_COLUMN', 403, 'This field cannot be changed here');
  end if;
  return new;
end $$;
comment on function private.refuse_direct_phone() is
  'Before everything else that looks at the number, so that a refusal tells nothing about it. An upsert may name the own one.';
revoke execute on function private.refuse_direct_phone() from public;
create trigger users_direct_phone_guard before insert or update on public.users
  for each row when (current_user in ('anon', 'authenticated')) execute function private.refuse_direct_phone();

create function private.save_profile(
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
revoke execute on function private.save_profile(text, text, text, boolean, boolean) from public;
grant execute on function private.save_profile(text, text, text, boolean, boolean) to authenticated;
create function public.save_profile(
  first_name text, last_name text, phone_number text, terms_consent boolean default false, privacy_consent boolean default false
) returns json language sql volatile set search_path = '' begin atomic
  select private.save_profile(first_name, last_name, phone_number, terms_consent, privacy_consent);
end;
comment on function public.save_profile(text, text, text, boolean, boolean) is
  'Saves names and phone of the caller and adds what is agreed to; {"error": null}, or PHONE_ALREADY_EXISTS with the masked address of the holder, for five numbers an hour. Another number in place of a real one wants a fresh sign-in.';
revoke execute on function public.save_profile(text, text, text, boolean, boolean) from public, anon;
grant execute on function public.save_profile(text, text, text, boolean, boolean) to authenticated;
