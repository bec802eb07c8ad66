create table private.support_settings (
  only_row boolean primary key default true check (only_row),
  opens_at time not null default '09:00',
  closes_at time not null default '17:00',
  days integer[] not null default '{0,1,2,3,4}' check (cardinality(days) between 1 and 7 and days <@ '{0,1,2,3,4,5,6}'),
  holidays date[] not null default '{}' check (cardinality(holidays) <= 200),
  target_minutes integer not null default 960 check (target_minutes between 15 and 9600),
  reply_address text check (char_length(reply_address) <= 190 and reply_address ~ '^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'),
  version integer not null default 1,
  check (opens_at < closes_at)
);
comment on table private.support_settings is
  'When the support works, within how many minutes of work it answers first, and where answers by mail go to.';
comment on column private.support_settings.target_minutes is 'The default, two days of eight hours, is what the contact page promises.';
comment on column private.support_settings.reply_address is 'An address that receives mail for name+key@domain; a mail to a student names it as the one to answer to. Null: mails are answered in the academy only.';
alter table private.support_settings enable row level security;

create table private.support_reply_keys (
  ticket_id uuid primary key references public.support_tickets on delete cascade,
  key text not null unique default encode(extensions.gen_random_bytes(16), 'hex') check (key ~ '^[0-9a-f]{32}$')
);
comment on table private.support_reply_keys is
  'The secret of a ticket that stands in the address to answer to; whoever sends there speaks in the ticket.';
alter table private.support_reply_keys enable row level security;

create table private.support_blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.users on delete cascade,
  address text unique check (address = lower(address)),
  blocked_by uuid references public.admin_users on delete set null,
  created_at timestamptz not null default now(),
  check ((user_id is null) <> (address is null))
);
comment on table private.support_blocks is
  'Whose tickets go where spam is: of an account, or of an address that wrote without one. Somebody who writes in the name of another blocks them as a visitor only.';
create index support_blocks_blocked_by_idx on private.support_blocks (blocked_by);
alter table private.support_blocks enable row level security;

create table private.support_notes (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets(id) on delete cascade,
  author_id uuid references public.admin_users(id) on delete set null,
  author_first_name text not null,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.support_notes is
  'What the staff note in a ticket for themselves; no student reads it there, and all of it is in the copy of one''s own data.';
create index support_notes_ticket_id_idx on private.support_notes (ticket_id, created_at);
create index support_notes_author_id_idx on private.support_notes (author_id);
alter table private.support_notes enable row level security;

create table private.support_events (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references public.support_tickets(id) on delete cascade,
  actor_id uuid references public.admin_users(id) on delete set null,
  actor_name text,
  kind text not null check (kind in ('status', 'priority', 'assignee', 'tags', 'spam', 'snooze', 'mail', 'merged',
    'blocked', 'unblocked', 'rated', 'published', 'withdrawn')),
  detail jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.support_events is
  'Every change of state of a ticket, in its thread for the staff; without an actor it is the person''s own doing.';
create index support_events_ticket_id_idx on private.support_events (ticket_id, id);
create index support_events_actor_id_idx on private.support_events (actor_id);
alter table private.support_events enable row level security;

create table private.support_presence (
  ticket_id uuid not null references public.support_tickets on delete cascade,
  admin_id uuid not null references public.admin_users on delete cascade,
  is_typing boolean not null,
  seen_at timestamptz not null default now(),
  primary key (ticket_id, admin_id)
);
comment on table private.support_presence is
  'Who of the staff has a ticket before them; a row counts for half a minute.';
create index support_presence_admin_id_idx on private.support_presence (admin_id);
alter table private.support_presence enable row level security;

create table private.canned_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (title = trim(title) and char_length(title) between 1 and 80 and title !~ '[[:cntrl:]]'),
  body text not null check (char_length(body) between 1 and 4000),
  updated_by uuid references public.admin_users on delete set null,
  updated_at timestamptz not null default now()
);
comment on table private.canned_replies is
  'Answers that the support keeps ready, with variables in braces; at most two hundred.';
create index canned_replies_updated_by_idx on private.canned_replies (updated_by);
alter table private.canned_replies enable row level security;

create view private.export_support_blocks with (security_invoker = true) as
  select users.id as person, blocks.created_at
  from public.users join private.support_blocks as blocks on blocks.user_id = users.id
    or (blocks.address = users.email and users.email_verified);

create view private.export_support_notes with (security_invoker = true) as
  select users.id as person, notes.created_at, notes.ticket_id, notes.body
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  join private.support_notes as notes on notes.ticket_id = tickets.id;

create function private.after_working_minutes(
  moment timestamptz, minutes integer, opens_at time, closes_at time, days integer[], holidays date[]
) returns timestamptz language sql immutable set search_path = '' as $$
  with calendar as (
    -- As many days as can be needed, and no more: every question asks for this once.
    select (moment at time zone 'Asia/Jerusalem')::date + ahead as day
    from generate_series(0, least(500, 9 + cardinality(holidays) + ceil(
      minutes / greatest(1, extract(epoch from closes_at - opens_at) / 60) * 7 / cardinality(days)))::integer) as ahead),
  hours as (
    -- Both ends on the clock: a day on which the clock changes is an hour longer or shorter, as it is for who works.
    select greatest((day + opens_at) at time zone 'Asia/Jerusalem', moment) as begins,
      (day + closes_at) at time zone 'Asia/Jerusalem' as ends
    from calendar where extract(dow from day)::integer = any (days) and day <> all (holidays)),
  worked as (
    select ends, sum(ends - begins) over (order by begins) as so_far from hours where ends > begins)
  select ends - (so_far - make_interval(mins => minutes)) from worked
  where so_far >= make_interval(mins => minutes) order by ends limit 1
$$;
comment on function private.after_working_minutes(timestamptz, integer, time without time zone, time without time zone, integer[], date[]) is
  'The moment at which so many minutes of work have passed since a moment; days are 0 (Sunday) to 6. Null when 500 days do not hold them.';

create function private.first_answer_due(asked_at timestamptz) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select private.after_working_minutes(asked_at, target_minutes, opens_at, closes_at, days, holidays) from private.support_settings
$$;
comment on function private.first_answer_due(timestamptz) is
  'Until when a question of that moment should have its first answer.';

create function private.are_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 10 and coalesce(bool_and(
    tag is not null and tag = trim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:],]'), true)
  from unnest(tags) as tag
$$;
grant execute on function private.are_tags(text[]) to authenticated, service_role;

create function private.ticket_of_reply_key(reply_key text) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive chain as (
    select tickets.id, tickets.merged_into from private.support_reply_keys as keys
      join public.support_tickets as tickets on tickets.id = keys.ticket_id where keys.key = lower(reply_key)
    union select tickets.id, tickets.merged_into from chain join public.support_tickets as tickets on tickets.id = chain.merged_into)
  select chain.id from chain where chain.merged_into is null
$$;
comment on function private.ticket_of_reply_key(text) is
  'The ticket of a secret, or the one that it was merged into; null for none.';
