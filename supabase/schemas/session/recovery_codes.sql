create table private.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table private.recovery_codes is
  'Codes that stand once for the code of the authenticator app, by a hash that only this database can compute. Made ten at a time; the next ten replace them, and they go with the last app.';
alter table private.recovery_codes enable row level security;

create view private.export_recovery_codes with (security_invoker = true) as
  select user_id as person, created_at, used_at from private.recovery_codes;

create function private.recovery_code_hash(account uuid, code text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(secrets.value || sha256(secrets.value || convert_to(account::text || code, 'UTF8')))
  from private.secrets where secrets.name = 'recovery codes'
$$;

create function private.new_recovery_code() returns text
language sql volatile set search_path = '' as $$
  -- 80 random bits as 16 letters and digits, without those that look alike (I, L, O, U).
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', get_byte(drawn.bytes, place) % 32 + 1, 1), '' order by place)
  from (select sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) as bytes) as drawn,
    generate_series(0, 15) as place
$$;

create function private.plain_recovery_code(typed text) returns text
language sql immutable set search_path = '' as $$
  select translate(upper(regexp_replace(left(coalesce(typed, ''), 64), '[^0-9A-Za-z]', '', 'g')), 'OIL', '011')
$$;
comment on function private.plain_recovery_code(text) is
  'A code as it was made, whatever it was typed with: spaces, hyphens, small letters, O for zero.';

create function private.has_joined_app(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where mfa_factors.user_id = account and mfa_factors.status = 'verified')
$$;

create function private.make_recovery_codes() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  made text[] := array(select private.new_recovery_code() from generate_series(1, 10));
  replaced boolean;
begin
  perform private.require_fresh_sign_in();
  if not private.has_joined_app(account) then
    perform private.raise_app_error('SECOND_STEP_MISSING', 409, 'Codes stand for an authenticator app, and the account has none');
  end if;
  if not private.take_attempt('recovery codes made', account::text, gen_random_uuid()::text, 10, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = account;
  replaced := found;
  insert into private.recovery_codes (user_id, code_hash)
    select account, private.recovery_code_hash(account, code) from unnest(made) as code;
  -- The first ones belong to the app that has just joined, which is told by itself.
  if replaced or not exists (
    select from private.security_notices as notices
    where notices.user_id = account and notices.kind = 'second_step_joined' and notices.created_at > now() - interval '10 minutes') then
    perform private.notify_recovery_codes(account, 'recovery_codes_made', '{}');
  end if;
  return json_build_object('codes', to_json(made));
end $$;
grant execute on function private.make_recovery_codes() to authenticated;

create function public.make_recovery_codes() returns json
language sql volatile set search_path = '' begin atomic select private.make_recovery_codes(); end;
comment on function public.make_recovery_codes() is
  'Ten new codes for the caller''s second step, told this once: {codes}; the former ones end. Wants a fresh sign-in and an authenticator app.';
grant execute on function public.make_recovery_codes() to authenticated;

create function private.recovery_codes_left() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select json_build_object('made_at', max(codes.created_at), 'left', count(*) filter (where codes.used_at is null))
    from private.recovery_codes as codes where codes.user_id = auth.uid());
end $$;
grant execute on function private.recovery_codes_left() to authenticated;

create function public.recovery_codes_left() returns json
language sql stable set search_path = '' begin atomic select private.recovery_codes_left(); end;
comment on function public.recovery_codes_left() is
  'When the caller''s codes were made and how many are unused: {made_at, left}; never the codes.';
grant execute on function public.recovery_codes_left() to authenticated;

-- The session of the token as the mail of its sign-in left it: it lives, no password stands behind it, and it may still
-- owe the second step.
create function private.mailed_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sessions.id from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and sessions.user_id = auth.uid()
      and sessions.created_at > now() - interval '90 days'
      and (sessions.not_after is null or sessions.not_after > now())
      and not private.comes_from_password()
      and exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id and private.proof_of(claims.authentication_method) = 'mail'));
end $$;

create function private.lift_session(session uuid, account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- What the sign-in service writes when an app's code was right: it reads the level of a session from both tables, and
  -- takes it back by the factor when the app goes.
  update auth.sessions set aal = 'aal2', updated_at = now(), factor_id = (
      select factors.id from auth.mfa_factors as factors where factors.user_id = account and factors.status = 'verified'
      order by factors.created_at limit 1)
    where sessions.id = session;
  insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), session, clock_timestamp(), clock_timestamp(), 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at;
  delete from auth.sessions where sessions.user_id = account and sessions.id <> session and coalesce(sessions.aal::text, 'aal1') = 'aal1';
end $$;
comment on function private.lift_session(uuid, uuid) is
  'The session has given its second step from now on, exactly as by the app; sessions of the account that have not, end.';

create function private.use_recovery_code(code text) returns json
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
    return private.error_response('INVALID_CREDENTIALS', 'The code is wrong or was used');
  end if;
  perform private.give_back_attempt('recovery code session', session::text, tried);
  perform private.give_back_attempt('recovery code address', caller, tried);
  perform private.lift_session(session, account);
  select count(*)::integer into left_over from private.recovery_codes as codes where codes.user_id = account and codes.used_at is null;
  insert into public.audit_log (actor, action, entity, entity_id) values (account, 'recovery code used', 'users', account::text);
  perform private.notify_recovery_codes(account, 'recovery_code_used', jsonb_build_object('left', left_over));
  return json_build_object('error', null, 'left', left_over);
end $$;
grant execute on function private.use_recovery_code(text) to authenticated;

create function public.use_recovery_code(code text) returns json
language sql volatile set search_path = '' begin atomic select private.use_recovery_code(code); end;
comment on function public.use_recovery_code(text) is
  'Gives one of the caller''s codes in place of the app''s: {error, left}. The session has given its second step then; the next token says so.';
grant execute on function public.use_recovery_code(text) to authenticated;

-- Codes without an app would outlive what they stand for.
create function private.drop_recovery_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_joined_app(old.user_id) then
    delete from private.recovery_codes where recovery_codes.user_id = old.user_id;
  end if;
  return null;
end $$;

create function private.notify_recovery_codes(account uuid, kind text, event jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.queue_security_notice(account, private.confirmed_email(account), kind, event, '{"recovery_codes": true}');
exception when others then
  raise warning 'no notice of recovery codes: %', sqlstate;
end $$;
comment on function private.notify_recovery_codes(uuid, text, jsonb) is
  'Tells of a code that was used or of new ones; a notice that fails is a line in the log.';

create trigger mfa_factors_delete_codes after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.drop_recovery_codes();
