create function private.mail_answer(ticket public.support_tickets, answer_text text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reply_address text := (select settings.reply_address from private.support_settings as settings);
  reply_key text := (select keys.key from private.support_reply_keys as keys where keys.ticket_id = ticket.id);
begin
  if ticket.email like '%@account.invalid' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('support_answer', ticket.email,
    -- Programs keep a conversation by its subject too.
    case when ticket.channel = 'mail' then 'Re: ' else 'תשובה לפנייה: ' end || ticket.subject, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', ticket.id, 'subject', ticket.subject, 'body', answer_text, 'is_student', ticket.user_id is not null,
    'reply_to', case when reply_key is not null then regexp_replace(reply_address, '@', '+' || reply_key || '@') end,
    'answers_to', (select mails.mail_id from private.support_mails as mails
      where mails.ticket_id = ticket.id and mails.state = 'taken' order by mails.received_at desc limit 1),
    'rating_token', case when ticket.user_id is null
      and (select present.status from public.support_tickets as present where present.id = ticket.id) = 'solved'
      then private.make_rating_link(ticket.id) end)));
  perform private.ticket_event(ticket.id, 'mail', jsonb_build_object('to', private.mask_email(ticket.email)));
end $$;

create function private.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(answer_ticket.body, '')));
  ticket public.support_tickets;
  latest record;
begin
  if message_id is null or char_length(trimmed_body) not between 1 and 4000 or coalesce(answer_ticket.status, '') not in ('open', 'pending', 'solved') then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'An answer has an id, 1 to 4000 letters and the state it leaves: open, pending or solved');
  end if;
  perform private.lock_message(message_id);
  select * into ticket from public.support_tickets as tickets where tickets.id = answer_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  -- Sent again, it is there once, also in the ticket that this one was merged into since.
  if exists (select from public.support_messages as sent where sent.id = message_id) then
    if not exists (select from public.support_messages as sent
      where sent.id = message_id and sent.author_id = caller and sent.ticket_id in (ticket.id, ticket.merged_into)) then
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
  values (message_id, ticket.id, trimmed_body, true, caller, clock_timestamp());
  update public.support_tickets as tickets set status = answer_ticket.status, snoozed_until = null, is_spam = false,
    assignee_id = coalesce(tickets.assignee_id, caller) where tickets.id = ticket.id;
  if ticket.status <> answer_ticket.status then
    perform private.ticket_event(ticket.id, 'status', jsonb_build_object('from', ticket.status, 'to', answer_ticket.status));
  end if;
  if ticket.assignee_id is null then
    perform private.ticket_event(ticket.id, 'assignee', jsonb_build_object('to', (select members.first_name from public.admin_users as members where members.id = caller)));
  end if;
  perform private.mail_answer(ticket, trimmed_body);
  perform private.note_ticket_action(ticket.id, 'ticket answered', jsonb_build_object('status', answer_ticket.status));
end $$;
grant execute on function private.answer_ticket(uuid, uuid, text, text, uuid) to authenticated;

create function public.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid default null) returns void
language sql volatile set search_path = '' begin atomic select private.answer_ticket(ticket_id, message_id, body, status, seen_id); end;
comment on function public.answer_ticket(uuid, uuid, text, text, uuid) is
  'Answers a ticket and leaves it open, pending or solved, for staff with support.access; the answer goes out by mail and stands in the academy. message_id is chosen by the caller and makes sending twice harmless; seen_id is the last message that was read: TICKET_MOVED when there is a later one.';
grant execute on function public.answer_ticket(uuid, uuid, text, text, uuid) to authenticated;

create function private.note_on_ticket(ticket_id uuid, note_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(note_on_ticket.body, '')));
  ticket public.support_tickets;
begin
  if note_id is null or char_length(trimmed_body) not between 1 and 4000 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A note has an id and 1 to 4000 letters');
  end if;
  -- One id sent into two tickets at once is one note.
  perform pg_advisory_xact_lock(hashtextextended('support note ' || note_id, 0));
  select * into ticket from public.support_tickets as tickets where tickets.id = note_on_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if exists (select from private.support_notes as notes where notes.id = note_id) then
    -- Sent again, it is there once, also in the ticket that this one was merged into since.
    if not exists (select from private.support_notes as notes
      where notes.id = note_id and notes.author_id = caller and notes.ticket_id in (ticket.id, ticket.merged_into)) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another note');
    end if;
    return;
  end if;
  if (select count(*) from private.support_notes as notes where notes.ticket_id = note_on_ticket.ticket_id) >= 200 then
    perform private.raise_app_error('TOO_MANY_NOTES', 409, 'Two hundred notes a ticket');
  end if;
  insert into private.support_notes (id, ticket_id, author_id, author_first_name, body)
  select note_id, note_on_ticket.ticket_id, caller, members.first_name, trimmed_body from public.admin_users as members where members.id = caller;
  perform private.note_ticket_action(note_on_ticket.ticket_id, 'ticket noted', null);
end $$;
grant execute on function private.note_on_ticket(uuid, uuid, text) to authenticated;

create function public.note_on_ticket(ticket_id uuid, note_id uuid, body text) returns void
language sql volatile set search_path = '' begin atomic select private.note_on_ticket(ticket_id, note_id, body); end;
comment on function public.note_on_ticket(uuid, uuid, text) is
  'Notes something in a ticket for the staff alone, for staff with support.access; the same id again changes nothing.';
grant execute on function public.note_on_ticket(uuid, uuid, text) to authenticated;
