do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.recovery_guesses_%s', bucket);
  end loop;
end $$;

create table private.account_recovery_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid references public.users on delete cascade,
  phone_number text not null,
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at timestamptz,
  created_at timestamptz not null default now(),
  signed_in_at timestamptz
);
comment on table private.account_recovery_tokens is
  'Links of account recovery: SHA-256 of a 256-bit token, valid once within 24 hours, for one phone.';
comment on column private.account_recovery_tokens.user_id is 'Null for a phone that nobody has: the request is treated alike, and redeems nothing.';
comment on column private.account_recovery_tokens.signed_in_at is 'When the session was asked for to which a redeemed link leads, once.';
create index account_recovery_tokens_user_id_idx on private.account_recovery_tokens (user_id);
create index account_recovery_tokens_expires_at_idx on private.account_recovery_tokens (expires_at);
alter table private.account_recovery_tokens enable row level security;

create function private.decoy_mask(phone text) returns text
language sql stable set search_path = '' as $$
  select left(private.decoy_source(md5(private.keyed_hash('mask name ' || phone))), 1)
    || substr(private.mask_email(private.decoy_source(md5(private.keyed_hash('mask domain ' || phone)))), 2)
$$;
comment on function private.decoy_mask(text) is
  'The masked address of a phone that nobody has: one letter of one address and the domain of another, as masked as any.';

create function private.take_mail(address text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  sent record;
begin
  -- The sign-in service of the embedded server keeps one count a mailbox for its mails and ours; a project's does not.
  if to_regprocedure('mail.count_mail_to(text)') is not null then
    execute 'select * from mail.count_mail_to($1)' into sent using address;
    return sent.this_hour <= 5 and sent.today <= 20;
  end if;
  return private.take_mail_share(address, false) = 0;
end $$;
comment on function private.take_mail(text) is
  'Takes one of the mails that a mailbox gets in an hour and a day, whatever its spelling; false when none is left.';

create function private.request_account_recovery(
  phone_input text, token_hash text, caller_address text, subject text, html text, text_body text, request_hash text
) returns json language plpgsql security definer set search_path = '' as $$
declare
  phone text := private.normalise_phone(phone_input);
  caller text := private.network_of(coalesce(caller_address, ''));
  student record;
  is_decoy boolean;
  -- Drawn for everybody, so that it takes everybody's time.
  decoy text;
begin
  if not private.is_real_phone(phone) then
    return json_build_object('outcome', 'invalid', 'masked_email', null);
  end if;
  if (caller <> '' and not private.take_attempt('recovery address', caller, gen_random_uuid()::text, 10, '1 hour'))
    or not private.take_attempt('recovery phone', caller || ' ' || phone, gen_random_uuid()::text, 3, '1 hour') then
    return json_build_object('outcome', 'limited', 'masked_email', null);
  end if;
  if (select count(*) from public.email_outbox as mails where mails.kind = 'account_recovery' and not mails.is_decoy and mails.created_at > now() - interval '1 hour') >= 2000 then
    return json_build_object('outcome', 'capped', 'masked_email', null);
  end if;
  decoy := private.decoy_mask(phone);
  select users.id, users.email, users.is_active, private.mask_email(users.email) as masked into student
    from public.users where users.phone_number = phone;
  -- Whoever the phone belongs to, the same statements run: only who reads the mail differs.
  is_decoy := not private.take_mail(coalesce(student.email, phone || '@nobody.invalid')) or not coalesce(student.is_active, false);
  -- A link ends by a newer one that is mailed.
  delete from private.account_recovery_tokens as tokens
  where (tokens.phone_number = phone and not is_decoy) or tokens.expires_at < now() - interval '1 day';
  insert into private.account_recovery_tokens (token_hash, user_id, phone_number)
  values (request_account_recovery.token_hash, case when not is_decoy then student.id end, phone);
  insert into public.email_outbox (kind, recipient, subject, html, text_body, request_hash, is_decoy)
  values ('account_recovery', case when is_decoy then 'nobody@nobody.invalid' else student.email end, request_account_recovery.subject,
    request_account_recovery.html, request_account_recovery.text_body, request_account_recovery.request_hash, is_decoy);
  return json_build_object('outcome', 'accepted', 'masked_email', coalesce(student.masked, decoy));
end $$;
grant execute on function private.request_account_recovery(text, text, text, text, text, text, text) to service_role;

create function public.request_account_recovery(
  phone_input text, token_hash text, caller_address text, subject text, html text, text_body text, request_hash text default null
) returns json language sql set search_path = '' begin atomic
  select private.request_account_recovery(phone_input, token_hash, caller_address, subject, html, text_body, request_hash);
end;
comment on function public.request_account_recovery(text, text, text, text, text, text, text) is
  'For the function account-recovery: counts the request, keeps the token and queues the mail in one transaction. A phone that nobody has gets the same answer, and a decoy in the queue.';

-- A link has 256 bits, which nobody guesses; whoever holds one has ten phones an hour for it.
create function private.verify_recovery_token(token_input text, phone_input text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  failed constant json := json_build_object('valid', false, 'error', 'INVALID_RECOVERY_TOKEN', 'user_id', null, 'email', null);
  phone text := coalesce(private.normalise_phone(phone_input), '');
  caller text := private.caller_network();
  tried text := encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex');
  student record;
begin
  if caller <> '' and not private.take_attempt('recovery failure address', caller, phone || tried, 10, '1 hour') then
    return failed;
  end if;
  if exists (select from private.account_recovery_tokens as tokens where tokens.token_hash = tried)
    and (not private.take_attempt('recovery failure link', tried, phone, 10, '1 hour') or private.phone_guesses('recovery', tried) > 100) then
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
  perform private.give_back_attempt('recovery failure link', tried, phone);
  perform private.give_back_attempt('recovery failure address', caller, phone || tried);
  return json_build_object('valid', true, 'error', null, 'user_id', student.id, 'email', student.email);
end $$;
grant execute on function private.verify_recovery_token(text, text) to anon, authenticated, service_role;

create function public.verify_recovery_token(token_input text, phone_input text) returns json
language sql volatile set search_path = '' begin atomic select private.verify_recovery_token(token_input, phone_input); end;
comment on function public.verify_recovery_token(text, text) is
  'Redeems a recovery link once ([7-21]). Every failure reads the same; ten in an hour lock the phone and the caller.';
grant execute on function public.verify_recovery_token(text, text) to anon, authenticated;

create function private.decoy_source(point text) returns text
language sql stable security definer set search_path = '' as $$
  with invented (place, address) as (
    select md5('invented ' || number) collate "C", split_part(
      'a@gmail.com m@gmail.com s@gmail.com d@gmail.com y@gmail.com e@gmail.com n@gmail.com r@gmail.com '
      'o@gmail.com l@gmail.com t@gmail.com i@gmail.com s@walla.co.il r@hotmail.com m@outlook.com n@yahoo.com', ' ', number)
    from generate_series(1, 16) as number
  ), ring (place, address) as (
    (select md5(users.id::text) collate "C", users.email from public.users
      where md5(users.id::text) collate "C" >= point collate "C" order by md5(users.id::text) collate "C" limit 1)
    union all
    (select md5(users.id::text) collate "C", users.email from public.users order by md5(users.id::text) collate "C" limit 1)
    union all
    select place, address from invented
  )
  select address from ring order by place < point collate "C", place limit 1
$$;
comment on function private.decoy_source(text) is
  'The address that stands first at or after a point of the ring, a hash in hex; an invented one now and then.';

create function private.take_recovered_account(token_input text, phone_input text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  student text;
begin
  -- One statement takes: of parallel callers exactly one gets the address.
  update private.account_recovery_tokens as tokens set signed_in_at = now()
  from public.users
  where tokens.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')
    and tokens.phone_number = coalesce(private.normalise_phone(phone_input), '')
    and tokens.used_at > now() - interval '10 minutes' and tokens.signed_in_at is null
    and users.id = tokens.user_id and users.is_active and users.phone_number = tokens.phone_number
  returning users.email into student;
  return json_build_object('email', student);
end $$;
grant execute on function private.take_recovered_account(text, text) to service_role;

create function public.take_recovered_account(token_input text, phone_input text) returns json
language sql volatile set search_path = '' begin atomic
  select private.take_recovered_account(token_input, phone_input);
end;
comment on function public.take_recovered_account(text, text) is
  'The address of the account of a recovery link that was redeemed in the last ten minutes: {email}, once, else null. For the function account-recovery, which asks the sign-in service for its session.';
