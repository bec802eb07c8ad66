-- A ticket on the desk of the support. Opening the ticket of a student leaves a line that the student reads; reading asks
-- for that line. Every change is one transaction: the state, an event in the thread and a line of the audit log.
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
revoke execute on function private.open_ticket(uuid) from public;
grant execute on function private.open_ticket(uuid) to authenticated;
create function public.open_ticket(ticket_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_ticket(ticket_id); end;
comment on function public.open_ticket(uuid) is
  'Opens a ticket for ten minutes, for staff with support.access; for that of a student it leaves a line that the student can read.';
revoke execute on function public.open_ticket(uuid) from public, anon;
grant execute on function public.open_ticket(uuid) to authenticated;

create function private.sentences_around(lesson uuid, second integer) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('start', cue -> 'start', 'text', cue ->> 'text') order by (cue ->> 'start')::numeric), '[]')
  from public.lesson_contents as contents, jsonb_array_elements(contents.transcript) as cue
  where contents.lesson_id = lesson and jsonb_typeof(cue -> 'start') = 'number'
    and (cue ->> 'start')::numeric between second - 25 and second + 15
$$;
comment on function private.sentences_around(uuid, integer) is 'What the transcript of a lesson says around a second of it.';
revoke execute on function private.sentences_around(uuid, integer) from public;

create function private.similar_tickets(ticket public.support_tickets) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('id', alike.id, 'subject', alike.subject, 'status', alike.status, 'created_at', alike.created_at)
    order by alike.closeness desc, alike.created_at desc), '[]')
  from (
    select others.id, others.subject, others.status, others.created_at,
      extensions.similarity(lower(others.subject), lower(ticket.subject))
        + case when others.lesson_id = ticket.lesson_id and abs(others.position_seconds - ticket.position_seconds) <= 30 then 1 else 0 end as closeness
    from public.support_tickets as others
    where others.id <> ticket.id and not others.is_spam and others.merged_into is null
      and lower(others.subject) operator(extensions.%) lower(ticket.subject)
    order by closeness desc, others.created_at desc limit 5) as alike
$$;
comment on function private.similar_tickets(public.support_tickets) is 'Five tickets about nearly the same: of the same place in a lesson first, then by the words of the subject.';
revoke execute on function private.similar_tickets(public.support_tickets) from public;

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
      select coalesce(json_agg(json_build_object('id', said.id, 'body', said.body, 'author_kind', said.author_kind,
        'author', authors.first_name, 'channel', said.channel, 'created_at', said.created_at) order by said.created_at, said.id), '[]')
      from public.support_messages as said left join public.admin_users as authors on authors.id = said.author_id
      where said.ticket_id = ticket.id),
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
revoke execute on function private.read_ticket(uuid) from public;
grant execute on function private.read_ticket(uuid) to authenticated;
create function public.read_ticket(ticket_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_ticket(ticket_id); end;
comment on function public.read_ticket(uuid) is
  'A ticket with its thread (messages, notes, events), the sentences around its second, other tickets of the person and similar ones, for staff with support.access who opened it.';
revoke execute on function public.read_ticket(uuid) from public, anon;
grant execute on function public.read_ticket(uuid) to authenticated;

create function private.ticket_event(ticket uuid, kind text, detail jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.support_events (ticket_id, kind, detail, actor_id, actor_name)
  values (ticket, kind, detail, (select admin_id from private.current_staff()),
    (select members.first_name from private.current_staff() as staff join public.admin_users as members on members.id = staff.admin_id));
end $$;
comment on function private.ticket_event(uuid, text, jsonb) is 'Notes a change in the thread of a ticket, by the member of the staff behind the request if there is one.';
revoke execute on function private.ticket_event(uuid, text, jsonb) from public;

create function private.note_ticket_action(ticket uuid, action text, after jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor, action, entity, entity_id, after) values (auth.uid(), action, 'support_tickets', ticket::text, after);
end $$;
comment on function private.note_ticket_action(uuid, text, jsonb) is 'A line of the audit log; never words of the person, which the log would keep for ever.';
revoke execute on function private.note_ticket_action(uuid, text, jsonb) from public;

create function private.mail_answer(ticket public.support_tickets, said text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reply_address text := (select settings.reply_address from private.support_settings as settings);
  reply_key text := (select keys.key from private.support_reply_keys as keys where keys.ticket_id = ticket.id);
begin
  if ticket.email like '%@account.invalid' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('support_answer', ticket.email, 'תשובה לפנייה: ' || ticket.subject, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', ticket.id, 'subject', ticket.subject, 'body', said, 'is_student', ticket.user_id is not null,
    'reply_to', case when reply_key is not null then regexp_replace(reply_address, '@', '+' || reply_key || '@') end)));
  perform private.ticket_event(ticket.id, 'mail', jsonb_build_object('to', private.mask_email(ticket.email)));
end $$;
revoke execute on function private.mail_answer(public.support_tickets, text) from public;

create function private.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  said constant text := trim(E' \r\n\t' from private.undirected(coalesce(answer_ticket.body, '')));
  ticket public.support_tickets;
  latest record;
begin
  if message_id is null or char_length(said) not between 1 and 4000 or coalesce(answer_ticket.status, '') not in ('open', 'pending', 'solved') then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'An answer has an id, 1 to 4000 letters and the state it leaves: open, pending or solved');
  end if;
  select * into ticket from public.support_tickets as tickets where tickets.id = answer_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  -- What was sent twice, by a connection that broke or a second click, is there once.
  if exists (select from public.support_messages as sent where sent.id = message_id) then
    if not exists (select from public.support_messages as sent where sent.id = message_id and sent.ticket_id = ticket.id and sent.author_id = caller) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another message');
    end if;
    return;
  end if;
  if ticket.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'The ticket was merged into another');
  end if;
  select sent.id, sent.from_staff into latest from public.support_messages as sent
    where sent.ticket_id = ticket.id order by sent.created_at desc, sent.id desc limit 1;
  if latest.id is distinct from seen_id then
    perform private.raise_app_error('TICKET_MOVED', 409, 'Something was said in the ticket since it was read');
  end if;
  -- After the lock and by the clock, so that two answers of one moment have an order.
  insert into public.support_messages (id, ticket_id, body, from_staff, author_id, created_at)
  values (message_id, ticket.id, said, true, caller, clock_timestamp());
  update public.support_tickets as tickets set status = answer_ticket.status, snoozed_until = null, is_spam = false,
    assignee_id = coalesce(tickets.assignee_id, caller) where tickets.id = ticket.id;
  if ticket.status <> answer_ticket.status then
    perform private.ticket_event(ticket.id, 'status', jsonb_build_object('from', ticket.status, 'to', answer_ticket.status));
  end if;
  if ticket.assignee_id is null then
    perform private.ticket_event(ticket.id, 'assignee', jsonb_build_object('to', (select members.first_name from public.admin_users as members where members.id = caller)));
  end if;
  perform private.mail_answer(ticket, said);
  perform private.note_ticket_action(ticket.id, 'ticket answered', jsonb_build_object('status', answer_ticket.status));
end $$;
revoke execute on function private.answer_ticket(uuid, uuid, text, text, uuid) from public;
grant execute on function private.answer_ticket(uuid, uuid, text, text, uuid) to authenticated;
create function public.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid default null) returns void
language sql volatile set search_path = '' begin atomic select private.answer_ticket(ticket_id, message_id, body, status, seen_id); end;
comment on function public.answer_ticket(uuid, uuid, text, text, uuid) is
  'Answers a ticket and leaves it open, pending or solved, for staff with support.access; the answer goes out by mail and stands in the academy. message_id is chosen by the caller and makes sending twice harmless; seen_id is the last message that was read: TICKET_MOVED when there is a later one.';
revoke execute on function public.answer_ticket(uuid, uuid, text, text, uuid) from public, anon;
grant execute on function public.answer_ticket(uuid, uuid, text, text, uuid) to authenticated;

create function private.note_on_ticket(ticket_id uuid, note_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  said constant text := trim(E' \r\n\t' from private.undirected(coalesce(note_on_ticket.body, '')));
begin
  if note_id is null or char_length(said) not between 1 and 4000 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A note has an id and 1 to 4000 letters');
  end if;
  perform from public.support_tickets as tickets where tickets.id = note_on_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if exists (select from private.support_notes as notes where notes.id = note_id) then
    return;
  end if;
  if (select count(*) from private.support_notes as notes where notes.ticket_id = note_on_ticket.ticket_id) >= 200 then
    perform private.raise_app_error('TOO_MANY_NOTES', 409, 'Two hundred notes a ticket');
  end if;
  insert into private.support_notes (id, ticket_id, author_id, author_first_name, body)
  select note_id, note_on_ticket.ticket_id, caller, members.first_name, said from public.admin_users as members where members.id = caller;
  perform private.note_ticket_action(note_on_ticket.ticket_id, 'ticket noted', null);
end $$;
revoke execute on function private.note_on_ticket(uuid, uuid, text) from public;
grant execute on function private.note_on_ticket(uuid, uuid, text) to authenticated;
create function public.note_on_ticket(ticket_id uuid, note_id uuid, body text) returns void
language sql volatile set search_path = '' begin atomic select private.note_on_ticket(ticket_id, note_id, body); end;
comment on function public.note_on_ticket(uuid, uuid, text) is 'Notes something in a ticket for the staff alone, for staff with support.access; the same id again changes nothing.';
revoke execute on function public.note_on_ticket(uuid, uuid, text) from public, anon;
grant execute on function public.note_on_ticket(uuid, uuid, text) to authenticated;

create function private.is_ticket_change(change jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_typeof(change) = 'object' and change ? 'id' and (change ->> 'id')::uuid is not null
    and not exists (select from jsonb_object_keys(change) as key
      where key not in ('id', 'was', 'status', 'priority', 'assignee_id', 'snoozed_until', 'is_spam', 'add_tags', 'remove_tags'))
    and (not change ? 'was' or jsonb_typeof(change -> 'was') = 'object')
    and (not change ? 'status' or coalesce(change ->> 'status', '') in ('open', 'pending', 'solved', 'closed'))
    and (not change ? 'priority' or change -> 'priority' in ('0', '1', '2', '3'))
    and (not change ? 'is_spam' or jsonb_typeof(change -> 'is_spam') = 'boolean')
    and (change ->> 'assignee_id' is null or (change ->> 'assignee_id')::uuid is not null)
    and (change ->> 'snoozed_until' is null or (change ->> 'snoozed_until')::timestamptz < now() + interval '1 year')
    and (not change ? 'add_tags' or jsonb_typeof(change -> 'add_tags') = 'array')
    and (not change ? 'remove_tags' or jsonb_typeof(change -> 'remove_tags') = 'array');
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    return false;
end $$;
revoke execute on function private.is_ticket_change(jsonb) from public;

create function private.change_ticket(change jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
  fresh public.support_tickets;
  added text[] := array(select jsonb_array_elements_text(coalesce(change -> 'add_tags', '[]')));
  removed text[] := array(select jsonb_array_elements_text(coalesce(change -> 'remove_tags', '[]')));
  before jsonb;
  after jsonb;
  undo jsonb := '{}';
  field text;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = (change ->> 'id')::uuid for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  before := jsonb_build_object('status', ticket.status, 'priority', ticket.priority, 'assignee_id', ticket.assignee_id,
    'snoozed_until', ticket.snoozed_until, 'is_spam', ticket.is_spam);
  if not before @> coalesce(change -> 'was', '{}') then
    perform private.raise_app_error('TICKET_MOVED', 409, 'The ticket was changed since');
  end if;
  fresh := ticket;
  fresh.status := coalesce(change ->> 'status', ticket.status);
  fresh.priority := coalesce((change ->> 'priority')::smallint, ticket.priority);
  fresh.is_spam := coalesce((change ->> 'is_spam')::boolean, ticket.is_spam);
  if change ? 'assignee_id' then
    fresh.assignee_id := (change ->> 'assignee_id')::uuid;
    if fresh.assignee_id is not null and not exists (
      select from public.admin_users as members join public.roles on roles.id = members.role_id
      where members.id = fresh.assignee_id and members.is_active and private.role_holds(roles.name, 'support.access')) then
      perform private.raise_app_error('ASSIGNEE_UNKNOWN', 400, 'A ticket is given to an active member with support.access');
    end if;
  end if;
  if change ? 'snoozed_until' then
    fresh.snoozed_until := date_trunc('milliseconds', (change ->> 'snoozed_until')::timestamptz);
  end if;
  fresh.tags := array(select tag from unnest(ticket.tags || added) with ordinality as named (tag, place)
    where tag <> all (removed) group by tag order by min(place));
  if not private.are_tags(fresh.tags) then
    perform private.raise_app_error('INVALID_TAGS', 400, 'At most ten tags of 1 to 30 letters');
  end if;
  after := jsonb_build_object('status', fresh.status, 'priority', fresh.priority, 'assignee_id', fresh.assignee_id,
    'snoozed_until', fresh.snoozed_until, 'is_spam', fresh.is_spam);
  if before = after and fresh.tags = ticket.tags then
    return jsonb_build_object('id', ticket.id, 'outcome', 'unchanged');
  end if;
  update public.support_tickets as tickets set status = fresh.status, priority = fresh.priority, assignee_id = fresh.assignee_id,
    snoozed_until = fresh.snoozed_until, is_spam = fresh.is_spam, tags = fresh.tags where tickets.id = ticket.id;
  for field in select key from jsonb_each(before) where after -> key is distinct from before -> key loop
    undo := undo || jsonb_build_object(field, before -> field);
    perform private.ticket_event(ticket.id,
      case field when 'assignee_id' then 'assignee' when 'snoozed_until' then 'snooze' when 'is_spam' then 'spam' else field end,
      case field when 'assignee_id' then jsonb_build_object(
        'from', (select members.first_name from public.admin_users as members where members.id = ticket.assignee_id),
        'to', (select members.first_name from public.admin_users as members where members.id = fresh.assignee_id))
      else jsonb_build_object('from', before -> field, 'to', after -> field) end);
  end loop;
  if fresh.tags <> ticket.tags then
    undo := undo || jsonb_build_object('remove_tags', array(select unnest(fresh.tags) except select unnest(ticket.tags)),
      'add_tags', array(select unnest(ticket.tags) except select unnest(fresh.tags)));
    perform private.ticket_event(ticket.id, 'tags', jsonb_build_object('from', ticket.tags, 'to', fresh.tags));
  end if;
  perform private.note_ticket_action(ticket.id, 'ticket changed', after || jsonb_build_object('tags', fresh.tags));
  return jsonb_build_object('id', ticket.id, 'outcome', 'changed',
    'undo', undo || jsonb_build_object('id', ticket.id, 'was', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(after) where undo ? key)));
end $$;
revoke execute on function private.change_ticket(jsonb) from public;

create function private.change_tickets(changes jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  change jsonb;
  answers jsonb := '[]';
begin
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch is a list of up to 100 changes');
  end if;
  if exists (select from jsonb_array_elements(changes) as sent where not coalesce(private.is_ticket_change(sent), false)) then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'A change names a ticket and fields of it');
  end if;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for change in select sent from jsonb_array_elements(changes) as sent order by sent ->> 'id' loop
    begin
      answers := answers || private.change_ticket(change);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', change -> 'id', 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
revoke execute on function private.change_tickets(jsonb) from public;
grant execute on function private.change_tickets(jsonb) to authenticated;
create function public.change_tickets(changes jsonb) returns json
language sql volatile set search_path = '' begin atomic select private.change_tickets(changes); end;
comment on function public.change_tickets(jsonb) is
  'Changes up to 100 tickets, for staff with support.access. A change is {id, status?, priority?, assignee_id?, snoozed_until?, is_spam?, add_tags?, remove_tags?, was?}; with was, it is refused when the ticket is no longer so. Answers per id: changed with the change that undoes it, unchanged, or refused with a code.';
revoke execute on function public.change_tickets(jsonb) from public, anon;
grant execute on function public.change_tickets(jsonb) to authenticated;

create function private.merge_tickets(ticket_id uuid, into_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  merged public.support_tickets;
  kept public.support_tickets;
begin
  perform from public.support_tickets as tickets where tickets.id in (merge_tickets.ticket_id, into_id) order by tickets.id for update;
  select * into merged from public.support_tickets as tickets where tickets.id = merge_tickets.ticket_id;
  select * into kept from public.support_tickets as tickets where tickets.id = into_id;
  if merged.id is null or kept.id is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if merged.merged_into = kept.id then
    return;
  end if;
  if merged.id = kept.id or merged.merged_into is not null or kept.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'One of the tickets was merged already');
  end if;
  -- Otherwise one person would read what another wrote.
  if merged.user_id is distinct from kept.user_id or merged.email <> kept.email then
    perform private.raise_app_error('DIFFERENT_PEOPLE', 409, 'Tickets of one person only are merged');
  end if;
  update public.support_messages as said set ticket_id = kept.id where said.ticket_id = merged.id;
  update private.support_notes as notes set ticket_id = kept.id where notes.ticket_id = merged.id;
  update public.support_tickets as tickets set merged_into = kept.id, status = 'closed', snoozed_until = null where tickets.id = merged.id;
  update public.support_tickets as tickets set last_message_at = greatest(merged.last_message_at, kept.last_message_at),
    last_from_staff = case when merged.last_message_at > kept.last_message_at then merged.last_from_staff else kept.last_from_staff end,
    first_answer_at = least(merged.first_answer_at, kept.first_answer_at),
    status = case when merged.status = 'open' then 'open' else kept.status end,
    tags = case when private.are_tags(kept.tags || merged.tags) then array(select distinct unnest(kept.tags || merged.tags) order by 1) else kept.tags end
    where tickets.id = kept.id;
  perform private.ticket_event(kept.id, 'merged', jsonb_build_object('from', merged.id, 'subject', merged.subject));
  perform private.ticket_event(merged.id, 'merged', jsonb_build_object('into', kept.id));
  perform private.note_ticket_action(merged.id, 'ticket merged', jsonb_build_object('merged_into', kept.id));
end $$;
revoke execute on function private.merge_tickets(uuid, uuid) from public;
grant execute on function private.merge_tickets(uuid, uuid) to authenticated;
create function public.merge_tickets(ticket_id uuid, into_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.merge_tickets(ticket_id, into_id); end;
comment on function public.merge_tickets(uuid, uuid) is
  'Moves messages and notes of a ticket into another of the same person and closes it, for staff with support.access; for good. Mails to its address arrive in the other.';
revoke execute on function public.merge_tickets(uuid, uuid) from public, anon;
grant execute on function public.merge_tickets(uuid, uuid) to authenticated;

create function private.block_ticket_sender(ticket_id uuid, blocked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = block_ticket_sender.ticket_id for update;
  if not found or blocked is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if blocked then
    insert into private.support_blocks (user_id, address, blocked_by)
    values (ticket.user_id, case when ticket.user_id is null then ticket.email end, caller) on conflict do nothing;
  else
    delete from private.support_blocks as blocks
    where blocks.user_id = ticket.user_id or (ticket.user_id is null and blocks.address = ticket.email);
  end if;
  if not found then
    return;
  end if;
  update public.support_tickets as tickets set is_spam = blocked where tickets.id = ticket.id;
  perform private.ticket_event(ticket.id, case when blocked then 'blocked' else 'unblocked' end, '{}');
  perform private.note_ticket_action(ticket.id, case when blocked then 'sender blocked' else 'sender unblocked' end, null);
end $$;
revoke execute on function private.block_ticket_sender(uuid, boolean) from public;
grant execute on function private.block_ticket_sender(uuid, boolean) to authenticated;
create function public.block_ticket_sender(ticket_id uuid, blocked boolean) returns void
language sql volatile set search_path = '' begin atomic select private.block_ticket_sender(ticket_id, blocked); end;
comment on function public.block_ticket_sender(uuid, boolean) is
  'Sends what the sender of a ticket writes from now on to where spam is, or no longer, for staff with support.access; the sender is not told.';
revoke execute on function public.block_ticket_sender(uuid, boolean) from public, anon;
grant execute on function public.block_ticket_sender(uuid, boolean) to authenticated;

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
revoke execute on function private.be_at_ticket(uuid, boolean) from public;
grant execute on function private.be_at_ticket(uuid, boolean) to authenticated;
create function public.be_at_ticket(ticket_id uuid, is_typing boolean) returns json
language sql volatile set search_path = '' begin atomic select private.be_at_ticket(ticket_id, is_typing); end;
comment on function public.be_at_ticket(uuid, boolean) is
  'Says that the caller has a ticket before them, for half a minute, and answers who else of the staff has and when it last changed, for staff with support.access.';
revoke execute on function public.be_at_ticket(uuid, boolean) from public, anon;
grant execute on function public.be_at_ticket(uuid, boolean) to authenticated;
