create table public.support_tickets (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.users on delete cascade,
  name text not null check (char_length(name) between 1 and 161 and name !~ '[[:cntrl:]]'),
  email text not null check (char_length(email) <= 254 and email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$'),
  subject text not null check (char_length(subject) between 3 and 120 and subject !~ '[[:cntrl:]]'),
  course_id uuid references public.courses on delete set null,
  lesson_id uuid references public.lessons on delete set null,
  position_seconds integer check (position_seconds between 0 and 86400),
  status text not null default 'open' check (status in ('open', 'pending', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.support_tickets is 'Questions to the academy, of students and of visitors; opened by open_support_ticket only.';
comment on column public.support_tickets.user_id is 'Null for a visitor, whose name and email are as they were typed.';
comment on column public.support_tickets.position_seconds is 'Place in the lesson that the question is about.';
create index support_tickets_user_id_idx on public.support_tickets (user_id, created_at desc);
create index support_tickets_course_id_idx on public.support_tickets (course_id);
create index support_tickets_lesson_id_idx on public.support_tickets (lesson_id);
create index support_tickets_status_created_at_idx on public.support_tickets (status, created_at desc);
revoke all on public.support_tickets from anon, authenticated;
grant select, update (status) on public.support_tickets to authenticated;
alter table public.support_tickets enable row level security;
create policy support_tickets_select_own_or_support on public.support_tickets for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_active_student()))
    or (select private.has_permission('support.access')));
create policy support_tickets_update_support on public.support_tickets for update to authenticated
  using ((select private.has_permission('support.access')))
  with check ((select private.has_permission('support.access')));
create trigger support_tickets_update_touch before update on public.support_tickets
  for each row execute function private.set_updated_at();
create trigger support_tickets_change_audit after update on public.support_tickets
  for each row execute function private.record_change();

create table public.support_messages (
  id uuid primary key default gen_random_uuid(),
  ticket_id uuid not null references public.support_tickets on delete cascade,
  body text not null check (char_length(body) between 10 and 4000),
  from_staff boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.support_messages is 'What was said in a ticket, the question first.';
comment on column public.support_messages.from_staff is 'Whoever may write here directly is staff; the question itself comes by open_support_ticket.';
create index support_messages_ticket_id_created_at_idx on public.support_messages (ticket_id, created_at);
revoke all on public.support_messages from anon, authenticated;
grant select, insert (ticket_id, body) on public.support_messages to authenticated;
alter table public.support_messages enable row level security;
create policy support_messages_select_own_or_support on public.support_messages for select to authenticated
  using (ticket_id in (select support_tickets.id from public.support_tickets));
create policy support_messages_insert_support on public.support_messages for insert to authenticated
  with check ((select private.has_permission('support.access')));

create trigger support_messages_answer_audit after insert on public.support_messages
  for each row when (new.from_staff) execute function private.record_change();

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
revoke execute on function private.ticket_sent_before(uuid, text, text, text, uuid, uuid, integer) from public;

create function private.open_support_ticket(
  subject text, body text, name text, email text, course_id uuid, lesson_id uuid, position_seconds integer
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  caller text := coalesce(private.caller_address(), '');
  student record;
  address text;
  about text := trim(open_support_ticket.subject);
  question text := trim(E' \r\n\t' from open_support_ticket.body);
  ticket_id uuid;
begin
  select users.id, users.email,
    nullif(trim(regexp_replace(concat_ws(' ', users.first_name, users.last_name), '[[:cntrl:]]+', ' ', 'g')), '') as full_name
    into student
    from public.users where users.id = auth.uid() and users.is_active;
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
      coalesce(student.full_name, trim(open_support_ticket.name)),
      address,
      about,
      open_support_ticket.course_id, open_support_ticket.lesson_id, open_support_ticket.position_seconds)
    returning support_tickets.id into ticket_id;
    insert into public.support_messages (ticket_id, body, from_staff)
    values (ticket_id, question, false);
  exception
    when check_violation or not_null_violation then
      perform private.raise_app_error('INVALID_TICKET', 400, 'Send a name of 1 to 161 letters, an email, a subject of 3 to 120 and a message of 10 to 4000');
  end;
  -- Counted last: a refused ticket costs none of the five. What is raised here takes the rows above back.
  if not private.take_attempt(
    case when student.id is null then 'ticket address' else 'ticket person' end,
    coalesce(student.id::text, caller), gen_random_uuid()::text, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five tickets an hour');
  end if;
  return ticket_id;
end $$;
revoke execute on function private.open_support_ticket(text, text, text, text, uuid, uuid, integer) from public;
grant execute on function private.open_support_ticket(text, text, text, text, uuid, uuid, integer) to anon, authenticated;
create function public.open_support_ticket(
  subject text, body text, name text default null, email text default null,
  course_id uuid default null, lesson_id uuid default null, position_seconds integer default null
) returns uuid language sql set search_path = '' begin atomic
  select private.open_support_ticket(subject, body, name, email, course_id, lesson_id, position_seconds);
end;
comment on function public.open_support_ticket(text, text, text, text, uuid, uuid, integer) is
  'Opens a ticket and gives its id: five an hour for a student, or for the address of a visitor; the same sent again within ten minutes gives the id of the first. A student''s name and email are those on file, whatever was sent.';
revoke execute on function public.open_support_ticket(text, text, text, text, uuid, uuid, integer) from public;
grant execute on function public.open_support_ticket(text, text, text, text, uuid, uuid, integer) to anon, authenticated;
