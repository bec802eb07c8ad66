-- What the support works with: state of a ticket, who takes care of it, and what was said of it among the staff. Students
-- read their own tickets and messages; everything of the staff is reached by functions that ask for support.access.
drop policy support_tickets_update_support on public.support_tickets;
drop policy support_messages_insert_support on public.support_messages;
drop policy support_tickets_select_own_or_support on public.support_tickets;
drop policy support_messages_select_own_or_support on public.support_messages;
revoke select, update on public.support_tickets from authenticated;
revoke update (status) on public.support_tickets from authenticated;
revoke select, insert on public.support_messages from authenticated;
revoke insert (ticket_id, body) on public.support_messages from authenticated;
drop trigger support_tickets_change_audit on public.support_tickets;
drop trigger support_messages_answer_audit on public.support_messages;

create function private.are_tags(tags text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(tags) <= 10 and coalesce(bool_and(
    tag is not null and tag = trim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:],]'), true)
  from unnest(tags) as tag
$$;
revoke execute on function private.are_tags(text[]) from public;
grant execute on function private.are_tags(text[]) to service_role;

alter table public.support_tickets
  drop constraint support_tickets_status_check,
  add constraint support_tickets_status_check check (status in ('open', 'pending', 'solved', 'closed')),
  add column channel text not null default 'web' check (channel in ('web', 'mail')),
  add column priority smallint not null default 1 check (priority between 0 and 3),
  add column assignee_id uuid references public.admin_users on delete set null,
  add column tags text[] not null default '{}' check (private.are_tags(tags)),
  add column is_spam boolean not null default false,
  add column snoozed_until timestamptz,
  add column first_answer_at timestamptz,
  add column first_answer_due_at timestamptz,
  add column last_message_at timestamptz not null default now(),
  add column last_from_staff boolean not null default false,
  add column merged_into uuid references public.support_tickets on delete cascade check (merged_into <> id),
  add column satisfaction text check (satisfaction in ('good', 'bad')),
  add column satisfaction_note text check (char_length(satisfaction_note) between 1 and 1000),
  add column satisfaction_at timestamptz;
comment on column public.support_tickets.status is
  'open: the staff owe an answer; pending: the staff wait for the person; solved: done, and a message opens it again; closed: done without an answer.';
comment on column public.support_tickets.priority is '0 low, 1 usual, 2 high, 3 urgent.';
comment on column public.support_tickets.is_spam is 'Shown in its own view only; never told to whoever wrote it.';
comment on column public.support_tickets.first_answer_due_at is 'By the hours of work when it was asked (private.support_settings).';
comment on column public.support_tickets.merged_into is 'The ticket that has its messages now.';
drop index public.support_tickets_status_created_at_idx;
create index support_tickets_last_message_at_idx on public.support_tickets (last_message_at, id);
create index support_tickets_created_at_idx on public.support_tickets (created_at, id);
create index support_tickets_open_idx on public.support_tickets (last_message_at, id)
  where status = 'open' and not is_spam and merged_into is null;
create index support_tickets_first_answer_due_at_idx on public.support_tickets (first_answer_due_at, id) where first_answer_at is null;
create index support_tickets_assignee_id_idx on public.support_tickets (assignee_id);
create index support_tickets_merged_into_idx on public.support_tickets (merged_into);
create index support_tickets_email_idx on public.support_tickets (email);
create index support_tickets_tags_idx on public.support_tickets using gin (tags);
create index support_tickets_subject_idx on public.support_tickets using gin (lower(subject) extensions.gin_trgm_ops);
create index support_tickets_words_idx on public.support_tickets using gin (lower(subject || ' ' || name) extensions.gin_trgm_ops);
grant select (id, user_id, name, email, subject, course_id, lesson_id, position_seconds, status, channel, created_at, updated_at,
  last_message_at, last_from_staff, merged_into, satisfaction, satisfaction_note, satisfaction_at) on public.support_tickets to authenticated;
create policy support_tickets_select_own on public.support_tickets for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

alter table public.support_messages
  drop constraint support_messages_body_check,
  add constraint support_messages_body_check check (char_length(body) between 1 and 20000),
  add column author_kind text not null default 'staff' check (author_kind in ('student', 'staff', 'visitor')),
  add column author_id uuid references public.admin_users on delete set null,
  add column channel text not null default 'web' check (channel in ('web', 'mail')),
  add column mail_message_id text unique check (char_length(mail_message_id) between 3 and 500);
comment on column public.support_messages.author_id is 'Which member of the staff wrote it; granted to nobody.';
comment on column public.support_messages.mail_message_id is 'Message-ID of the mail that it came by, so that no mail is taken twice.';
create index support_messages_author_id_idx on public.support_messages (author_id);
update public.support_messages as said set author_kind = case
    when said.from_staff then 'staff' when tickets.user_id is null then 'visitor' else 'student' end
  from public.support_tickets as tickets where tickets.id = said.ticket_id;
alter table public.support_messages
  add constraint support_messages_side_check check (from_staff = (author_kind = 'staff'));
grant select (id, ticket_id, body, from_staff, author_kind, channel, created_at) on public.support_messages to authenticated;
create policy support_messages_select_own on public.support_messages for select to authenticated
  using (ticket_id in (select support_tickets.id from public.support_tickets) and (select private.is_active_student()));

create function private.fill_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.first_answer_due_at := coalesce(new.first_answer_due_at, private.first_answer_due(new.created_at));
  new.is_spam := new.is_spam or exists (
    select from private.support_blocks as blocks
    where blocks.user_id = new.user_id or (new.user_id is null and blocks.address = new.email));
  new.last_message_at := new.created_at;
  return new;
end $$;
comment on function private.fill_ticket() is 'When the first answer is due; what a blocked sender writes goes where spam is.';
revoke execute on function private.fill_ticket() from public;

create function private.fill_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.from_staff and new.author_kind = 'staff' then
    new.author_kind := case
      when (select tickets.user_id from public.support_tickets as tickets where tickets.id = new.ticket_id) is null then 'visitor'
      else 'student' end;
  end if;
  return new;
end $$;
revoke execute on function private.fill_message() from public;
create trigger support_messages_insert_author before insert on public.support_messages
  for each row execute function private.fill_message();

create function private.note_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.support_tickets as tickets set
    last_message_at = greatest(tickets.last_message_at, new.created_at),
    last_from_staff = new.from_staff,
    first_answer_at = case when new.from_staff then coalesce(tickets.first_answer_at, new.created_at) else tickets.first_answer_at end
  where tickets.id = new.ticket_id;
  return null;
end $$;
comment on function private.note_message() is 'Every message, whoever adds it, moves the times of its ticket.';
revoke execute on function private.note_message() from public;
create trigger support_messages_insert_times after insert on public.support_messages
  for each row execute function private.note_message();
update public.support_tickets as tickets set
  last_message_at = coalesce(said.latest, tickets.created_at), last_from_staff = coalesce(said.from_staff, false),
  first_answer_at = said.answered, first_answer_due_at = private.first_answer_due(tickets.created_at)
from (
  select asked.id, max(messages.created_at) as latest, min(messages.created_at) filter (where messages.from_staff) as answered,
    (array_agg(messages.from_staff order by messages.created_at desc))[1] as from_staff
  from public.support_tickets as asked left join public.support_messages as messages on messages.ticket_id = asked.id
  group by asked.id) as said
where said.id = tickets.id;

create table private.support_reply_keys (
  ticket_id uuid primary key references public.support_tickets on delete cascade,
  key text not null unique default encode(extensions.gen_random_bytes(16), 'hex') check (key ~ '^[0-9a-f]{32}$')
);
comment on table private.support_reply_keys is
  'The secret of a ticket that stands in the address to answer to; whoever sends there speaks in the ticket.';
alter table private.support_reply_keys enable row level security;
insert into private.support_reply_keys (ticket_id) select id from public.support_tickets;

create function private.make_reply_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.support_reply_keys (ticket_id) values (new.id);
  return null;
end $$;
revoke execute on function private.make_reply_key() from public;
create trigger support_tickets_insert_key after insert on public.support_tickets
  for each row execute function private.make_reply_key();

create function private.ticket_of_reply_key(reply_key text) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive chain as (
    select tickets.id, tickets.merged_into from private.support_reply_keys as keys
      join public.support_tickets as tickets on tickets.id = keys.ticket_id where keys.key = lower(reply_key)
    union select tickets.id, tickets.merged_into from chain join public.support_tickets as tickets on tickets.id = chain.merged_into)
  select chain.id from chain where chain.merged_into is null
$$;
comment on function private.ticket_of_reply_key(text) is 'The ticket of a secret, or the one that it was merged into; null for none.';
revoke execute on function private.ticket_of_reply_key(text) from public;

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
create view private.export_support_blocks with (security_invoker = true) as
  select users.id as person, blocks.created_at
  from public.users join private.support_blocks as blocks on blocks.user_id = users.id
    or (blocks.address = users.email and users.email_verified);
create trigger support_tickets_insert_fill before insert on public.support_tickets
  for each row execute function private.fill_ticket();

create table private.support_notes (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets on delete cascade,
  author_id uuid references public.admin_users on delete set null,
  author_first_name text not null,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz not null default now()
);
comment on table private.support_notes is 'What the staff note in a ticket for themselves; no student reads it there, and all of it is in the copy of one''s own data.';
create index support_notes_ticket_id_idx on private.support_notes (ticket_id, created_at);
create index support_notes_author_id_idx on private.support_notes (author_id);
alter table private.support_notes enable row level security;
create view private.export_support_notes with (security_invoker = true) as
  select users.id as person, notes.created_at, notes.ticket_id, notes.body
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  join private.support_notes as notes on notes.ticket_id = tickets.id;

create table private.support_events (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references public.support_tickets on delete cascade,
  actor_id uuid references public.admin_users on delete set null,
  actor_name text,
  kind text not null check (kind in ('status', 'priority', 'assignee', 'tags', 'spam', 'snooze', 'mail', 'merged', 'blocked', 'unblocked', 'rated')),
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
comment on table private.support_events is 'Every change of state of a ticket, in its thread for the staff; without an actor it is the person''s own doing.';
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
comment on table private.support_presence is 'Who of the staff has a ticket before them; a row counts for half a minute.';
create index support_presence_admin_id_idx on private.support_presence (admin_id);
alter table private.support_presence enable row level security;

create table private.canned_replies (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (title = trim(title) and char_length(title) between 1 and 80 and title !~ '[[:cntrl:]]'),
  body text not null check (char_length(body) between 1 and 4000),
  updated_by uuid references public.admin_users on delete set null,
  updated_at timestamptz not null default now()
);
comment on table private.canned_replies is 'Answers that the support keeps ready, with variables in braces; at most two hundred.';
create index canned_replies_updated_by_idx on private.canned_replies (updated_by);
alter table private.canned_replies enable row level security;

create function private.forget_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.support_notes as notes where notes.ticket_id = new.id;
  delete from private.support_reply_keys as keys where keys.ticket_id = new.id;
  delete from private.support_blocks as blocks where blocks.address = old.email;
  update public.support_messages as said set mail_message_id = null where said.ticket_id = new.id and said.mail_message_id is not null;
  new.satisfaction_note := null;
  return new;
end $$;
comment on function private.forget_ticket() is 'What stays of an answered ticket when its person is gone has no notes about them, and no way to speak in it.';
revoke execute on function private.forget_ticket() from public;
create trigger support_tickets_forget before update of email on public.support_tickets
  for each row when (old.email <> new.email and new.email = 'deleted@account.invalid') execute function private.forget_ticket();

-- A question still has ten letters at least; an answer may be shorter.
create function private.require_question() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not new.from_staff and new.channel = 'web' and char_length(new.body) not between 10 and 4000
    and not exists (select from public.support_messages as said where said.ticket_id = new.ticket_id) then
    raise exception using errcode = 'check_violation', message = 'A question has 10 to 4000 letters';
  end if;
  return new;
end $$;
revoke execute on function private.require_question() from public;
create trigger support_messages_insert_length before insert on public.support_messages
  for each row execute function private.require_question();
