create function private.create_student() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.raw_user_meta_data ->> 'user_type', 'student') = 'student' and coalesce(new.email, '') <> '' then
    insert into public.users (id, email, last_login_at) values (new.id, new.email, new.last_sign_in_at) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.create_student() is
  'Makes the profile of a new student account, with the address alone; the rest comes with the link that proves whose it is.';

create function private.follow_auth_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set
    email = lower(new.email), email_verified = new.email_confirmed_at is not null,
    email_verified_at = new.email_confirmed_at, last_login_at = new.last_sign_in_at
  where id = new.id
    and (email, email_verified_at, last_login_at) is distinct from (lower(new.email), new.email_confirmed_at, new.last_sign_in_at);
  -- A staff member who leaves the staff domains loses the verified mark, and with it every permission.
  update public.admin_users set
    email = case when private.is_staff_email(lower(new.email)) then lower(new.email) else email end,
    email_verified = new.email_confirmed_at is not null and private.is_staff_email(lower(new.email)),
    email_verified_at = new.email_confirmed_at, last_login_at = new.last_sign_in_at
  where supabase_auth_id = new.id
    and (email, email_verified_at, last_login_at) is distinct from (lower(new.email), new.email_confirmed_at, new.last_sign_in_at);
  return null;
end $$;
comment on function private.follow_auth_account() is
  'Projects address, confirmation and last sign-in on the profile and the staff row.';

create function private.hook_refusal(http_code integer, message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', http_code, 'message', message))
$$;
comment on function private.hook_refusal(integer, text) is
  'How a hook of the sign-in service refuses: a status and words that the caller gets.';

create function private.hook_before_user_created(event jsonb) returns jsonb
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
      return private.hook_refusal(429, 'Too many requests');
    end if;
    if exists (
      select from public.invitation_history as invitations
      where invitations.email = address and invitations.status = 'pending' and invitations.expires_at > now())
      or exists (select from public.admin_users where admin_users.email = address and admin_users.is_active) then
      return '{}';
    end if;
    return private.hook_refusal(403, case when exists (select from public.admin_users where admin_users.email = address)
      then 'Admin account is deactivated' else 'Admin user not found' end);
  end if;
  -- An account that does not say it is a student's may be completed later: the phone gate asks for what is missing.
  if meta ->> 'user_type' is null and phone is null then
    return '{}';
  end if;
  if coalesce(trim(meta ->> 'first_name'), '') = '' or coalesce(trim(meta ->> 'last_name'), '') = '' or coalesce(address, '') = '' then
    return private.hook_refusal(400, 'First name, last name and email are required');
  end if;
  if phone is null then
    return private.hook_refusal(400, 'Phone number is required');
  end if;
  if not private.is_real_phone(phone) then
    return private.hook_refusal(400, 'INVALID_PHONE_NUMBER');
  end if;
  if coalesce(meta ->> 'privacy_consent', '') <> 'true' or coalesce(meta ->> 'terms_consent', '') <> 'true' then
    return private.hook_refusal(400, 'Privacy and Terms consent are required');
  end if;
  -- Counted together with begin_registration, and for the same number and address once.
  holder := private.phone_conflict(private.network_of(event #>> '{metadata,ip_address}'), phone, address);
  if holder is null then
    return '{}';
  end if;
  return private.hook_refusal(409, format('PHONE_ALREADY_EXISTS {"existingEmail":%s}', to_json(holder)));
end $$;
comment on function private.hook_before_user_created(jsonb) is
  'Refuses a sign-up that breaks the rules of registration ([5-01] to [5-06]) or that claims to be staff without an invitation.';
grant execute on function private.hook_before_user_created(jsonb) to supabase_auth_admin;

create function public.hook_before_user_created(event jsonb) returns jsonb
language sql set search_path = '' begin atomic select private.hook_before_user_created(event); end;
comment on function public.hook_before_user_created(jsonb) is
  'Called by the sign-in service before it makes an account.';
revoke execute on function public.hook_before_user_created(jsonb) from service_role;
grant execute on function public.hook_before_user_created(jsonb) to supabase_auth_admin;

create function private.drop_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end $$;
comment on function private.drop_password() is
  'No account keeps a password; null is how the sign-in service says that there is none.';

create function private.proof_of(method text) returns text
language sql immutable set search_path = '' as $$
  select case
    when method in ('otp', 'magiclink', 'email/signup', 'invite', 'recovery') then 'mail'
    when method = 'totp' then 'app'
  end
$$;
comment on function private.proof_of(text) is
  'What a method of the sign-in service proves: that its holder read the mail, or held the app. Null for all others: a password, a refresh, an anonymous start and methods that nobody has thought about prove nothing.';

create function private.comes_from_password() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]' or auth.jwt() -> 'amr' ? 'password', false)
    or exists (
      select from auth.mfa_amr_claims as claims
      where claims.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid and claims.authentication_method = 'password');
end $$;
comment on function private.comes_from_password() is
  'Whether the session of the token was opened, or ever confirmed, with a password: by its own claim, or by what the sign-in service noted.';

-- Who views is still told who they are.
create function private.may_see_own_staff_row() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when exists (select from public.admin_users where admin_users.supabase_auth_id = auth.uid() and not admin_users.is_active)
      then private.second_step_done()
    else private.session_lives() end;
end $$;
comment on function private.may_see_own_staff_row() is
  'Whether the caller may read the own row of the staff: also when it is closed and its sessions are gone, so that it can be told so ([2.12-22]).';
grant execute on function private.may_see_own_staff_row() to authenticated;

create function private.keep_metadata(meta jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') from jsonb_each(coalesce(meta, '{}')) as entry
  where entry.key in ('sub', 'email', 'email_verified', 'phone', 'phone_verified')
    or (entry.key = 'user_type' and entry.value in ('"student"', '"admin"'))
$$;
comment on function private.keep_metadata(jsonb) is
  'What the sign-in service itself writes about an account, and whether it is a student''s or staff''s.';

create function private.strip_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.raw_user_meta_data := private.keep_metadata(new.raw_user_meta_data);
  return new;
end $$;
comment on function private.strip_metadata() is
  'Whoever signs an address up may be a stranger to it. The sign-in service writes the metadata twice, so an update counts like an insert.';

create function private.strip_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.identity_data := private.keep_metadata(new.identity_data);
  return new;
end $$;

create function private.end_secrets(kind text, before timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- As many as one statement of a caller has time for.
  most constant integer := 5000;
  ended integer := 0;
  rows_ended integer;
begin
  if kind = 'sessions' then
    delete from auth.sessions where id in (
      select sessions.id from auth.sessions where sessions.created_at < before limit most);
    get diagnostics ended = row_count;
  elsif kind = 'links' then
    delete from auth.one_time_tokens where id in (
      select tokens.id from auth.one_time_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics ended = row_count;
    delete from private.account_recovery_tokens where token_hash in (
      select tokens.token_hash from private.account_recovery_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.content_previews where token_hash in (
      select previews.token_hash from private.content_previews as previews where previews.made_at < before limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.answer_ratings where token_hash in (
      select ratings.token_hash from private.answer_ratings as ratings
      where ratings.expires_at < before + interval '30 days' limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.backup_links where expires_at < before + interval '1 minute';
  elsif kind = 'invitations' then
    update public.invitation_history set status = 'revoked' where status = 'pending' and created_at < before;
    get diagnostics ended = row_count;
  elsif kind = 'replies' then
    update private.support_reply_keys set key = default where ticket_id in (
      select tickets.id from public.support_tickets as tickets where tickets.created_at < before);
  elsif kind = 'unsubscribe' then
    delete from private.unsubscribe_tokens where token_hash in (
      select tokens.token_hash from private.unsubscribe_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics ended = row_count;
  elsif kind = 'hashes' then
    -- Made with the old key, no code would be known again.
    delete from private.recovery_codes where created_at < before;
    update private.secrets set created_at = now(),
      value = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) where created_at < before;
  else
    perform private.raise_app_error('INVALID_KIND', 400, 'There are no secrets of this kind');
  end if;
  if ended = 0 then
    insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'secrets ended', 'secrets', kind);
  end if;
  return ended;
end $$;
comment on function private.end_secrets(text, timestamptz) is
  'Ends the secrets of a kind that were made before a time, 5,000 at most; asked again until it answers 0.';
grant execute on function private.end_secrets(text, timestamptz) to service_role;

create function public.end_secrets(kind text, before timestamptz default now()) returns integer
language sql volatile set search_path = '' begin atomic select private.end_secrets(kind, before); end;
comment on function public.end_secrets(text, timestamptz) is
  'For the service key: ends what was made before a time of sessions, links (sign-in, recovery, previews, ratings), invitations, replies (addresses of tickets), unsubscribe (links of marketing mails) or hashes (recovery codes), 5,000 at most. 400 INVALID_KIND.';

create trigger users_insert_student after insert on auth.users
  for each row execute function private.create_student();

create trigger users_update_follow after update of email, email_confirmed_at, last_sign_in_at on auth.users
  for each row execute function private.follow_auth_account();

create trigger users_write_password before insert or update of encrypted_password on auth.users
  for each row execute function private.drop_password();

create trigger users_strip_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (new.email_confirmed_at is null) execute function private.strip_metadata();

create trigger identities_strip_metadata before insert on auth.identities for each row when (new.provider = 'email') execute function private.strip_identity();
