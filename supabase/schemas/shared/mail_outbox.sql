create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null check (recipient !~ '[\s,;<>"]' and recipient ~ '^[^@]+@[^@]+$'),
  subject text not null check (subject !~ '[\r\n]'),
  html text not null default '',
  text_body text not null default '',
  content jsonb,
  status text not null default 'queued' check (status in ('queued', 'sent', 'abandoned')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text,
  last_failure text check (last_failure in ('unreachable', 'temporary', 'permanent')),
  request_hash text check (request_hash ~ '^[0-9a-f]{64}$'),
  is_decoy boolean not null default false,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table public.email_outbox is
  'Mails of the academy, queued in the transaction that needs them; the function deliver-mail sends them.';
comment on column public.email_outbox.content is 'What a mail without html of its own says, by name; deliver-mail sets it in the look of its kind. Gone once the mail is sent; kept of marketing and of requested deletions that were given up, so that they can be sent again.';
comment on column public.email_outbox.last_failure is 'Why the last try failed: no mail server answered, not now, or never.';
comment on column public.email_outbox.request_hash is 'SHA-256 of a secret of the browser that asked; with the secret it may ask what became of the mail.';
comment on column public.email_outbox.is_decoy is 'Goes to nobody: it passes through the queue like a mail, so that nobody can tell whom a request concerned.';
create index email_outbox_request_hash_idx on public.email_outbox (request_hash) where request_hash is not null;
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status = 'queued';
create index email_outbox_created_at_idx on public.email_outbox (created_at desc);
create index email_outbox_recipient_idx on public.email_outbox (recipient);
create index email_outbox_abandoned_idx on public.email_outbox (created_at) where status = 'abandoned';
create index email_outbox_undelivered_idx on public.email_outbox (created_at desc, id desc)
  where status <> 'sent' and not is_decoy;
alter table public.email_outbox enable row level security;

create view private.export_sign_in_mails with (security_invoker = true) as
  select users.id as person, mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at
  from public.users cross join lateral private.sign_in_mails(users.id) as mails;

create view private.export_mail_suppressions with (security_invoker = true) as
  select users.id as person, held.created_at, held.purpose, held.reason
  from public.users join public.email_suppressions as held on held.address = users.email;

create view private.export_sign_in with (security_invoker = true) as
  select accounts.id as person, accounts.created_at, accounts.email, accounts.email_confirmed_at, accounts.last_sign_in_at,
    nullif(accounts.email_change, '') as email_change, accounts.raw_user_meta_data as details
  from auth.users as accounts;

create view private.export_second_steps with (security_invoker = true) as
  select factors.user_id as person, factors.created_at, factors.friendly_name as name, factors.factor_type as kind, factors.status
  from auth.mfa_factors as factors;

create function private.mail_delivery(request_key text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hashed text := encode(sha256(convert_to(coalesce(request_key, ''), 'UTF8')), 'hex');
  mail record;
begin
  select kind, status, last_failure, next_attempt_at, created_at, sent_at into mail
    from public.email_outbox where request_hash = hashed order by created_at desc limit 1;
  if not found and to_regclass('mail.outbox') is not null then
    -- Mails of sign-in, where the sign-in service has an outbox that we can read; a Supabase project's has none.
    execute 'select ''sign_in'' as kind, status, last_failure, next_attempt_at, created_at, sent_at
      from mail.outbox where request_hash = $1 order by created_at desc limit 1' into mail using hashed;
  end if;
  if mail.kind is null then
    return null;
  end if;
  if mail.kind = 'account_recovery' then
    -- Who knows a phone alone learns nothing of the mailbox behind it: not that there is none, not that it refused.
    return json_build_object(
      'status', case
        when mail.created_at > now() - interval '10 seconds' then 'queued'
        when mail.status = 'queued' and mail.last_failure = 'unreachable' then 'delayed'
        else 'handled' end,
      'asked_at', mail.created_at,
      'sent_at', null,
      'next_attempt_at', case when mail.status = 'queued' and mail.last_failure = 'unreachable' then mail.next_attempt_at end);
  end if;
  return json_build_object(
    'status', case
      when mail.status = 'sent' then 'sent'
      when mail.status = 'queued' then case when mail.last_failure is null then 'queued' else 'delayed' end
      when mail.last_failure = 'permanent' then 'refused'
      else 'failed' end,
    'asked_at', mail.created_at,
    'sent_at', mail.sent_at,
    'next_attempt_at', case when mail.status = 'queued' and mail.last_failure is not null then mail.next_attempt_at end);
end $$;
grant execute on function private.mail_delivery(text) to anon, authenticated, service_role;

create function public.mail_delivery(request_key text) returns json
language sql stable set search_path = '' begin atomic select private.mail_delivery(request_key); end;
comment on function public.mail_delivery(text) is
  'For the browser that asked for a mail, by its secret: queued, sent, delayed, refused, failed, for recovery handled; null when nothing is known.';
grant execute on function public.mail_delivery(text) to anon, authenticated;

create function private.addresses_of(person uuid) returns setof text
language sql stable rows 3 security definer set search_path = '' as $$
  with known (address) as (
    select lower(notices.undo ->> 'former_email') from private.security_notices as notices where notices.user_id = person
    union select lower(notices.recipient) from private.security_notices as notices where notices.user_id = person
    union select lower(links.recipient) from private.unsubscribe_tokens as links where links.user_id = person
  )
  select users.email from public.users where users.id = person
  union
  select known.address from known
  where known.address <> '' and not exists (select from auth.users as others where others.email = known.address and others.id <> person)
$$;
comment on function private.addresses_of(uuid) is
  'The address of a student and the former ones that are known, unless another account has it; not the one that a change waits for, which nobody has confirmed.';

create function private.sign_in_mails(person uuid)
returns table (created_at timestamptz, kind text, subject text, status text, sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A project's sign-in service keeps no mails in the database.
  if to_regclass('mail.outbox') is not null then
    return query execute
      'select mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at from mail.outbox as mails
       where mails.recipient in (select private.addresses_of($1))' using person;
  end if;
end $$;
comment on function private.sign_in_mails(uuid) is
  'The mails of the embedded sign-in service to a student, links and codes.';

-- The addresses of whoever leaves, the former ones too.
create function private.delete_person_mails(addresses text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('mail.outbox') is not null then
    execute 'delete from mail.outbox where recipient = any ($1)' using addresses;
  end if;
  delete from private.mail_codes as codes where codes.recipient = any (addresses);
  delete from private.refused_mails as mails where mails.sender = any (addresses);
end $$;
comment on function private.delete_person_mails(text[]) is
  'Forgets what else there is of the mails of a person who leaves: those of the sign-in service and their codes, and the lines about mails that were refused.';

-- The mail that confirms a deletion is the last thing that holds the address, and needs it until it is sent.
create function private.redact_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.recipient := 'deleted@account.invalid';
  new.last_error := null;
  return new;
end $$;

create function public.finish_email(email_id uuid, failure text default null, failure_kind text default 'temporary', attempt integer default null) returns void
language sql volatile set search_path = '' as $$
  update public.email_outbox set
    status = ending.status,
    sent_at = case when ending.status = 'sent' then now() end,
    last_error = left(failure, 500),
    last_failure = case when failure is not null then failure_kind end,
    locked_until = null,
    -- 1, 2, 4 ... minutes, at most an hour, for a day.
    next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 7) - 1)),
    html = case when ending.status = 'queued' then html else '' end,
    text_body = case when ending.status = 'queued' then text_body else '' end,
    content = case when ending.status = 'queued' or ending.status = 'abandoned' and kind in ('marketing', 'account_deletion_requested') then content end
  from (
    select mails.id, case when failure is null then 'sent' when failure_kind = 'permanent' or mails.created_at < now() - interval '24 hours' then 'abandoned' else 'queued' end as status
    from public.email_outbox as mails where mails.id = email_id and mails.status = 'queued'
      and (failure is null or attempt is null or mails.attempts = attempt)
  ) as ending
  where email_outbox.id = ending.id
$$;
comment on function public.finish_email(uuid, text, text, integer) is
  'Records how sending ended: sent, to be tried again later, or given up. With the attempt that was taken, a failure counts only while no later one has begun. What is done keeps no text, because mails carry one-time links; a mail without one that was given up keeps what it says, so that it can be sent again.';

create trigger email_outbox_update_recipient before update of status on public.email_outbox
  for each row when (new.kind = 'account_deleted' and new.status <> 'queued')
  execute function private.redact_recipient();

create trigger email_outbox_insert_marks after insert on public.email_outbox
  for each row execute function private.mark_day('mails');

create trigger email_outbox_update_marks after update on public.email_outbox
  for each row when (old.status is distinct from new.status) execute function private.mark_day('mails');
