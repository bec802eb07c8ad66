create table public.users (
  id uuid primary key default auth.uid() references auth.users(id) on delete cascade,
  email text not null unique check (email = lower(email)),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{1,14}$'),
  marketing_consent boolean not null default false,
  privacy_consent boolean not null default false,
  terms_consent boolean not null default false,
  consent_given_at timestamptz,
  email_verified boolean not null default false,
  email_verified_at timestamptz,
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deletion_due_at timestamptz,
  phone_owed boolean not null default true,
  details_version integer not null default 1
);
comment on table public.users is
  'Profiles of students ([3-01]). Made from a sign-up; a student sees and changes the own row only, staff see all.';
comment on column public.users.phone_number is 'With a leading plus. One real number belongs to one student; the placeholder +972000000000 counts as missing.';
comment on column public.users.email_verified is 'Follows the sign-in service; nobody else writes it.';
comment on column public.users.deletion_due_at is 'From when on the account is deleted; null for everyone who stays. Set by request_account_deletion only.';
comment on column public.users.phone_owed is 'Whether the phone is missing, the placeholder or none of its country ([4-23]); written by a trigger alone.';
comment on column public.users.details_version is 'Rises when a name or the phone changes, by whomever; a correction by staff names the one that was read.';
create unique index users_phone_number_key on public.users (phone_number) where phone_number <> '+972000000000';
create index users_deletion_due_at_idx on public.users (deletion_due_at) where deletion_due_at is not null;
create index users_decoy_ring_idx on public.users (md5(id::text) collate "C");
create index users_created_at_id_idx on public.users (created_at, id);
grant select on public.users to authenticated;
grant insert (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent,
  updated_at), update (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent,
  terms_consent, updated_at)
  on public.users to authenticated;
alter table public.users enable row level security;

create function private.normalise_phone(input text) returns text
language sql immutable set search_path = '' as $$
  select case when trimmed = '' then null when left(trimmed, 1) = '+' then trimmed else '+' || trimmed end
  from (select trim(input) as trimmed) as phone
$$;
comment on function private.normalise_phone(text) is
  'The stored form: a leading plus and digits; null for a blank.';

create function private.is_real_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(phone ~ '^\+[1-9][0-9]{1,14}$' and phone <> '+972000000000' and (
    select bool_or(substr(phone, 2 + digits) ~ ('^(?:' || (plans.patterns ->> substr(phone, 2, digits)) || ')$'))
    from (select private.phone_patterns() as patterns) as plans, generate_series(1, 3) as digits), false)
$$;
comment on function private.is_real_phone(text) is
  'A leading plus, then a number that its country has; not the placeholder ([5-06], [5-07]).';

create function private.mask_email(address text) returns text
language sql immutable set search_path = '' as $$
  select left(address, 1) || '***@' || left(split_part(address, '@', 2), 1) || '***' || substring(address from '\.[^.]*$')
$$;
comment on function private.mask_email(text) is 'dana@gmail.com becomes d***@g***.com.';

create function private.guard_student_phone(student public.users, by_student boolean) returns void
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
comment on function private.guard_student_phone(public.users, boolean) is
  '[5-03], [5-04], [5-06], [5-07] for one row about to be stored.';

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
comment on function private.record_consent(uuid, text, boolean) is
  'Adds a line to the ledger unless its last line says the same; so projection and ledger never chase each other.';

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

create function private.write_student_row() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A row of somebody else that this statement has to touch is no wish of the caller's.
  by_student constant boolean := coalesce(auth.role() = 'authenticated'
    and (case when tg_op = 'INSERT' then new.id else old.id end) = auth.uid(), false);
begin
  new.email := lower(trim(new.email));
  new.first_name := private.plain_name(new.first_name);
  new.last_name := private.plain_name(new.last_name);
  new.phone_number := private.normalise_phone(new.phone_number);
  new.updated_at := now();

  -- 1. A number is changed by its function; who writes the table may repeat their own, or take it away.
  if tg_nargs > 0 and private.is_real_phone(new.phone_number) and new.phone_number is distinct from (
    select users.phone_number from public.users where users.id = auth.uid()) then
    perform private.raise_app_error('PROTECTED_COLUMN', 403, 'This field cannot be changed here');
  end if;

  -- 2. Deletion is asked for five times a day at most.
  if tg_op = 'UPDATE' and old.deletion_due_at is null and new.deletion_due_at is not null
    and current_setting('role') in ('anon', 'authenticated')
    and not private.take_call('deletion request', new.id::text, 5, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five requests for deletion a day');
  end if;

  -- 3. What students themselves cannot change, and the rules of phones.
  if tg_op = 'INSERT' then
    select users.email_confirmed_at is not null, users.email_confirmed_at into new.email_verified, new.email_verified_at
      from auth.users where users.id = new.id;
    new.email_verified := coalesce(new.email_verified, false);
    if new.terms_consent and new.privacy_consent then
      new.consent_given_at := coalesce(new.consent_given_at, now());
    end if;
    perform private.guard_student_phone(new, by_student and new.phone_number is not null);
  else
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
  end if;

  -- 4. What follows from the row: whether a number is owed, and the version of what staff correct.
  new.phone_owed := not private.is_real_phone(new.phone_number);
  if tg_op = 'UPDATE' and (new.first_name, new.last_name, new.phone_number) is distinct from (old.first_name, old.last_name, old.phone_number) then
    new.details_version := old.details_version + 1;
  end if;
  return new;
end $$;
comment on function private.write_student_row() is
  'What holds for every write of a student''s profile. With an argument: written by callers on the table itself. 403 PROTECTED_COLUMN, 429 TOO_MANY_REQUESTS, and the errors of phones and of a sign-in that is not fresh.';

create function private.end_account_access(account uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.sessions where sessions.user_id = account;
  delete from auth.one_time_tokens where one_time_tokens.user_id = account;
  delete from private.account_recovery_tokens where account_recovery_tokens.user_id = account;
$$;
comment on function private.end_account_access(uuid) is 'Ends all sessions and mailed links of an account.';

create function private.notify_phone_change(student uuid, former text, present text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_security_notice(student, private.confirmed_email(student), 'phone_changed',
    jsonb_build_object('from', private.mask_phone(former), 'to', private.mask_phone(present)),
    jsonb_build_object('former_phone', former));
exception when others then
  raise warning 'no notice of a change of phone: %', sqlstate;
end $$;
comment on function private.notify_phone_change(uuid, text, text) is
  'Queues the notice that a number was changed. The change stands also where no notice can be queued.';

create function private.follow_student() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  line private.listed_students;
begin
  -- 1. Sums by day, for counting again: the days of registration, old and new.
  if old.created_at is distinct from new.created_at then
    insert into private.days_to_count (day)
    select distinct private.day_of(at) from unnest(array[old.created_at, new.created_at]) as at where private.day_of(at) < today;
  end if;
  if (old.created_at, old.email_verified) is distinct from (new.created_at, new.email_verified) then
    insert into private.analytics_marks (figure, key)
    select distinct 'cohort', private.day_of(at)::text from unnest(array[old.created_at, new.created_at]) as at where private.day_of(at) < today;
  end if;
  if tg_op = 'UPDATE' and old.created_at is distinct from new.created_at then
    insert into private.analytics_marks (figure, key)
    select distinct 'week', private.week_of(learned.day)::text from private.learning_days as learned where learned.user_id = new.id;
  end if;

  -- 2. Who is gone leaves no request for an account.
  if tg_op = 'DELETE' then
    delete from private.registrations where registrations.email = old.email;
    if old.email_verified then
      delete from public.access_requests as requests
        where requests.former_email = old.email or requests.contact_email = old.email or requests.phone_number = old.phone_number;
    end if;
    return null;
  end if;

  -- 3. The line of the list of students.
  line := private.listed_student(new);
  if tg_op = 'INSERT' or line is distinct from private.listed_student(old) then
    insert into private.listed_students select line.*
    on conflict (id) do update set name = excluded.name, state = excluded.state, created_at = excluded.created_at,
      last_login_at = excluded.last_login_at, phone_owed = excluded.phone_owed, marketing_consent = excluded.marketing_consent;
  end if;

  -- 4. Consents are on record; a new profile has said only what it agrees to.
  if new.terms_consent is distinct from coalesce(old.terms_consent, false) then
    perform private.record_consent(new.id, 'terms', new.terms_consent);
  end if;
  if new.privacy_consent is distinct from coalesce(old.privacy_consent, false) then
    perform private.record_consent(new.id, 'privacy', new.privacy_consent);
  end if;
  if new.marketing_consent is distinct from coalesce(old.marketing_consent, false) then
    perform private.record_consent(new.id, 'marketing', new.marketing_consent);
  end if;
  if tg_op = 'INSERT' then
    return null;
  end if;

  -- 5. Marketing mail follows the consent.
  if new.marketing_consent and not old.marketing_consent then
    delete from public.email_suppressions as held
      where held.address = new.email and held.purpose = 'marketing' and held.reason = 'unsubscribed';
    update private.unsubscribe_tokens as links set used_at = null where links.user_id = new.id and links.used_at is not null;
  elsif old.marketing_consent and not new.marketing_consent then
    update public.email_outbox set status = 'abandoned', html = '', text_body = '', content = null, last_error = 'consent withdrawn'
      where recipient = new.email and kind = 'marketing' and status = 'queued';
  end if;

  -- 6. A closed account has no sessions and no links.
  if old.is_active is distinct from new.is_active then
    if not new.is_active then
      perform private.end_account_access(new.id);
    end if;
    perform private.apply_account_state(new.id);
  end if;

  -- 7. A number that took the place of another one: its owner is notified, and signed out elsewhere.
  if old.phone_number is distinct from new.phone_number and old.phone_number <> '+972000000000' then
    perform private.notify_phone_change(new.id, old.phone_number, new.phone_number);
    if new.phone_number is not null and auth.uid() = new.id then
      delete from auth.sessions
        where sessions.user_id = new.id and sessions.id is distinct from nullif(auth.jwt() ->> 'session_id', '')::uuid;
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_student() is 'What follows from a profile that was made, changed or removed.';

create policy users_insert_own on public.users for insert to authenticated
  with check (id = (select auth.uid()) and email = (select private.own_email()) and (select private.session_is_valid()));

create policy users_update_own on public.users for update to authenticated
  using (id = (select auth.uid()) and (select private.is_active_student()))
  with check (id = (select auth.uid()) and email = (select private.own_email()));

create policy users_select_own on public.users for select to authenticated
  using (id = (select auth.uid()) and (select private.may_see_self()));

create trigger users_change_audit after update of is_active on public.users
  for each row when (old.is_active is distinct from new.is_active) execute function private.record_change('always');

create trigger users_viewing_guard before insert or update or delete on public.users
  for each statement execute function private.refuse_in_viewing();

-- Each row meets one of the two: in the function the caller is its owner.
create trigger users_write before insert or update on public.users
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.write_student_row();

create trigger users_write_directly before insert or update on public.users
  for each row when (current_user in ('anon', 'authenticated')) execute function private.write_student_row('directly');

create trigger users_follow after insert or update or delete on public.users
  for each row execute function private.follow_student();
