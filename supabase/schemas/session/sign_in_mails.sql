do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.mail_code_guesses_%s', bucket);
  end loop;
end $$;

create table private.mail_codes (
  recipient text not null,
  purpose text not null,
  code_hash bytea not null,
  link_token text not null,
  guesses integer not null default 0,
  expires_at timestamptz not null default now() + interval '10 minutes',
  primary key (recipient, purpose)
);
comment on table private.mail_codes is
  'Codes to type of sign-in mails that the academy sends for the sign-in service, until they are used, replaced or over: one an address for signing in and one for a change of address.';
comment on column private.mail_codes.purpose is 'What the sign-in service redeems it as: email or email_change.';
comment on column private.mail_codes.link_token is 'What the link of the same mail carries, which the sign-in service redeems; it keeps the same in auth.one_time_tokens.';
create index mail_codes_expires_at_idx on private.mail_codes (expires_at);
alter table private.mail_codes enable row level security;

create function private.mail_code_hash(recipient text, purpose text, code text) returns bytea
language sql stable security definer set search_path = '' as $$
  select private.keyed_hash(jsonb_build_array('mail code', recipient, purpose, code)::text)
$$;

create function private.limited_mailbox(address text) returns text
language sql immutable set search_path = '' as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com' else box end
  from private.mailbox_of(address) as box,
    lateral (select split_part(box, '@', 1) as local, split_part(box, '@', 2) as domain) as parts
$$;
comment on function private.limited_mailbox(text) is
  'The mailbox behind an address, for limits only: without what stands behind a plus, and for Gmail without dots.';

create function private.take_mail_share(address text, signs_in boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  mailbox text := private.limited_mailbox(address);
  share record;
begin
  -- Those that others can cause come first: where they are used up, nothing of what is kept for signing in is taken.
  for share in
    select * from (values
      (1, 'mail mailbox other day', 16, interval '1 day'), (2, 'mail mailbox other', 4, interval '1 hour'),
      (3, 'mail mailbox day', 20, interval '1 day'), (4, 'mail mailbox', 5, interval '1 hour')
    ) as shares (place, scope, allowed, per)
    where not signs_in or place > 2 order by place
  loop
    if not private.take_attempt(share.scope, mailbox, gen_random_uuid()::text, share.allowed, share.per) then
      return (
        select greatest(1, ceil(extract(epoch from min(attempts.occurred_at) + share.per - now())))::integer from private.attempts
        where attempts.scope = share.scope and attempts.key_hash = private.keyed_hash(mailbox)
          and attempts.occurred_at > now() - share.per);
    end if;
  end loop;
  return 0;
end $$;
comment on function private.take_mail_share(text, boolean) is
  'Takes one of the five mails an hour and twenty a day of a mailbox, of which one and four are kept for signing in to an account that is confirmed: 0, or the seconds until there is one again.';

create function private.give_back_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.attempts where attempts.id in (
    select distinct on (used.scope) used.id from private.attempts as used
    where used.scope in ('mail mailbox', 'mail mailbox day') and used.key_hash = (
      select private.keyed_hash(private.limited_mailbox(users.email)) from auth.users where users.id = new.user_id)
    order by used.scope, used.occurred_at desc);
  return null;
exception when others then
  raise warning 'a mail that was used still counts: %', sqlstate;
  return null;
end $$;
comment on function private.give_back_mail() is
  'A mail that let somebody in had its reader and no longer counts for the mailbox; it never stops a sign-in.';

create function private.sign_in_letters(event jsonb) returns table (recipient text, token text, signs_in boolean)
language sql immutable set search_path = '' as $$
  -- In a change of address `token_hash` is the token of the new address and `token_hash_new` that of the present one.
  select lower(letters.recipient), letters.token, letters.is_present and event #>> '{user,email_confirmed_at}' is not null
  from (values
    ('email_change', true, event #>> '{user,email}', event #>> '{email_data,token_hash_new}'),
    ('email_change', false, event #>> '{user,new_email}', event #>> '{email_data,token_hash}'),
    ('', true, event #>> '{user,email}', event #>> '{email_data,token_hash}')
  ) as letters (action, is_present, recipient, token)
  where letters.token <> ''
    and letters.action = case when event #>> '{email_data,email_action_type}' = 'email_change' then 'email_change' else '' end
$$;
comment on function private.sign_in_letters(jsonb) is
  'To whom the sign-in service wants a mail sent, the token of its link, and whether it lets the owner of a confirmed account in.';

create function private.permit_sign_in_mail(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := event #>> '{user,id}';
  letter record;
  seconds integer;
begin
  if exists (select from auth.users where users.id = account and users.banned_until > now())
    or exists (select from public.users where users.id = account and not users.is_active) then
    return private.hook_refusal(403, 'Account is deactivated. Please contact support.');
  end if;
  -- What guard_email_change will ask when the change is stored; one that is under way may be mailed again.
  if event #>> '{email_data,email_action_type}' = 'email_change' and not private.has_permit(account, 'email')
    and not exists (select from auth.users where users.id = account and lower(users.email_change) = lower(event #>> '{user,new_email}')) then
    return private.hook_refusal(403, 'REAUTHENTICATION_NEEDED Sign in again to do this');
  end if;
  -- The sign-in service of the embedded server has counted the mail already, with those of its own; a project's has not.
  if to_regprocedure('mail.count_mail_to(text)') is not null then
    return '{}';
  end if;
  if (select count(*) from public.email_outbox as mails where mails.created_at > now() - interval '1 hour'
      and mails.kind in ('confirmation', 'magic_link', 'invite', 'recovery', 'email_change')) >= 2000 then
    return private.hook_refusal(429, 'email rate limit exceeded');
  end if;
  -- In one order, so that two who want each other's mailbox do not wait for each other.
  for letter in select * from private.sign_in_letters(event) as letters order by private.limited_mailbox(letters.recipient) loop
    seconds := private.take_mail_share(letter.recipient, letter.signs_in);
    if seconds > 0 then
      return private.hook_refusal(429, format('For security purposes, you can only request this after %s seconds.', seconds));
    end if;
  end loop;
  return '{}';
end $$;
comment on function private.permit_sign_in_mail(jsonb) is
  'Counts the mails that the sign-in service wants sent, or says as the answer of a hook why they may not be; it asks before anything is stored or sent.';
grant execute on function private.permit_sign_in_mail(jsonb) to supabase_auth_admin;

create function public.permit_sign_in_mail(event jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.permit_sign_in_mail(event); end;
comment on function public.permit_sign_in_mail(jsonb) is
  'For a sign-in service that sends its mails itself: asked with the event of the hook send_email, answers as the hook does and queues nothing.';
revoke execute on function public.permit_sign_in_mail(jsonb) from service_role;
grant execute on function public.permit_sign_in_mail(jsonb) to supabase_auth_admin;

create function private.device_of_return(return_to text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(rules.name, ', ' order by rules.kind)
  from regexp_match(return_to, '[?&]on=([A-Za-z_]*)-([A-Za-z]*)(?:&|$)') as named, private.device_rules() as rules
  where rules.name = case rules.kind when 'browser' then replace(named[1], '_', ' ') else named[2] end
$$;
comment on function private.device_of_return(text) is
  'The device of which the page that asked for a mail says that it runs there (on=Chrome-Windows), in words of our own list; null where it says none of them.';

create function private.hook_send_email(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  action text := event #>> '{email_data,email_action_type}';
  code_purpose constant text := case action when 'email_change' then 'email_change' else 'email' end;
  return_to constant text := coalesce(event #>> '{email_data,redirect_to}', '');
  device text := coalesce(event #>> '{metadata,user_agent}', (
    select sessions.user_agent from private.permits join auth.sessions on sessions.id = permits.session_id
    where permits.user_id = (event #>> '{user,id}')::uuid and permits.purpose = 'email' and action = 'email_change'));
  words jsonb;
  permitted jsonb;
  letter record;
  code text;
begin
  -- What happened in an account is mailed by triggers of ours (private.security_notices), whatever the service asks for.
  if action like '%\_notification' then
    return '{}';
  end if;
  if action is null or action not in ('signup', 'magiclink', 'invite', 'recovery', 'email_change') then
    return private.hook_refusal(422, 'Mails of this kind are not sent here');
  end if;
  permitted := private.permit_sign_in_mail(event);
  if permitted <> '{}' then
    return permitted;
  end if;
  words := private.mail_request_words(jsonb_build_object('requested_at', now(), 'user_agent', device,
    'recipient', case when action in ('signup', 'magiclink') then event #>> '{user,email}' end, 'redirect_to', return_to));
  for letter in select * from private.sign_in_letters(event) loop
    -- The first 48 bits of such an id are random.
    code := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
    insert into private.mail_codes (recipient, purpose, code_hash, link_token)
    values (letter.recipient, code_purpose, private.mail_code_hash(letter.recipient, code_purpose, code), letter.token)
    on conflict on constraint mail_codes_pkey do update set
      code_hash = excluded.code_hash, link_token = excluded.link_token, guesses = 0, expires_at = excluded.expires_at;
    insert into public.email_outbox (kind, recipient, subject, content, request_hash)
    values (case action when 'signup' then 'confirmation' when 'magiclink' then 'magic_link' when 'invite' then 'invite'
        when 'recovery' then 'recovery' when 'email_change' then 'email_change' end,
      letter.recipient,
      private.academy_subject(case
        when action = 'invite' or words ? 'InvitedAs' then 'הזמנה לצוות'
        when words ? 'IsStaff' then 'הכניסה למערכת הניהול'
        when action = 'signup' then 'אישור ההרשמה'
        when action = 'email_change' then 'אישור כתובת המייל החדשה'
        else 'הכניסה לחשבון' end),
      jsonb_strip_nulls(jsonb_build_object(
        'email', event #>> '{user,email}', 'new_email', event #>> '{user,new_email}', 'code', code, 'token', letter.token,
        'return_to', return_to, 'asked_at', words ->> 'RequestedAt', 'invited_as', words ->> 'InvitedAs',
        'invited_by', words ->> 'InvitedBy', 'invited_until', words ->> 'InvitedUntil', 'is_staff', words ->> 'IsStaff',
        'asked_from', case when device is not null then words ->> 'RequestedFrom' else private.device_of_return(return_to) end)),
      substring(return_to from '[?&]n=([0-9a-f]{64})(?:&|$)'));
  end loop;
  return '{}';
end $$;
grant execute on function private.hook_send_email(jsonb) to supabase_auth_admin;

create function public.hook_send_email(event jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.hook_send_email(event); end;
comment on function public.hook_send_email(jsonb) is
  'Called by the sign-in service in the place of sending a mail, in the transaction that then stores its token: queues the mail with a code of ours, or says why it may not be sent. Whatever fails later takes the mail back.';
revoke execute on function public.hook_send_email(jsonb) from service_role;
grant execute on function public.hook_send_email(jsonb) to supabase_auth_admin;

create function private.redeem_mail_code(email text, code text, purpose text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  address text := lower(trim(coalesce(redeem_mail_code.email, '')));
  caller text := private.caller_network();
  tried private.mail_codes;
begin
  if caller <> '' and not private.take_call('mail code', caller, 30, '5 minutes') then
    return null;
  end if;
  -- A code that is right is worth its link; one that is wrong counts, also where the statement fails after the answer.
  if exists (select from private.mail_codes as codes where codes.recipient = address)
    and private.phone_guesses('mail_code', address) > 400 then
    return null;
  end if;
  update private.mail_codes as codes set guesses = codes.guesses + 1
    where codes.recipient = address and codes.purpose = redeem_mail_code.purpose and codes.guesses < 5 and codes.expires_at > now()
    returning codes.* into tried;
  if tried.recipient is null then
    return null;
  end if;
  if tried.code_hash <> private.mail_code_hash(address, tried.purpose, coalesce(redeem_mail_code.code, '')) then
    perform private.note_own_refusal('code', 'redeem_mail_code', null);
    return null;
  end if;
  delete from private.mail_codes as codes where codes.recipient = address and codes.purpose = tried.purpose;
  return tried.link_token;
end $$;
grant execute on function private.redeem_mail_code(text, text, text) to anon, authenticated, service_role;

create function public.redeem_mail_code(email text, code text, purpose text) returns text
language sql volatile set search_path = '' begin atomic select private.redeem_mail_code(email, code, purpose); end;
comment on function public.redeem_mail_code(text, text, text) is
  'The token that the sign-in service takes (verifyOtp, token_hash) for the code of a mail that the academy sent, once, within ten minutes and five tries; null for every other. Its purpose is email or email_change.';
grant execute on function public.redeem_mail_code(text, text, text) to anon, authenticated;

create trigger sessions_insert_mail after insert on auth.sessions
  for each row execute function private.give_back_mail();
