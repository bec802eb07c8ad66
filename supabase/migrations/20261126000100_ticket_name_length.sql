-- A student has a first and a last name of 100 letters each: a ticket takes both and the space between them.
alter table public.support_tickets drop constraint support_tickets_name_check;
alter table public.support_tickets add constraint support_tickets_name_check
  check (char_length(name) between 1 and 201 and name !~ '[[:cntrl:]]');

create or replace function private.open_support_ticket(
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
