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
comment on table public.email_outbox is 'Mails of the academy, queued in the transaction that needs them; the function deliver-mail sends them.';
comment on column public.email_outbox.content is
  'What a mail without html of its own says, by name; deliver-mail sets it in the look of its kind. Gone with the text once the mail is done.';
comment on column public.email_outbox.last_failure is 'Why the last try failed: no mail server answered, not now, or never.';
comment on column public.email_outbox.request_hash is 'SHA-256 of a secret of the browser that asked; with the secret it may ask what became of the mail.';
comment on column public.email_outbox.is_decoy is
  'Goes to nobody: it passes through the queue like a mail, so that nobody can tell whom a request concerned.';
create index email_outbox_request_hash_idx on public.email_outbox (request_hash) where request_hash is not null;
create index email_outbox_due_idx on public.email_outbox (next_attempt_at) where status = 'queued';
create index email_outbox_created_at_idx on public.email_outbox (created_at desc);
create index email_outbox_recipient_idx on public.email_outbox (recipient);
revoke all on public.email_outbox from anon, authenticated;
alter table public.email_outbox enable row level security;

create function public.claim_emails(batch_size integer default 10) returns setof public.email_outbox
language sql volatile set search_path = '' as $$
  update public.email_outbox set attempts = attempts + 1, locked_until = now() + interval '2 minutes'
  where id in (
    select due.id from public.email_outbox as due
    where due.status = 'queued' and due.next_attempt_at <= now() and (due.locked_until is null or due.locked_until < now())
    order by due.next_attempt_at limit least(greatest(batch_size, 0), 100) for update skip locked)
  returning *
$$;
comment on function public.claim_emails(integer) is 'Takes due mails for two minutes, so that any number of workers can share the queue.';
revoke execute on function public.claim_emails(integer) from public, anon, authenticated;
grant execute on function public.claim_emails(integer) to service_role;

create function public.finish_email(email_id uuid, failure text default null, failure_kind text default 'temporary') returns void
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
    content = case when ending.status = 'queued' then content end
  from (
    select mails.id, case when failure is null then 'sent' when failure_kind = 'permanent' or mails.created_at < now() - interval '24 hours' then 'abandoned' else 'queued' end as status
    from public.email_outbox as mails where mails.id = email_id and mails.status = 'queued'
  ) as ending
  where email_outbox.id = ending.id
$$;
comment on function public.finish_email(uuid, text, text) is 'Records how sending ended: sent, to be tried again later, or given up. What is done keeps no text: mails carry one-time links.';
revoke execute on function public.finish_email(uuid, text, text) from public, anon, authenticated;
grant execute on function public.finish_email(uuid, text, text) to service_role;
