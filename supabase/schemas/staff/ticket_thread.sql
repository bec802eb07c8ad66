create function private.open_ticket(ticket_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  student uuid;
begin
  select tickets.user_id into student from public.support_tickets as tickets where tickets.id = open_ticket.ticket_id;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  -- A record that is still open needs no second line.
  if student is not null and not exists (
    select from public.record_views as views where views.student_id = student and views.viewer_id = caller
      and views.what = 'tickets' and views.occurred_at > now() - interval '5 minutes') then
    perform private.record_view(student, 'tickets');
  end if;
end $$;
grant execute on function private.open_ticket(uuid) to authenticated;

create function public.open_ticket(ticket_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_ticket(ticket_id); end;
comment on function public.open_ticket(uuid) is
  'Opens a ticket for ten minutes, for staff with support.access; for that of a student it leaves a line that the student can read.';
grant execute on function public.open_ticket(uuid) to authenticated;

create function private.sentences_around(lesson uuid, second integer) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('start', cue -> 'start', 'text', cue ->> 'text') order by (cue ->> 'start')::numeric), '[]')
  from public.lesson_contents as contents, jsonb_array_elements(contents.transcript) as cue
  where contents.lesson_id = lesson and jsonb_typeof(cue -> 'start') = 'number'
    and (cue ->> 'start')::numeric between second - 25 and second + 15
$$;
comment on function private.sentences_around(uuid, integer) is
  'What the transcript of a lesson says around a second of it.';

create function private.similar_tickets(ticket public.support_tickets) returns json
language plpgsql stable security definer set search_path = '' set jit = off
-- How rare the words of a subject are is not known to the planner: it reads the table and hopes to find five hundred soon.
set enable_seqscan = off as $$
declare
  enough constant integer := 500;
begin
  if ticket.lesson_id is not null then
    return (
      select coalesce(json_agg(json_build_object('id', alike.id, 'subject', alike.subject, 'status', alike.status, 'created_at', alike.created_at)
        order by alike.distance, alike.created_at desc), '[]')
      from (
        select near.*, abs(near.position_seconds - ticket.position_seconds) as distance from (
          (select others.* from public.support_tickets as others where others.lesson_id = ticket.lesson_id
            and others.position_seconds between ticket.position_seconds - 30 and ticket.position_seconds + 30 limit enough)
          union all
          (select others.* from public.support_tickets as others where others.lesson_id = ticket.lesson_id and ticket.position_seconds is null
            and others.position_seconds is null order by others.created_at desc limit enough)) as near
        where near.id <> ticket.id and not near.is_spam and near.merged_into is null
        order by distance, near.created_at desc limit 5) as alike);
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', alike.id, 'subject', alike.subject, 'status', alike.status, 'created_at', alike.created_at)
      order by alike.closeness desc, alike.created_at desc), '[]')
    from (
      select near.*, extensions.similarity(lower(near.subject), lower(ticket.subject)) as closeness from (
        select others.* from public.support_tickets as others
        where others.lesson_id is null and lower(others.subject) operator(extensions.%) lower(ticket.subject)
          and others.id <> ticket.id and not others.is_spam and others.merged_into is null limit enough) as near
      order by closeness desc, near.created_at desc limit 5) as alike);
end $$;
comment on function private.similar_tickets(public.support_tickets) is
  'Five tickets about nearly the same: of a lesson those within half a minute of the same second, the nearest first; else by the words of the subject, the closest of 500 that share them.';

create function private.read_ticket(ticket_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = read_ticket.ticket_id;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if ticket.user_id is not null and not private.record_is_open(ticket.user_id, 'tickets') then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The ticket is opened before it is read');
  end if;
  return json_build_object(
    'id', ticket.id, 'subject', ticket.subject, 'name', ticket.name, 'email', ticket.email, 'student_id', ticket.user_id,
    'status', ticket.status, 'priority', ticket.priority, 'tags', ticket.tags, 'channel', ticket.channel, 'is_spam', ticket.is_spam,
    'assignee_id', ticket.assignee_id, 'snoozed_until', ticket.snoozed_until, 'created_at', ticket.created_at,
    'last_message_at', ticket.last_message_at, 'first_answer_at', ticket.first_answer_at, 'first_answer_due_at', ticket.first_answer_due_at,
    'merged_into', ticket.merged_into, 'satisfaction', ticket.satisfaction, 'satisfaction_note', ticket.satisfaction_note,
    'is_blocked', exists (select from private.support_blocks as blocks
      where blocks.user_id = ticket.user_id or (ticket.user_id is null and blocks.address = ticket.email)),
    'course_id', ticket.course_id, 'course', (select courses.title_he from public.courses where courses.id = ticket.course_id),
    'lesson_id', ticket.lesson_id, 'lesson', (select lessons.title_he from public.lessons where lessons.id = ticket.lesson_id),
    'position_seconds', ticket.position_seconds,
    'sentences', case when ticket.position_seconds is null then '[]'::json else private.sentences_around(ticket.lesson_id, ticket.position_seconds) end,
    'messages', (
      select coalesce(json_agg(json_build_object('id', messages.id, 'body', messages.body, 'author_kind', messages.author_kind,
        'author', authors.first_name, 'channel', messages.channel, 'created_at', messages.created_at,
        'published', case when shown.id is not null then json_build_object('second', shown.position_seconds, 'question', shown.question, 'body', shown.body) end
        ) order by messages.created_at, messages.id), '[]')
      from public.support_messages as messages left join public.admin_users as authors on authors.id = messages.author_id
        left join public.lesson_answers as shown on shown.message_id = messages.id
      where messages.ticket_id = ticket.id),
    'notes', (
      select coalesce(json_agg(json_build_object('id', notes.id, 'body', notes.body, 'author', notes.author_first_name, 'created_at', notes.created_at)
        order by notes.created_at, notes.id), '[]')
      from private.support_notes as notes where notes.ticket_id = ticket.id),
    'events', (
      select coalesce(json_agg(json_build_object('id', events.id, 'kind', events.kind, 'actor', events.actor_name, 'detail', events.detail, 'created_at', events.created_at)
        order by events.id), '[]')
      from (select * from private.support_events as all_events where all_events.ticket_id = ticket.id order by all_events.id desc limit 300) as events),
    'others', (
      select coalesce(json_agg(json_build_object('id', others.id, 'subject', others.subject, 'status', others.status, 'created_at', others.created_at)
        order by others.created_at desc), '[]')
      from (
        select * from public.support_tickets as theirs
        where theirs.id <> ticket.id and theirs.email = ticket.email and theirs.user_id is not distinct from ticket.user_id and theirs.merged_into is null
        order by theirs.created_at desc limit 10) as others),
    'similar', private.similar_tickets(ticket));
end $$;
grant execute on function private.read_ticket(uuid) to authenticated;

create function public.read_ticket(ticket_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_ticket(ticket_id); end;
comment on function public.read_ticket(uuid) is
  'A ticket with its thread (messages, notes, events), the sentences around its second, other tickets of the person and similar ones, for staff with support.access who opened it.';
grant execute on function public.read_ticket(uuid) to authenticated;

create function private.ticket_event(ticket uuid, kind text, detail jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.support_events (ticket_id, kind, detail, actor_id, actor_name)
  values (ticket, kind, detail, (select admin_id from private.current_staff()),
    (select members.first_name from private.current_staff() as staff join public.admin_users as members on members.id = staff.admin_id));
end $$;
comment on function private.ticket_event(uuid, text, jsonb) is
  'Notes a change in the thread of a ticket, by the member of the staff behind the request if there is one.';

create function private.note_ticket_action(ticket uuid, action text, after jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor, action, entity, entity_id, after) values (auth.uid(), action, 'support_tickets', ticket::text, after);
end $$;
comment on function private.note_ticket_action(uuid, text, jsonb) is
  'A line of the audit log; never words of the person, which the log would keep for ever.';

create function private.be_at_ticket(ticket_id uuid, is_typing boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  insert into private.support_presence as here (ticket_id, admin_id, is_typing)
  select tickets.id, caller, coalesce(be_at_ticket.is_typing, false) from public.support_tickets as tickets where tickets.id = be_at_ticket.ticket_id
  on conflict on constraint support_presence_pkey do update set is_typing = excluded.is_typing, seen_at = now();
  delete from private.support_presence as gone where gone.admin_id = caller and gone.ticket_id <> be_at_ticket.ticket_id
    and gone.seen_at < now() - interval '30 seconds';
  return json_build_object(
    'others', (
      select coalesce(json_agg(json_build_object('name', members.first_name, 'is_typing', here.is_typing) order by members.first_name, members.id), '[]')
      from private.support_presence as here join public.admin_users as members on members.id = here.admin_id
      where here.ticket_id = be_at_ticket.ticket_id and here.admin_id <> caller and here.seen_at > now() - interval '30 seconds'),
    'changed_at', (select greatest(tickets.updated_at, tickets.last_message_at) from public.support_tickets as tickets where tickets.id = be_at_ticket.ticket_id));
end $$;
grant execute on function private.be_at_ticket(uuid, boolean) to authenticated;

create function public.be_at_ticket(ticket_id uuid, is_typing boolean) returns json
language sql volatile set search_path = '' begin atomic select private.be_at_ticket(ticket_id, is_typing); end;
comment on function public.be_at_ticket(uuid, boolean) is
  'Says that the caller has a ticket before them, for half a minute, and answers who else of the staff has and when it last changed, for staff with support.access.';
grant execute on function public.be_at_ticket(uuid, boolean) to authenticated;
