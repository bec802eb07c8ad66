-- A ticket that was merged into another could be opened again: it was in no list, and counted as waiting.
create or replace function private.change_ticket(change jsonb) returns jsonb
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

create or replace function private.staff_waiting() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counts jsonb := '{}';
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  -- Bounded: a hundred says that there is enough to do.
  if private.has_permission('support.access') then
    counts := counts || jsonb_build_object('tickets', (
      select count(*) from (select from public.support_tickets as tickets
        where not tickets.is_spam and tickets.merged_into is null and tickets.status = 'open' and coalesce(tickets.snoozed_until, '-infinity') <= now() limit 100) as bounded));
  end if;
  if private.has_permission('students.view') then
    counts := counts || jsonb_build_object('access_requests', (
      select count(*) from (select from public.access_requests where status = 'open' limit 100) as bounded));
  end if;
  if private.has_permission('users.view', 'users.manage') then
    counts := counts || jsonb_build_object('invitations', (
      select count(*) from (select from public.invitation_history where status = 'pending'
        and expires_at between now() and now() + interval '2 days' limit 100) as bounded));
  end if;
  if private.has_permission('settings.manage') then
    -- What was taken back because a consent ended was never tried, and is nothing to look at.
    counts := counts || jsonb_build_object('mails', (
      select count(*) from (select from public.email_outbox where status = 'abandoned' and not is_decoy
        and last_failure is not null and created_at > now() - interval '7 days' limit 100) as bounded));
  end if;
  if private.has_role('super_admin') then
    counts := counts || jsonb_build_object('jobs', (
      select count(*) from private.system_reports as reports, jsonb_each(reports.report -> 'jobs') as job
      where reports.reported_at > now() - interval '10 minutes' and job.value ->> 'failure' is not null));
  end if;
  if private.has_permission('courses.manage', 'lessons.manage') then
    counts := counts || jsonb_build_object('courses', (
      select count(*) from (select from public.courses where not is_published limit 100) as bounded));
  end if;
  if private.has_permission('courses.manage') then
    counts := counts || jsonb_build_object('facts', (
      select count(*) from (select from public.finance_facts as facts
        where facts.is_published and facts.review_by < private.today_in_israel() limit 100) as bounded));
  end if;
  if private.can_manage_article('news') or private.can_manage_article('essay') then
    counts := counts || jsonb_build_object('articles', (
      select count(*) from (select from public.articles where not is_published and private.can_manage_article(kind) limit 100) as bounded));
  end if;
  return counts;
end $$;
