create function private.ticket_view(view text, caller uuid) returns text
language sql stable set search_path = '' as $$
  select 'tickets.merged_into is null and ' || case view
    when 'mine' then format('not tickets.is_spam and tickets.status = ''open'' and coalesce(tickets.snoozed_until, ''-infinity'') <= now() and tickets.assignee_id = %L', caller)
    when 'unassigned' then 'not tickets.is_spam and tickets.status = ''open'' and coalesce(tickets.snoozed_until, ''-infinity'') <= now() and tickets.assignee_id is null'
    when 'open' then 'not tickets.is_spam and tickets.status = ''open'' and coalesce(tickets.snoozed_until, ''-infinity'') <= now()'
    when 'overdue' then 'not tickets.is_spam and tickets.status = ''open'' and tickets.first_answer_at is null and tickets.first_answer_due_at < now()'
    when 'waiting' then 'not tickets.is_spam and tickets.status = ''pending'''
    when 'snoozed' then 'not tickets.is_spam and tickets.status = ''open'' and tickets.snoozed_until > now()'
    when 'spam' then 'tickets.is_spam'
    else 'not tickets.is_spam' end
$$;
comment on function private.ticket_view(text, uuid) is
  'The condition of a view in SQL; for a word that is none, that of all.';

create function private.ticket_search(search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := lower(trim(regexp_replace(left(search, 100), '\s+', ' ', 'g')));
begin
  if coalesce(words, '') = '' then
    return 'true';
  end if;
  -- An address is found whole only: by parts, a masked one could be guessed sign by sign.
  if words like '%@%' then
    return format('tickets.email = %L', words);
  end if;
  if words ~ '^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$' then
    return format('tickets.id between %L and %L', rpad(left(words, 8), 8) || '-0000-0000-0000-000000000000', left(words, 8) || '-ffff-ffff-ffff-ffffffffffff');
  end if;
  return (
    select string_agg(format('lower(tickets.subject || '' '' || tickets.name) like %L',
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    from (select distinct word from regexp_split_to_table(words, ' ') as word limit 6) as parts);
end $$;
comment on function private.ticket_search(text) is
  'The condition of what was typed: a whole address, the number of a ticket (its first eight signs), or parts of subject and name.';

create function private.ticket_filters(query jsonb, caller uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := array[private.ticket_view(query ->> 'view', caller), private.ticket_search(query ->> 'search')];
begin
  if jsonb_typeof(query -> 'states') = 'array' and jsonb_array_length(query -> 'states') > 0 then
    conditions := conditions || format('tickets.status = any (%L)', array(select jsonb_array_elements_text(query -> 'states') limit 10));
  end if;
  if jsonb_typeof(query -> 'priorities') = 'array' and jsonb_array_length(query -> 'priorities') > 0 then
    conditions := conditions || format('tickets.priority::text = any (%L)', array(select jsonb_array_elements_text(query -> 'priorities') limit 10));
  end if;
  if jsonb_typeof(query -> 'assignee') = 'string' then
    conditions := conditions || format('tickets.assignee_id = %L::uuid', private.place_part(query -> 'assignee', 'uuid'));
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || format('tickets.tags @> array[%L]', query ->> 'tag');
  end if;
  if jsonb_typeof(query -> 'about') = 'string' then
    conditions := conditions || case query ->> 'about' when 'lesson' then 'tickets.lesson_id is not null' else 'tickets.lesson_id is null' end;
  end if;
  return array_to_string(conditions, ' and ');
end $$;
comment on function private.ticket_filters(jsonb, uuid) is
  'The conditions of a list of tickets: view, search, states, priorities, assignee, tag, about. Values are quoted here and nowhere else.';

create function private.ticket_page(query jsonb, caller uuid, size integer) returns json
language plpgsql stable set search_path = '' set jit = off as $$
declare
  sort text := case when query ->> 'sort' in ('last_message_at', 'created_at', 'due', 'priority') then query ->> 'sort' else 'last_message_at' end;
  sort_key text := case sort
    when 'created_at' then 'tickets.created_at'
    when 'due' then 'coalesce(case when tickets.first_answer_at is null then tickets.first_answer_due_at end, ''infinity'')'
    when 'priority' then '(tickets.priority * 100000000000 + extract(epoch from tickets.last_message_at))'
    else 'tickets.last_message_at' end;
  sort_type text := case sort when 'priority' then 'numeric' else 'timestamptz' end;
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  downwards boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  place text := 'true';
  found json;
begin
  if cursor_at <> 'null' then
    place := format('(%s, tickets.id) %s (%L::%s, %L::uuid)', sort_key, case when downwards then '<' else '>' end,
      private.place_part(cursor_at -> 'value', sort_type), sort_type, private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (
      select tickets.*, (%1$s)::text as sort_value, row_number() over (order by %1$s %4$s, tickets.id %4$s) as place
      from public.support_tickets as tickets where %2$s and %3$s order by %1$s %4$s, tickets.id %4$s limit %5$s)
    select coalesce(json_agg(json_build_object(
      'id', page.id, 'subject', page.subject, 'name', page.name, 'email_masked', private.mask_email(page.email),
      'is_student', page.user_id is not null, 'status', page.status, 'priority', page.priority, 'tags', page.tags,
      'channel', page.channel, 'is_spam', page.is_spam, 'snoozed_until', page.snoozed_until,
      'assignee_id', page.assignee_id, 'assignee', assignees.first_name, 'lesson', lessons.title_he, 'course', courses.title_he,
      'created_at', page.created_at, 'last_message_at', page.last_message_at, 'last_from_staff', page.last_from_staff,
      'first_answer_at', page.first_answer_at, 'first_answer_due_at', page.first_answer_due_at,
      'satisfaction', page.satisfaction, 'sort_value', page.sort_value
    ) order by page.place), '[]')
    from page left join public.admin_users as assignees on assignees.id = page.assignee_id
      left join public.lessons on lessons.id = page.lesson_id left join public.courses on courses.id = page.course_id
    $list$, sort_key, private.ticket_filters(query, caller), place, case when downwards then 'desc' else 'asc' end, size + 1) into found;
  return found;
end $$;
comment on function private.ticket_page(jsonb, uuid, integer) is
  'So many tickets as JSON and one more, which says that there is another page. Backwards the rows come in reverse. Asks for no permission: its callers do.';

create function private.count_tickets(query jsonb, caller uuid, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select from public.support_tickets as tickets where %s limit %s) as found',
    private.ticket_filters(query, caller), at_most) into counted;
  return counted;
end $$;
comment on function private.count_tickets(jsonb, uuid, integer) is 'How many match, counted no further than said.';

create function private.require_support() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('support.access') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: support.access');
  end if;
  return (select admin_id from private.current_staff());
end $$;
comment on function private.require_support() is
  'The member of the staff behind the request; refuses whoever lacks support.access.';

create function private.list_tickets(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  caller constant uuid := private.require_support();
begin
  return json_build_object('size', size, 'rows', private.ticket_page(query, caller, size),
    'total', case when query -> 'count' = 'true' then private.count_tickets(query, caller, 1000) end,
    -- A hundred says that there is enough to do.
    'views', (select json_object_agg(view, private.count_tickets(jsonb_build_object('view', view), caller, 100))
      from unnest('{mine,unassigned,open,overdue,waiting,snoozed,spam}'::text[]) as view));
end $$;
grant execute on function private.list_tickets(jsonb) to authenticated;

create function public.list_tickets(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_tickets(query); end;
comment on function public.list_tickets(jsonb) is
  'Tickets for staff with support.access ([2.12-06], [6-15]), 50 a page, addresses masked. Keys of the query: view (mine, unassigned, open, overdue, waiting, snoozed, all, spam), search, states, priorities, assignee, tag, about (lesson, other), sort (last_message_at, created_at, due, priority), direction, after or before ({value, id}), count. Answers rows, total (to 1000) and the counts of the views (to 100).';
grant execute on function public.list_tickets(jsonb) to authenticated;

create function private.support_choices() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  return json_build_object(
    'me', caller,
    'members', (
      select coalesce(json_agg(json_build_object('id', members.id, 'name', concat_ws(' ', members.first_name, members.last_name)) order by members.first_name, members.id), '[]')
      from public.admin_users as members join public.roles on roles.id = members.role_id
      where members.is_active and private.role_holds(roles.name, 'support.access')),
    'tags', (
      select coalesce(json_agg(used.tag order by used.times desc, used.tag), '[]') from (
        select tag, count(*) as times from (
          select tickets.tags from public.support_tickets as tickets where tickets.tags <> '{}' order by tickets.last_message_at desc limit 1000) as latest,
          unnest(latest.tags) as tag group by tag order by count(*) desc limit 50) as used),
    'canned', (
      select coalesce(json_agg(json_build_object('id', replies.id, 'title', replies.title, 'body', replies.body) order by replies.title), '[]')
      from private.canned_replies as replies));
end $$;
grant execute on function private.support_choices() to authenticated;

create function public.support_choices() returns json
language sql stable set search_path = '' begin atomic select private.support_choices(); end;
comment on function public.support_choices() is
  'Whom a ticket can be given to, the tags in use and the answers kept ready, for staff with support.access.';
grant execute on function public.support_choices() to authenticated;

create function private.open_tickets_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  caller constant uuid := private.require_support();
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('view', 'search', 'states', 'priorities', 'assignee', 'tag', 'about', 'sort', 'direction'));
  counted integer;
  export uuid;
begin
  if format is null or format not in ('csv', 'xlsx') or length(asked::text) > 2000 then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx, of a filter of the list');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  delete from private.list_exports where id in (
    select id from private.list_exports where opened_at < now() - interval '1 hour' limit 100);
  counted := private.count_tickets(asked, caller, at_most + 1);
  insert into private.list_exports (opened_by, query, list) values (auth.uid(), asked, 'tickets') returning id into export;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'tickets exported', 'support_tickets', jsonb_build_object('format', format, 'count', least(counted, at_most), 'filter',
    case when asked ? 'search' then asked || jsonb_build_object('search', private.noted_search(asked ->> 'search')) else asked end));
  return json_build_object('id', export, 'total', least(counted, at_most), 'more', counted > at_most);
end $$;
grant execute on function private.open_tickets_export(jsonb, text) to authenticated;

create function public.open_tickets_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.open_tickets_export(query, format);
end;
comment on function public.open_tickets_export(jsonb, text) is
  'Opens an export of the tickets that a filter finds, at most 100,000, for staff with support.access; thirty an hour with those of other lists. Filter and count stay in the audit log.';
grant execute on function public.open_tickets_export(jsonb, text) to authenticated;

create function private.read_tickets_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 1000;
  caller constant uuid := private.require_support();
  asked jsonb;
begin
  select exports.query into asked from private.list_exports as exports
  where exports.id = export_id and exports.list = 'tickets' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  return json_build_object('size', size, 'rows', private.ticket_page(
    asked || case when place <> 'null' then jsonb_build_object('after', place) else '{}' end, caller, size));
end $$;
grant execute on function private.read_tickets_export(uuid, jsonb) to authenticated;

create function public.read_tickets_export(export_id uuid, place jsonb default null) returns json
language sql stable set search_path = '' begin atomic select private.read_tickets_export(export_id, place); end;
comment on function public.read_tickets_export(uuid, jsonb) is
  'A thousand tickets of an opened export and one more, masked as the list shows them, from the last one read on; for whoever opened it, within an hour.';
grant execute on function public.read_tickets_export(uuid, jsonb) to authenticated;

create function private.place_part(part jsonb, type text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(part) is distinct from 'string' then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
  end if;
  execute format('select %L::%s', part #>> '{}', type);
  return part #>> '{}';
exception
  when data_exception then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.place_part(jsonb, text) is
  'A part of the place in a list as text, which can be read as a value of the type; INVALID_CURSOR for anything else.';
