create function private.normalise_phone(input text) returns text
language sql immutable set search_path = '' as $$
  select case when trimmed = '' then null when left(trimmed, 1) = '+' then trimmed else '+' || trimmed end
  from (select trim(input) as trimmed) as phone
$$;
comment on function private.normalise_phone(text) is 'The stored form: a leading plus and digits; null for a blank.';
revoke execute on function private.normalise_phone(text) from public;

create function private.is_real_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(phone ~ '^\+[1-9][0-9]{1,14}$' and phone <> '+972000000000', false)
$$;
comment on function private.is_real_phone(text) is 'Digits with a leading plus, first digit not 0, 2 to 15 digits, not the placeholder ([5-06], [5-07]).';
revoke execute on function private.is_real_phone(text) from public;

create function private.mask_email(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 1) || '***@' || left(split_part(address, '@', 2), 1) || '***' || substring(address from '\.[^.]*$')
$$;
comment on function private.mask_email(text) is 'dana@gmail.com becomes d***@g***.com.';
revoke execute on function private.mask_email(text) from public;

create table public.users (
  id uuid primary key default auth.uid() references auth.users on delete cascade,
  email text not null unique check (email = lower(email)),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone_number text constraint users_phone_number_check check (phone_number ~ '^\+[1-9][0-9]{1,14}$'),
  marketing_consent boolean not null default false,
  privacy_consent boolean not null default false,
  terms_consent boolean not null default false,
  consent_given_at timestamptz,
  email_verified boolean not null default false,
  email_verified_at timestamptz,
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.users is
  'Profiles of students ([3-01]). Made from a sign-up; a student sees and changes the own row only, staff see all.';
comment on column public.users.phone_number is
  'With a leading plus. One real number belongs to one student; the placeholder +972000000000 counts as missing.';
comment on column public.users.email_verified is 'Follows the sign-in service; nobody else writes it.';
alter table public.consent_events add constraint consent_events_user_id_fkey
  foreign key (user_id) references public.users on delete set null;
create unique index users_phone_number_key on public.users (phone_number) where phone_number <> '+972000000000';
create index users_created_at_idx on public.users (created_at desc);
create index users_last_login_at_idx on public.users (last_login_at desc);
revoke all on public.users from anon, authenticated;
grant select on public.users to authenticated;
grant insert (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent, updated_at)
  on public.users to authenticated;
grant update (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent, updated_at)
  on public.users to authenticated;
alter table public.users enable row level security;
-- A student of a closed account reads the own row and nothing else.
create policy users_select_own_or_viewer on public.users for select to authenticated
  using ((id = (select auth.uid()) and (select private.may_see_self())) or (select private.has_permission('students.view')));
create policy users_insert_own on public.users for insert to authenticated
  with check (id = (select auth.uid()) and email = (select private.own_email()) and (select private.session_stands()));
create policy users_update_own on public.users for update to authenticated
  using (id = (select auth.uid()) and (select private.is_active_student()))
  with check (id = (select auth.uid()) and email = (select private.own_email()));

create function private.guard_student_phone(student public.users, by_student boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  holder text;
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
  -- A sign-up whose link was never opened must not keep a number from its owner for longer than the link lives.
  update public.users set phone_number = null
    where users.phone_number = student.phone_number and users.id <> student.id
      and not users.email_verified and users.created_at < now() - interval '24 hours';
  select users.email into holder from public.users
    where users.phone_number = student.phone_number and users.id <> student.id;
  if found then
    perform private.raise_app_error('PHONE_ALREADY_EXISTS', 409, 'The phone number belongs to another account',
      format('{"existingEmail":%s}', to_json(private.mask_email(holder))));
  end if;
end $$;
comment on function private.guard_student_phone(public.users, boolean) is '[5-03], [5-04], [5-06], [5-07] for one row about to be stored.';
revoke execute on function private.guard_student_phone(public.users, boolean) from public;

create function private.guard_student_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  by_student boolean := coalesce(auth.role() = 'authenticated', false);
begin
  new.email := lower(trim(new.email));
  new.first_name := trim(regexp_replace(new.first_name, '[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'));
  new.last_name := trim(regexp_replace(new.last_name, '[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'));
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
comment on function private.guard_student_row() is
  'Normalises a profile and refuses what its owner may not set. An upsert may name id and email as long as they stay the same.';
revoke execute on function private.guard_student_row() from public;
create trigger users_write_guard before insert or update on public.users
  for each row execute function private.guard_student_row();

create function private.record_consent(student uuid, about text, given boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if given is not distinct from (
    select events.granted from public.consent_events as events
    where events.user_id = student and events.purpose = about order by events.occurred_at desc, events.id limit 1
  ) then
    return;
  end if;
  insert into public.consent_events (user_id, purpose, granted, document_version_id, occurred_at)
  select student, about, given, (
    select versions.id from public.legal_document_versions as versions
    join public.legal_documents as documents on documents.id = versions.document_id
    where documents.slug = about and versions.is_published and versions.effective_at <= now()
    order by versions.version desc limit 1), clock_timestamp();
end $$;
comment on function private.record_consent(uuid, text, boolean) is 'Adds a line to the ledger unless its last line says the same; so projection and ledger never chase each other.';
revoke execute on function private.record_consent(uuid, text, boolean) from public;

create function private.record_profile_consents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.terms_consent <> old.terms_consent then
    perform private.record_consent(new.id, 'terms', new.terms_consent);
  end if;
  if tg_op = 'INSERT' or new.privacy_consent <> old.privacy_consent then
    perform private.record_consent(new.id, 'privacy', new.privacy_consent);
  end if;
  if tg_op = 'INSERT' or new.marketing_consent <> old.marketing_consent then
    perform private.record_consent(new.id, 'marketing', new.marketing_consent);
  end if;
  return null;
end $$;
revoke execute on function private.record_profile_consents() from public;
create trigger users_write_consents after insert or update of terms_consent, privacy_consent, marketing_consent on public.users
  for each row execute function private.record_profile_consents();

create function private.project_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null then
    return null;
  end if;
  if new.purpose = 'marketing' then
    update public.users set marketing_consent = new.granted where id = new.user_id and marketing_consent <> new.granted;
  elsif new.purpose = 'terms' then
    update public.users set terms_consent = new.granted where id = new.user_id and terms_consent <> new.granted;
  elsif new.purpose = 'privacy' then
    update public.users set privacy_consent = new.granted where id = new.user_id and privacy_consent <> new.granted;
  end if;
  return null;
end $$;
revoke execute on function private.project_consent() from public;
create trigger consent_events_insert_project after insert on public.consent_events
  for each row execute function private.project_consent();
create trigger users_change_audit after update of is_active on public.users
  for each row when (old.is_active is distinct from new.is_active) execute function private.record_change('always');
