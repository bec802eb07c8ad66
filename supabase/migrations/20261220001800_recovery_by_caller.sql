-- Anybody could use up the recovery of somebody else's phone: three requests an hour, or ten wrong links, in its name. Requests
-- are charged to who sends them; what one mailbox gets is bounded by its own limit, past which the last link stays good.
create or replace function private.request_account_recovery(
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

-- A link has 256 bits, which nobody guesses; whoever holds one has ten phones an hour for it.
create or replace function private.verify_recovery_token(token_input text, phone_input text) returns json
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
