create table public.support_tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users(id) on delete cascade,
  name text not null check (char_length(name) between 1 and 201 and name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$'),
  subject text not null check (char_length(subject) between 3 and 120 and subject !~ '[[:cntrl:]]'),
  course_id uuid references public.courses(id) on delete set null,
  lesson_id uuid references public.lessons(id) on delete set null,
  position_seconds integer check (position_seconds between 0 and 86400),
  status text not null default 'open' check (status in ('open', 'pending', 'solved', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  channel text not null default 'web' check (channel in ('web', 'mail')),
  priority smallint not null default 1 check (priority between 0 and 3),
  assignee_id uuid references public.admin_users(id) on delete set null,
  tags text[] not null default '{}' check (private.are_tags(tags)),
  is_spam boolean not null default false,
  snoozed_until timestamptz,
  first_answer_at timestamptz,
  first_answer_due_at timestamptz,
  last_message_at timestamptz not null default now(),
  last_from_staff boolean not null default false,
  merged_into uuid references public.support_tickets(id) on delete cascade,
  satisfaction text check (satisfaction in ('good', 'bad')),
  satisfaction_note text check (char_length(satisfaction_note) between 1 and 1000),
  satisfaction_at timestamptz,
  constraint support_tickets_check check (merged_into <> id)
);
comment on table public.support_tickets is
  'Questions to the academy, of students and of visitors; opened by open_support_ticket only.';
comment on column public.support_tickets.user_id is 'Null for a visitor, whose name and email are as they were typed.';
comment on column public.support_tickets.position_seconds is 'Place in the lesson that the question is about.';
comment on column public.support_tickets.status is 'open: the staff owe an answer; pending: the staff wait for the person; solved: done, and a message opens it again; closed: done without an answer.';
comment on column public.support_tickets.priority is '0 low, 1 usual, 2 high, 3 urgent.';
comment on column public.support_tickets.is_spam is 'Shown in its own view only; never told to whoever wrote it.';
comment on column public.support_tickets.first_answer_due_at is 'By the hours of work when it was asked (private.support_settings).';
comment on column public.support_tickets.merged_into is 'The ticket that has its messages now.';
create index support_tickets_user_id_idx on public.support_tickets (user_id, created_at desc);
create index support_tickets_course_id_idx on public.support_tickets (course_id);
create index support_tickets_lesson_id_idx on public.support_tickets (lesson_id);
create index support_tickets_last_message_at_idx on public.support_tickets (last_message_at, id);
create index support_tickets_created_at_idx on public.support_tickets (created_at, id);
create index support_tickets_open_idx on public.support_tickets (last_message_at, id)
  where status = 'open' and not is_spam and merged_into is null;
create index support_tickets_first_answer_due_at_idx on public.support_tickets (first_answer_due_at, id) where first_answer_at is null;
create index support_tickets_assignee_id_idx on public.support_tickets (assignee_id);
create index support_tickets_merged_into_idx on public.support_tickets (merged_into);
create index support_tickets_email_idx on public.support_tickets (email);
create index support_tickets_tags_idx on public.support_tickets using gin (tags);
create index support_tickets_words_idx on public.support_tickets using gin (lower(subject || ' ' || name) extensions.gin_trgm_ops);
create index support_tickets_subject_idx on public.support_tickets using gin (lower(subject) extensions.gin_trgm_ops)
  where lesson_id is null;
create index support_tickets_place_idx on public.support_tickets (lesson_id, position_seconds, created_at desc) where lesson_id is not null;
grant select (id, user_id, subject, course_id, lesson_id, position_seconds, status, created_at, last_message_at,
  last_from_staff, merged_into, satisfaction, satisfaction_note)
  on public.support_tickets to authenticated;
alter table public.support_tickets enable row level security;

create table public.support_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets(id) on delete cascade,
  body text not null check (char_length(body) between 1 and 20000),
  from_staff boolean not null default true,
  created_at timestamptz not null default now(),
  author_kind text not null default 'staff' check (author_kind in ('student', 'staff', 'visitor')),
  author_id uuid references public.admin_users(id) on delete set null,
  channel text not null default 'web' check (channel in ('web', 'mail')),
  mail_message_id text unique check (char_length(mail_message_id) between 3 and 500),
  constraint support_messages_side_check check (from_staff = (author_kind = 'staff'))
);
comment on table public.support_messages is 'What was said in a ticket, the question first.';
comment on column public.support_messages.from_staff is 'Whoever may write here directly is staff; the question itself comes by open_support_ticket.';
comment on column public.support_messages.author_id is 'Which member of the staff wrote it; granted to nobody.';
comment on column public.support_messages.mail_message_id is 'The key of the mail that it came by (private.support_mails), so that no mail is taken twice.';
create index support_messages_ticket_id_created_at_idx on public.support_messages (ticket_id, created_at);
create index support_messages_author_id_idx on public.support_messages (author_id);
grant select (id, ticket_id, body, from_staff, created_at, channel)
  on public.support_messages to authenticated;
alter table public.support_messages enable row level security;

create function private.ticket_sent_before(
  student uuid, address text, subject text, body text, course_id uuid, lesson_id uuid, position_seconds integer
) returns uuid language plpgsql set search_path = '' as $$
begin
  -- The first may still be on its way.
  perform pg_advisory_xact_lock(hashtextextended('ticket ' || coalesce(student::text, address, ''), 0));
  return (
    select tickets.id from public.support_tickets as tickets
      join public.support_messages as messages on messages.ticket_id = tickets.id and not messages.from_staff
    where tickets.user_id is not distinct from student and tickets.email = address
      and tickets.created_at > now() - interval '10 minutes'
      and tickets.subject = ticket_sent_before.subject and messages.body = ticket_sent_before.body
      and tickets.course_id is not distinct from ticket_sent_before.course_id
      and tickets.lesson_id is not distinct from ticket_sent_before.lesson_id
      and tickets.position_seconds is not distinct from ticket_sent_before.position_seconds
    limit 1);
end $$;
comment on function private.ticket_sent_before(uuid, text, text, text, uuid, uuid, integer) is
  'The sender''s ticket of the last ten minutes that says the very same, or null: a connection that breaks before the answer makes no second one.';

create function private.open_support_ticket(
  subject text, body text, name text, email text, course_id uuid, lesson_id uuid, position_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  caller text := coalesce(private.caller_address(), '');
  student record;
  address text;
  about text := private.undirected(open_support_ticket.subject);
  question text := trim(E' \r\n\t' from open_support_ticket.body);
  ticket_id uuid;
begin
  select users.id, users.email,
    nullif(private.undirected(regexp_replace(concat_ws(' ', users.first_name, users.last_name), '[[:cntrl:]]+', ' ', 'g')), '') as full_name
    into student
    from public.users where users.id = auth.uid() and users.is_active and not private.comes_from_password()
      and exists (
        select from auth.sessions
        where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and sessions.user_id = users.id);
  if open_support_ticket.lesson_id is not null and not exists (
    select from public.lessons where lessons.id = open_support_ticket.lesson_id and lessons.is_published
      and lessons.course_id = open_support_ticket.course_id)
    or open_support_ticket.course_id is not null and not exists (
      select from public.courses where courses.id = open_support_ticket.course_id and courses.is_published) then
    perform private.raise_app_error('INVALID_TICKET', 400, 'Name a published course, and a lesson of it');
  end if;
  address := coalesce(student.email, lower(trim(open_support_ticket.email)));
  ticket_id := private.ticket_sent_before(student.id, address, about, question, course_id, lesson_id, position_seconds);
  if ticket_id is not null then
    return ticket_id;
  end if;
  begin
    insert into public.support_tickets (user_id, name, email, subject, course_id, lesson_id, position_seconds)
    values (
      student.id,
      coalesce(student.full_name, private.undirected(open_support_ticket.name)),
      address,
      about,
      open_support_ticket.course_id, open_support_ticket.lesson_id, open_support_ticket.position_seconds)
    returning support_tickets.id into ticket_id;
    insert into public.support_messages (ticket_id, body, from_staff)
    values (ticket_id, question, false);
  exception
    when check_violation or not_null_violation then
      perform private.raise_app_error('INVALID_TICKET', 400, 'Send a name of 1 to 201 letters, an email, a subject of 3 to 120 and a message of 10 to 4000');
  end;
  -- Counted last: a refused ticket costs none of the five. What is raised here takes the rows above back.
  if not private.take_attempt(
    case when student.id is null then 'ticket address' else 'ticket person' end,
    coalesce(student.id::text, caller), gen_random_uuid()::text, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five tickets an hour');
  end if;
  return ticket_id;
end $$;
grant execute on function private.open_support_ticket(text, text, text, text, uuid, uuid, integer) to anon, authenticated;

create function public.open_support_ticket(
  subject text, body text, name text default null, email text default null,
  course_id uuid default null, lesson_id uuid default null, position_seconds integer default null
) returns uuid language sql set search_path = '' begin atomic
  select private.open_support_ticket(subject, body, name, email, course_id, lesson_id, position_seconds);
end;
comment on function public.open_support_ticket(text, text, text, text, uuid, uuid, integer) is
  'Opens a ticket and gives its id: five an hour for a student, or for the address of a visitor; the same sent again within ten minutes gives the id of the first. A student''s name and email are those on file, whatever was sent.';
grant execute on function public.open_support_ticket(text, text, text, text, uuid, uuid, integer) to anon, authenticated;

create function private.limit_visitor_tickets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller text := private.caller_network();
begin
  -- The function counts addresses; of version 6 one household has more of them than there are hours.
  if caller like '%:%' and not private.take_call('visitor ticket', caller, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five tickets an hour');
  end if;
  -- Tickets that are there count, not those that were refused: nobody uses the day up by asking in vain.
  if (select count(*) from public.support_tickets as tickets
    where tickets.user_id is null and tickets.created_at > now() - interval '1 day') >= 1000 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'A thousand questions of visitors a day');
  end if;
  return new;
end $$;
comment on function private.limit_visitor_tickets() is
  'A thousand questions a day of people who are not signed in, from all addresses together.';

create function private.undirected(input text) returns text
language sql immutable set search_path = '' as $$
  select trim(regexp_replace(input, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+', '', 'g'))
$$;
comment on function private.undirected(text) is 'A text without the characters that change its direction.';

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
comment on function private.fill_ticket() is
  'When the first answer is due; what a blocked sender writes goes where spam is.';

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

create function private.make_reply_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.support_reply_keys (ticket_id) values (new.id);
  return null;
end $$;

create function private.redact_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.support_notes as notes where notes.ticket_id = new.id;
  delete from private.support_reply_keys as keys where keys.ticket_id = new.id;
  update public.support_messages as messages set mail_message_id = null where messages.ticket_id = new.id and messages.mail_message_id is not null;
  new.satisfaction_note := null;
  return new;
end $$;
comment on function private.redact_ticket() is
  'What stays of an answered ticket when its person is gone has no notes about them, and no way to speak in it.';

-- A question still has ten letters at least; an answer may be shorter.
create function private.require_question() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not new.from_staff and new.channel = 'web' and char_length(new.body) not between 10 and 4000
    and not exists (select from public.support_messages as messages where messages.ticket_id = new.ticket_id) then
    raise exception using errcode = 'check_violation', message = 'A question has 10 to 4000 letters';
  end if;
  return new;
end $$;

create function private.move_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.support_mails as mails set ticket_id = new.merged_into where mails.ticket_id = new.id;
  return null;
end $$;
comment on function private.move_mails() is 'What is held beside a ticket goes with it into another.';

create function private.delete_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.support_mails as mails where mails.ticket_id = new.id;
  delete from private.refused_mails as mails where mails.ticket_id = new.id;
  return null;
end $$;
comment on function private.delete_ticket_mails() is
  'What stays of an answered ticket when its person is gone has no sender and no files.';

create policy support_tickets_select_own on public.support_tickets for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

create policy support_messages_select_own on public.support_messages for select to authenticated
  using (ticket_id in (select support_tickets.id from public.support_tickets) and (select private.is_active_student()));

create trigger support_tickets_update_touch before update on public.support_tickets
  for each row execute function private.set_updated_at();

create trigger support_tickets_insert_limit before insert on public.support_tickets
  for each row when (new.user_id is null) execute function private.limit_visitor_tickets();

create trigger support_tickets_viewing_guard before insert or update or delete on public.support_tickets
  for each statement execute function private.refuse_in_viewing();

create trigger support_messages_insert_author before insert on public.support_messages
  for each row execute function private.fill_message();

create trigger support_messages_insert_times after insert on public.support_messages
  for each row execute function private.note_message();

create trigger support_tickets_insert_key after insert on public.support_tickets
  for each row execute function private.make_reply_key();

create trigger support_tickets_insert_fill before insert on public.support_tickets
  for each row execute function private.fill_ticket();

create trigger support_tickets_update_redact before update of email on public.support_tickets
  for each row when (old.email <> new.email and new.email = 'deleted@account.invalid') execute function private.redact_ticket();

create trigger support_messages_insert_length before insert on public.support_messages
  for each row execute function private.require_question();

create trigger support_tickets_merge_mails after update of merged_into on public.support_tickets
  for each row when (new.merged_into is not null) execute function private.move_mails();

create trigger support_tickets_update_delete_mails after update of email on public.support_tickets
  for each row when (old.email <> new.email and new.email = 'deleted@account.invalid') execute function private.delete_ticket_mails();

create trigger support_tickets_insert_marks after insert on public.support_tickets
  for each row execute function private.mark_day('tickets');

create trigger support_tickets_update_marks after update on public.support_tickets
  for each row when (
    (old.status, old.user_id, old.lesson_id, old.is_spam, old.merged_into, old.first_answer_at, old.first_answer_due_at)
    is distinct from (new.status, new.user_id, new.lesson_id, new.is_spam, new.merged_into, new.first_answer_at, new.first_answer_due_at))
  execute function private.mark_day('tickets');

create trigger support_tickets_delete_marks after delete on public.support_tickets
  for each row execute function private.mark_day('tickets');
