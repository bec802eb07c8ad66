-- Who opened a recovery link has read the mail of the account, which is all that a sign-in link asks for: for ten minutes
-- the link opens one session as well, so that nobody waits for a second mail.
alter table private.account_recovery_tokens add column signed_in_at timestamptz;
comment on column private.account_recovery_tokens.signed_in_at is
  'When the session was asked for to which a redeemed link leads, once.';

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
revoke execute on function private.take_recovered_account(text, text) from public;
grant execute on function private.take_recovered_account(text, text) to service_role;
create function public.take_recovered_account(token_input text, phone_input text) returns json
language sql volatile set search_path = '' begin atomic
  select private.take_recovered_account(token_input, phone_input);
end;
comment on function public.take_recovered_account(text, text) is
  'The address of the account of a recovery link that was redeemed in the last ten minutes: {email}, once, else null. For the function account-recovery, which asks the sign-in service for its session.';
revoke execute on function public.take_recovered_account(text, text) from public, anon, authenticated;
grant execute on function public.take_recovered_account(text, text) to service_role;
