-- The mask that a phone of nobody gets is drawn from the masks of the people there are, so that no shape proves a person.
-- People and a few invented addresses stand on a ring by the hash of their id; a phone takes the first after its own
-- hash. So every shape comes as often among decoys as among people, and a phone keeps its mask until somebody new
-- happens to stand before it.
create index users_decoy_ring_idx on public.users (md5(id::text) collate "C");

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
revoke execute on function private.decoy_source(text) from public;

create or replace function private.decoy_mask(phone text) returns text
language sql stable set search_path = '' as $$
  select left(private.decoy_source(md5(private.keyed_hash('mask name ' || phone))), 1)
    || substr(private.mask_email(private.decoy_source(md5(private.keyed_hash('mask domain ' || phone)))), 2)
$$;
comment on function private.decoy_mask(text) is
  'The masked address of a phone that nobody has: one letter of one address and the domain of another, as masked as any.';

create or replace function private.request_account_recovery(
  phone_input text, token_hash text, caller_address text, subject text, html text, text_body text, request_hash text
) returns json language plpgsql security definer set search_path = '' as $$
declare
  phone text := private.normalise_phone(phone_input);
  student record;
  is_decoy boolean;
  -- Drawn for everybody, so that it takes everybody's time.
  decoy text;
begin
  if not private.is_real_phone(phone) then
    return json_build_object('outcome', 'invalid', 'masked_email', null);
  end if;
  if not private.take_attempt('recovery phone', phone, gen_random_uuid()::text, 3, '1 hour')
    or (coalesce(caller_address, '') <> '' and not private.take_attempt('recovery address', private.network_of(caller_address), gen_random_uuid()::text, 10, '1 hour')) then
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
  delete from private.account_recovery_tokens as tokens where tokens.phone_number = phone or tokens.expires_at < now() - interval '1 day';
  insert into private.account_recovery_tokens (token_hash, user_id, phone_number)
  values (request_account_recovery.token_hash, case when not is_decoy then student.id end, phone);
  insert into public.email_outbox (kind, recipient, subject, html, text_body, request_hash, is_decoy)
  values ('account_recovery', case when is_decoy then 'nobody@nobody.invalid' else student.email end, request_account_recovery.subject,
    request_account_recovery.html, request_account_recovery.text_body, request_account_recovery.request_hash, is_decoy);
  return json_build_object('outcome', 'accepted', 'masked_email', coalesce(student.masked, decoy));
end $$;

-- A try is counted before the token is looked at, and given back when the token was right.
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
  -- One statement redeems: of parallel callers exactly one gets a row back (T14).
  update private.account_recovery_tokens as tokens set used_at = now()
  from public.users
  where tokens.token_hash = tried
    and tokens.phone_number = phone and tokens.used_at is null and tokens.expires_at > now()
    and users.id = tokens.user_id and users.is_active and users.phone_number = phone
  returning users.id, users.email into student;
  if not found then
    return failed;
  end if;
  perform private.give_back_attempt('recovery failure phone', phone, tried);
  perform private.give_back_attempt('recovery failure address', caller, phone || tried);
  return json_build_object('valid', true, 'error', null, 'user_id', student.id, 'email', student.email);
end $$;
