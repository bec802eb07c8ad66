-- One id sent into two tickets at once met the key of the table, and what was sent again after its ticket was merged was refused.
create function private.lock_message(message_id uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('support message ' || message_id, 0))
$$;
comment on function private.lock_message(uuid) is 'Whoever sends a message under the same id waits until this transaction ends; asked for before the ticket is locked.';
revoke execute on function private.lock_message(uuid) from public;

create or replace function private.reply_to_ticket(ticket_id uuid, message_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
  said constant text := trim(E' \r\n\t' from coalesce(reply_to_ticket.body, ''));
begin
  perform private.lock_message(message_id);
  ticket := private.own_ticket(reply_to_ticket.ticket_id);
  if message_id is null or char_length(said) not between 1 and 4000 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A message has an id and 1 to 4000 letters');
  end if;
  -- Sent again, it is there once, also in the ticket that this one was merged into since.
  if exists (select from public.support_messages as sent where sent.id = message_id) then
    if not exists (select from public.support_messages as sent
      where sent.id = message_id and not sent.from_staff and sent.ticket_id in (ticket.id, ticket.merged_into)) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another message');
    end if;
    return;
  end if;
  if ticket.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'The ticket was merged into another');
  end if;
  if not private.take_call('ticket reply', ticket.user_id::text, 20, '1 hour')
    or (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty messages an hour');
  end if;
  insert into public.support_messages (id, ticket_id, body, from_staff, created_at)
  values (message_id, ticket.id, said, false, clock_timestamp());
  perform private.reopen_ticket(ticket);
end $$;

create or replace function private.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid) returns void
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
