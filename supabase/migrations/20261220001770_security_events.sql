-- Sign-ins and rights that were refused. A refusal rolls its transaction back, so most lines come from the server, by the
-- answers that it gave; what a function refuses by its value, it notes itself.
create table private.security_events (
  id uuid primary key default gen_random_uuid(),
  hour timestamptz not null,
  kind text not null check (kind in
    ('closed', 'code', 'limited', 'link', 'password', 'recovery_code', 'rights', 'second_step', 'token', 'unknown')),
  what text not null check (what ~ '^[A-Za-z0-9_/ -]{0,80}$'),
  member_id uuid references public.admin_users on delete cascade,
  account text not null check (char_length(account) <= 330),
  caller_hash bytea not null check (octet_length(caller_hash) in (0, 32)),
  address text not null check (char_length(address) <= 60),
  count integer not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint security_events_of_an_hour_key unique nulls not distinct (hour, kind, what, member_id, account, caller_hash),
  constraint security_events_times_check check (first_at <= last_at)
);
comment on table private.security_events is
  'Refused sign-ins and rights, one line an hour for the same of the same caller, for 90 days. A day has at most 2,000 lines of refused sign-ins and 2,000 of refused rights, a caller 100 of each; what comes beside counts in lines without caller, account and place.';
comment on column private.security_events.what is 'What was asked for: an endpoint of the sign-in service, a function, or a verb and a table.';
comment on column private.security_events.member_id is 'The member of the staff who asked, or whose address was typed.';
comment on column private.security_events.account is 'The address of the account as it is masked everywhere; empty where none was named.';
comment on column private.security_events.caller_hash is 'A keyed hash of the network of the caller, which distinguishes callers and leads back to none; empty where only the kind is counted.';
comment on column private.security_events.address is 'The masked address of the caller.';
create index security_events_caller_hash_idx on private.security_events (caller_hash, hour);
create index security_events_last_at_idx on private.security_events (last_at, id);
create index security_events_member_id_idx on private.security_events (member_id);
revoke all on private.security_events from anon, authenticated;
alter table private.security_events enable row level security;

create function private.mask_caller(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(private.mask_address(nullif(trim(address), '')::inet), '');
exception when invalid_text_representation then
  return '';
end $$;
comment on function private.mask_caller(text) is 'An address as mask_address shows it; empty for what is none.';
revoke execute on function private.mask_caller(text) from public;

create function private.note_security_event(event private.security_events, caller text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_a_day constant integer := 2000;
  of_a_caller constant integer := 100;
  today constant timestamptz := date_trunc('day', event.last_at);
begin
  event.hour := date_trunc('hour', event.last_at);
  event.caller_hash := private.keyed_hash('security event ' || coalesce(private.network_of(caller), ''));
  event.address := private.mask_caller(caller);
  if not exists (
    select from private.security_events as known
    where (known.hour, known.kind, known.what, known.account, known.caller_hash)
        = (event.hour, event.kind, event.what, event.account, event.caller_hash) and known.member_id is not distinct from event.member_id)
    and ((
      select count(*) from private.security_events as known
      where known.hour >= today and (known.kind = 'rights') = (event.kind = 'rights')) >= of_a_day
    or (
      select count(*) from private.security_events as known
      where known.caller_hash = event.caller_hash and known.hour >= today and (known.kind = 'rights') = (event.kind = 'rights')) >= of_a_caller) then
    event.what := '';
    event.member_id := null;
    event.account := '';
    event.caller_hash := '';
    event.address := '';
  end if;
  insert into private.security_events as known (hour, kind, what, member_id, account, caller_hash, address, count, first_at, last_at)
  values (event.hour, event.kind, event.what, event.member_id, event.account, event.caller_hash, event.address, event.count, event.first_at, event.last_at)
  on conflict on constraint security_events_of_an_hour_key do update set
    count = least(known.count::bigint + excluded.count, 2000000000)::integer,
    first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at);
end $$;
comment on function private.note_security_event(private.security_events, text) is
  'Adds an event of a caller, named by an address, to the lines of its hour, within the bounds of its day.';
revoke execute on function private.note_security_event(private.security_events, text) from public;

create function private.note_own_refusal(kind text, what text, account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event private.security_events;
begin
  event.kind := note_own_refusal.kind;
  event.what := 'rpc/' || note_own_refusal.what;
  event.member_id := (select admin_users.id from public.admin_users where admin_users.supabase_auth_id = note_own_refusal.account);
  event.account := coalesce((select private.mask_email(lower(users.email)) from auth.users where users.id = note_own_refusal.account), '');
  event.count := 1;
  event.first_at := now();
  event.last_at := now();
  perform private.note_security_event(event, private.caller_address());
exception when others then
  -- A line that cannot be written changes no answer.
  raise warning 'a security event was not noted: %', sqlerrm;
end $$;
comment on function private.note_own_refusal(text, text, uuid) is
  'Notes what a function refuses by its value, which commits; never fails.';
revoke execute on function private.note_own_refusal(text, text, uuid) from public;

create function private.note_security_events(events jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 200;
  sent record;
  event private.security_events;
  noted integer := 0;
begin
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) > most then
    perform private.raise_app_error('INVALID_BODY', 400, 'A list of up to 200 events');
  end if;
  -- In one order everywhere, so that two servers wait for each other and never both ways.
  for sent in
    select listed.*, coalesce(nullif(lower(trim(listed.account)), ''), lower(users.email), '') as email
    from jsonb_to_recordset(events) as listed (kind text, what text, account text, user_id uuid, address text, count integer, first_at timestamptz, last_at timestamptz)
    left join auth.users on users.id = listed.user_id
    order by listed.kind, listed.what, email, listed.address
  loop
    event.kind := sent.kind;
    event.what := left(regexp_replace(coalesce(sent.what, ''), '[^A-Za-z0-9_/ -]', '', 'g'), 80);
    event.member_id := (
      select admin_users.id from public.admin_users
      where admin_users.supabase_auth_id = sent.user_id or admin_users.email = sent.email
      order by admin_users.supabase_auth_id = sent.user_id desc nulls last limit 1);
    event.account := case when sent.email like '%_@_%' then left(private.mask_email(left(sent.email, 320)), 330) else '' end;
    event.count := greatest(sent.count, 1);
    event.last_at := least(greatest(sent.last_at, now() - interval '1 day'), now());
    event.first_at := least(greatest(sent.first_at, now() - interval '1 day'), event.last_at);
    perform private.note_security_event(event, sent.address);
    noted := noted + 1;
  end loop;
  return noted;
end $$;
revoke execute on function private.note_security_events(jsonb) from public;
grant execute on function private.note_security_events(jsonb) to service_role;
create function public.note_security_events(events jsonb) returns integer
language sql volatile set search_path = '' begin atomic select private.note_security_events(events); end;
comment on function public.note_security_events(jsonb) is
  'Notes up to 200 refused sign-ins and rights: [{kind, what, account, user_id, address, count, first_at, last_at}]. For the service key alone.';
revoke execute on function public.note_security_events(jsonb) from public, anon, authenticated;
grant execute on function public.note_security_events(jsonb) to service_role;

create or replace function private.use_recovery_code(code text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  session uuid := private.mailed_session();
  caller text := private.caller_network();
  hashed bytea := private.recovery_code_hash(account, private.plain_recovery_code(use_recovery_code.code));
  tried text := account::text || encode(hashed, 'hex');
  left_over integer;
begin
  if session is null then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  -- Counted by session, which takes a mailed link to open, and not by account: whoever reads the owner's mail cannot use
  -- up what the owner's own session has.
  if not private.take_attempt('recovery code session', session::text, tried, 5, '1 hour')
    or (caller <> '' and not private.take_attempt('recovery code address', caller, tried, 60, '1 hour')) then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  -- One statement redeems: of parallel callers exactly one gets a row.
  update private.recovery_codes as codes set used_at = now()
    where codes.user_id = account and codes.code_hash = hashed and codes.used_at is null and private.has_joined_app(account);
  if not found then
    perform private.note_own_refusal('recovery_code', 'use_recovery_code', account);
    return private.said_error('INVALID_CREDENTIALS', 'The code is wrong or was used');
  end if;
  perform private.give_back_attempt('recovery code session', session::text, tried);
  perform private.give_back_attempt('recovery code address', caller, tried);
  perform private.lift_session(session, account);
  select count(*)::integer into left_over from private.recovery_codes as codes where codes.user_id = account and codes.used_at is null;
  insert into public.audit_log (actor, action, entity, entity_id) values (account, 'recovery code used', 'users', account::text);
  perform private.tell_recovery_codes(account, 'recovery_code_used', jsonb_build_object('left', left_over));
  return json_build_object('error', null, 'left', left_over);
end $$;

create or replace function private.verify_recovery_token(token_input text, phone_input text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  failed constant json := json_build_object('valid', false, 'error', 'INVALID_RECOVERY_TOKEN', 'user_id', null, 'email', null);
  phone text := coalesce(private.normalise_phone(phone_input), '');
  caller text := private.caller_network();
  tried text := encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex');
  student record;
begin
  if not private.take_attempt('recovery failure phone', phone, tried, 10, '1 hour')
    or (caller <> '' and not private.take_attempt('recovery failure address', caller, phone || tried, 10, '1 hour')) then
    return failed;
  end if;
  if exists (select from private.account_recovery_tokens as tokens where tokens.token_hash = tried)
    and private.phone_guesses('recovery', tried) > 100 then
    return failed;
  end if;
  -- One statement redeems: of parallel callers exactly one gets a row back (T14).
  update private.account_recovery_tokens as tokens set used_at = now()
  from public.users
  where tokens.token_hash = tried
    and tokens.phone_number = phone and tokens.used_at is null and tokens.expires_at > now()
    and users.id = tokens.user_id and users.is_active and users.phone_number = phone
  returning users.id, users.email into student;
  if not found then
    perform private.note_own_refusal('link', 'verify_recovery_token', null);
    return failed;
  end if;
  perform private.give_back_attempt('recovery failure phone', phone, tried);
  perform private.give_back_attempt('recovery failure address', caller, phone || tried);
  return json_build_object('valid', true, 'error', null, 'user_id', student.id, 'email', student.email);
end $$;

create or replace function private.forget_old_rows(batch_size integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  mails integer;
  visits integer;
  links integer;
  mail_days integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  visit_months integer := coalesce((private.setting('visits_kept_months') #>> '{}')::integer, 13);
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - make_interval(days => mail_days) and done.status <> 'queued'
    order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - make_interval(months => visit_months) order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  -- Not bounded: thirty an hour for each member of the staff are all there can be.
  delete from private.list_exports where list_exports.opened_at < now() - interval '1 hour';
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  delete from private.sign_ins where session_id in (
    select past.session_id from private.sign_ins as past
    where past.signed_in_at < now() - interval '180 days' order by past.signed_in_at limit batch_size);
  delete from private.security_events where id in (
    select past.id from private.security_events as past
    where past.last_at < now() - interval '90 days' order by past.last_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $$;
