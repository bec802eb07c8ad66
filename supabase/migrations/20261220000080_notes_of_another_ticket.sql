-- A note whose id another note has was answered as done, and written nowhere.
create or replace function private.note_on_ticket(ticket_id uuid, note_id uuid, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  said constant text := trim(E' \r\n\t' from private.undirected(coalesce(note_on_ticket.body, '')));
  ticket public.support_tickets;
begin
  if note_id is null or char_length(said) not between 1 and 4000 then
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
  select note_id, note_on_ticket.ticket_id, caller, members.first_name, said from public.admin_users as members where members.id = caller;
  perform private.note_ticket_action(note_on_ticket.ticket_id, 'ticket noted', null);
end $$;
