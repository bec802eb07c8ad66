create function private.own_ticket(ticket_id uuid) returns public.support_tickets
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  select * into ticket from public.support_tickets as tickets
    where tickets.id = own_ticket.ticket_id and tickets.user_id = auth.uid() for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  return ticket;
end $$;
comment on function private.own_ticket(uuid) is 'The caller''s own ticket, locked.';

create function private.reply_to_ticket(ticket_id uuid, message_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket public.support_tickets;
  trimmed_body constant text := trim(E' \r\n\t' from coalesce(reply_to_ticket.body, ''));
begin
  perform private.lock_message(message_id);
  ticket := private.own_ticket(reply_to_ticket.ticket_id);
  if message_id is null or char_length(trimmed_body) not between 1 and 4000 then
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
  values (message_id, ticket.id, trimmed_body, false, clock_timestamp());
  perform private.reopen_ticket(ticket);
end $$;
grant execute on function private.reply_to_ticket(uuid, uuid, text) to authenticated;

create function public.reply_to_ticket(ticket_id uuid, message_id uuid, body text) returns void
language sql volatile set search_path = '' begin atomic select private.reply_to_ticket(ticket_id, message_id, body); end;
comment on function public.reply_to_ticket(uuid, uuid, text) is
  'The student says something in an own ticket, which opens it again; twenty messages an hour. message_id is chosen by the caller and makes sending twice harmless.';
grant execute on function public.reply_to_ticket(uuid, uuid, text) to authenticated;

create function private.reopen_ticket(ticket public.support_tickets) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.support_tickets as tickets set status = 'open', snoozed_until = null where tickets.id = ticket.id;
  if ticket.status <> 'open' then
    insert into private.support_events (ticket_id, kind, detail)
    values (ticket.id, 'status', jsonb_build_object('from', ticket.status, 'to', 'open'));
  end if;
end $$;
comment on function private.reopen_ticket(public.support_tickets) is
  'What the person says opens the ticket again and ends its rest, by whatever way it came; the caller has locked it.';

create function private.rate_ticket(ticket_id uuid, satisfaction text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ticket constant public.support_tickets := private.own_ticket(ticket_id);
  trimmed_note constant text := nullif(trim(E' \r\n\t' from coalesce(note, '')), '');
begin
  if ticket.status <> 'solved' then
    perform private.raise_app_error('TICKET_NOT_SOLVED', 409, 'A ticket is rated when it is solved');
  end if;
  if coalesce(rate_ticket.satisfaction, '') not in ('good', 'bad') or char_length(trimmed_note) > 1000 then
    perform private.raise_app_error('INVALID_RATING', 400, 'good or bad, and up to 1000 letters');
  end if;
  if ticket.satisfaction is not distinct from rate_ticket.satisfaction and ticket.satisfaction_note is not distinct from trimmed_note then
    return;
  end if;
  update public.support_tickets as tickets set satisfaction = rate_ticket.satisfaction, satisfaction_note = trimmed_note, satisfaction_at = now()
  where tickets.id = ticket.id;
  if ticket.satisfaction is distinct from rate_ticket.satisfaction then
    insert into private.support_events (ticket_id, kind, detail) values (ticket.id, 'rated', jsonb_build_object('to', rate_ticket.satisfaction));
  end if;
end $$;
grant execute on function private.rate_ticket(uuid, text, text) to authenticated;

create function public.rate_ticket(ticket_id uuid, satisfaction text, note text default null) returns void
language sql volatile set search_path = '' begin atomic select private.rate_ticket(ticket_id, satisfaction, note); end;
comment on function public.rate_ticket(uuid, text, text) is
  'The student says whether the answer of a solved ticket helped (good, bad), and may say it otherwise later.';
grant execute on function public.rate_ticket(uuid, text, text) to authenticated;
