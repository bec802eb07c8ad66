-- Who holds the link of a recovery must know the phone as well. Ten wrong ones an hour are counted by rows, which a
-- statement that is made to fail takes back; a second count, by sequences, stays. It counts only for links that there
-- are, so nobody without one uses up anything that others share.
do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.recovery_guesses_%s', bucket);
  end loop;
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
    return failed;
  end if;
  perform private.give_back_attempt('recovery failure phone', phone, tried);
  perform private.give_back_attempt('recovery failure address', caller, phone || tried);
  return json_build_object('valid', true, 'error', null, 'user_id', student.id, 'email', student.email);
end $$;
