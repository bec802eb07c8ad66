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
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table mail.outbox is 'Mails of the sign-in service, kept until the mail server has taken them.';
comment on column mail.outbox.html is 'Emptied once the mail is sent or abandoned: it holds links that sign people in.';
comment on column mail.outbox.locked_until is 'The lease of the worker that is sending this mail; after it another worker may try.';
create index outbox_due_idx on mail.outbox (next_attempt_at) where status = 'queued';
create index outbox_recipient_idx on mail.outbox (recipient, created_at desc);
create index outbox_settled_idx on mail.outbox (created_at) where status <> 'queued';

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
