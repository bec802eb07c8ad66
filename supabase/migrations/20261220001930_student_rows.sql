-- Decision 0158: what happens to a row of users stands in two functions, one before a write and one after a change, in the
-- order in which it happens. Beside them stand the guard of viewings and the audit, which many tables have.
drop trigger users_direct_phone_guard on public.users;
drop trigger users_update_deletion_limit on public.users;
drop trigger users_write_guard on public.users;
drop trigger users_write_owed_phone on public.users;
drop trigger users_write_version on public.users;
drop trigger users_write_consents on public.users;
drop trigger users_list_anew on public.users;
drop trigger users_insert_cohorts on public.users;
drop trigger users_insert_days on public.users;
drop trigger users_update_account_state on public.users;
drop trigger users_update_cohorts on public.users;
drop trigger users_update_days on public.users;
drop trigger users_update_marketing on public.users;
drop trigger users_update_phone_notice on public.users;
drop trigger users_update_phone_sessions on public.users;
drop trigger users_delete_access_requests on public.users;
drop trigger users_delete_cohorts on public.users;
drop trigger users_delete_days on public.users;
drop trigger users_delete_registrations on public.users;
drop function private.refuse_direct_phone();
drop function private.limit_deletion_requests();
drop function private.guard_student_row();
drop function private.note_owed_phone();
drop function private.count_details_version();
drop function private.record_profile_consents();
drop function private.list_student_anew();
drop function private.mark_cohorts();
drop function private.mark_cohort_of_student();
drop function private.follow_marketing_consent();
drop function private.tell_phone();
drop function private.end_other_sessions();
drop function private.forget_access_requests();
drop function private.forget_registrations_of();

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
revoke execute on function private.write_student_row() from public;
-- Each row meets one of the two: in the function the caller is its owner.
create trigger users_write before insert or update on public.users
  for each row when (current_user not in ('anon', 'authenticated')) execute function private.write_student_row();
create trigger users_write_directly before insert or update on public.users
  for each row when (current_user in ('anon', 'authenticated')) execute function private.write_student_row('directly');

create function private.end_account_access(account uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.sessions where sessions.user_id = account;
  delete from auth.one_time_tokens where one_time_tokens.user_id = account;
  delete from private.account_recovery_tokens where account_recovery_tokens.user_id = account;
$$;
comment on function private.end_account_access(uuid) is 'Ends all sessions and mailed links of an account.';
revoke execute on function private.end_account_access(uuid) from public;

create or replace function private.follow_account_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_active then
    perform private.end_account_access(new.supabase_auth_id);
  end if;
  perform private.apply_account_state(new.supabase_auth_id);
  return null;
end $$;

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
revoke execute on function private.notify_phone_change(uuid, text, text) from public;

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
revoke execute on function private.follow_student() from public;
create trigger users_follow after insert or update or delete on public.users
  for each row execute function private.follow_student();
