create function private.is_ticket_change(change jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_typeof(change) = 'object' and change ? 'id' and (change ->> 'id')::uuid is not null
    and not exists (select from jsonb_object_keys(change) as key
      where key not in ('id', 'was', 'status', 'priority', 'assignee_id', 'snoozed_until', 'is_spam', 'add_tags', 'remove_tags'))
    and (not change ? 'was' or jsonb_typeof(change -> 'was') = 'object')
    and (not change ? 'status' or coalesce(change ->> 'status', '') in ('open', 'pending', 'solved', 'closed'))
    and (not change ? 'priority' or (change -> 'priority')::text in ('0', '1', '2', '3'))
    and (not change ? 'is_spam' or jsonb_typeof(change -> 'is_spam') = 'boolean')
    and (change ->> 'assignee_id' is null or (change ->> 'assignee_id')::uuid is not null)
    and (change ->> 'snoozed_until' is null or (change ->> 'snoozed_until')::timestamptz < now() + interval '1 year')
    and (not change ? 'add_tags' or jsonb_typeof(change -> 'add_tags') = 'array')
    and (not change ? 'remove_tags' or jsonb_typeof(change -> 'remove_tags') = 'array');
exception
  when data_exception then
    return false;
end $$;

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
  if ticket.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'The ticket was merged into another');
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
grant execute on function private.change_tickets(jsonb) to authenticated;

create function public.change_tickets(changes jsonb) returns json
language sql volatile set search_path = '' begin atomic select private.change_tickets(changes); end;
comment on function public.change_tickets(jsonb) is
  'Changes up to 100 tickets, for staff with support.access. A change is {id, status?, priority?, assignee_id?, snoozed_until?, is_spam?, add_tags?, remove_tags?, was?}; with was, it is refused when the ticket is no longer so. Answers per id: changed with the change that undoes it, unchanged, or refused with a code.';
grant execute on function public.change_tickets(jsonb) to authenticated;

create function private.merge_tickets(ticket_id uuid, into_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  merged public.support_tickets;
  target public.support_tickets;
begin
  perform from public.support_tickets as tickets where tickets.id in (merge_tickets.ticket_id, into_id) order by tickets.id for update;
  select * into merged from public.support_tickets as tickets where tickets.id = merge_tickets.ticket_id;
  select * into target from public.support_tickets as tickets where tickets.id = into_id;
  if merged.id is null or target.id is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if merged.merged_into = target.id then
    return;
  end if;
  if merged.id = target.id or merged.merged_into is not null or target.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'One of the tickets was merged already');
  end if;
  -- Otherwise one person would read what another wrote.
  if merged.user_id is distinct from target.user_id or merged.email <> target.email then
    perform private.raise_app_error('DIFFERENT_PEOPLE', 409, 'Tickets of one person only are merged');
  end if;
  update public.support_messages as messages set ticket_id = target.id where messages.ticket_id = merged.id;
  update private.support_notes as notes set ticket_id = target.id where notes.ticket_id = merged.id;
  update public.support_tickets as tickets set merged_into = target.id, status = 'closed', snoozed_until = null where tickets.id = merged.id;
  update public.support_tickets as tickets set last_message_at = greatest(merged.last_message_at, target.last_message_at),
    last_from_staff = case when merged.last_message_at > target.last_message_at then merged.last_from_staff else target.last_from_staff end,
    first_answer_at = least(merged.first_answer_at, target.first_answer_at),
    status = case when merged.status = 'open' then 'open' else target.status end,
    tags = case when private.are_tags(target.tags || merged.tags) then array(select distinct unnest(target.tags || merged.tags) order by 1) else target.tags end
    where tickets.id = target.id;
  perform private.ticket_event(target.id, 'merged', jsonb_build_object('from', merged.id, 'subject', merged.subject));
  perform private.ticket_event(merged.id, 'merged', jsonb_build_object('into', target.id));
  perform private.note_ticket_action(merged.id, 'ticket merged', jsonb_build_object('merged_into', target.id));
end $$;
grant execute on function private.merge_tickets(uuid, uuid) to authenticated;

create function public.merge_tickets(ticket_id uuid, into_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.merge_tickets(ticket_id, into_id); end;
comment on function public.merge_tickets(uuid, uuid) is
  'Moves messages and notes of a ticket into another of the same person and closes it, for staff with support.access; for good. Mails to its address arrive in the other.';
grant execute on function public.merge_tickets(uuid, uuid) to authenticated;

create function private.block_ticket_sender(ticket_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = block_ticket_sender.ticket_id for update;
  if not found or blocked is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  perform private.require_reach(coalesce(private.staff_level_of(ticket.user_id), private.staff_level_at(ticket.email)));
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
grant execute on function private.block_ticket_sender(uuid, boolean) to authenticated;

create function public.block_ticket_sender(ticket_id uuid, blocked boolean) returns void
language sql volatile set search_path = '' begin atomic select private.block_ticket_sender(ticket_id, blocked); end;
comment on function public.block_ticket_sender(uuid, boolean) is
  'Sends what the sender of a ticket writes from now on to where spam is, or no longer, for staff with support.access; the sender is not told.';
grant execute on function public.block_ticket_sender(uuid, boolean) to authenticated;

create function private.lock_message(message_id uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('support message ' || message_id, 0))
$$;
comment on function private.lock_message(uuid) is
  'Whoever sends a message under the same id waits until this transaction ends; asked for before the ticket is locked.';
