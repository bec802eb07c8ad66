-- The outbox: a mail is a row, written in the transaction that needs it; a worker sends it.
create table mail.outbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  html text not null,
  text_body text not null,
  kind text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'abandoned')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  last_error text,
  last_failure text check (last_failure in ('unreachable', 'temporary', 'permanent')),
  request_hash text check (request_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table mail.outbox is 'Mails of the sign-in service, kept until the mail server has taken them.';
comment on column mail.outbox.html is 'Emptied once the mail is sent or abandoned: it holds links that sign people in.';
comment on column mail.outbox.last_failure is 'Why the last try failed: no mail server answered, not now, or never.';
comment on column mail.outbox.request_hash is 'SHA-256 of a secret of whoever asked for the mail, who may ask with it what became of the mail.';
comment on column mail.outbox.locked_until is 'The lease of the worker that is sending this mail; after it another worker may try.';
create index outbox_due_idx on mail.outbox (next_attempt_at) where status = 'queued';
create index outbox_recipient_idx on mail.outbox (recipient, created_at desc);
create index outbox_settled_idx on mail.outbox (created_at) where status <> 'queued';
create index outbox_request_hash_idx on mail.outbox (request_hash) where request_hash is not null;

create function mail.mailbox_of(address text) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(replace(regexp_replace(local, '\+.*$', ''), '.', ''), ''), local)
    || '@' || case when domain = 'googlemail.com' then 'gmail.com' else domain end
  from (select split_part(lower(address), '@', 1) as local, split_part(lower(address), '@', 2) as domain) as parts
$$;
comment on function mail.mailbox_of(text) is
  'The mailbox behind an address, for limits only: without +tag and dots, so that variants share one limit.';

create function mail.count_mail_to(address text, out this_hour integer, out today integer) language sql volatile set search_path = '' as $$
  with counted as (
    insert into auth.rate_limits as r (key, points, expires_at)
    select kind || ':' || left(encode(sha256(convert_to(mail.mailbox_of(address), 'UTF8')), 'hex'), 32), 1, now() + span
    from (values ('mailbox-day', interval '1 day'), ('mailbox-hour', interval '1 hour')) as spans (kind, span) order by kind
    on conflict (key) do update set
      points = case when r.expires_at <= now() then 1 else r.points + 1 end,
      expires_at = case when r.expires_at <= now() then excluded.expires_at else r.expires_at end
    returning key, points)
  select max(points) filter (where key like 'mailbox-hour:%'), max(points) filter (where key like 'mailbox-day:%') from counted
$$;
comment on function mail.count_mail_to(text) is
  'For the project''s own mails: counts one to the mailbox in the same limit as those of sign-in. Answers how many there were, this one included.';
revoke execute on all functions in schema mail from public;

create table mail.mailbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  sender text not null,
  subject text not null,
  html text,
  text_body text,
  received_at timestamptz not null default clock_timestamp()
);
comment on table mail.mailbox is 'Development only: mails that were caught instead of delivered.';
create index mailbox_received_at_idx on mail.mailbox (received_at desc);
grant all on all tables in schema mail to supabase_auth_admin;
