create function private.actor_name(actor uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select coalesce(nullif(trim(staff.first_name || ' ' || staff.last_name), ''), staff.email)
      from public.admin_users as staff where staff.supabase_auth_id = actor_name.actor),
    (select trim(users.first_name || ' ' || users.last_name) from public.users where users.id = actor_name.actor))
$$;
comment on function private.actor_name(uuid) is
  'How a line names who acted; null for the server and for who is gone.';

create function private.changed_fields(line public.audit_log) returns text[]
language sql stable set search_path = '' as $$
  select array(select key from jsonb_object_keys(coalesce(line.before, '{}') || coalesce(line.after, '{}')) as key
    where key <> 'updated_at' and coalesce(line.before -> key, 'null') <> coalesce(line.after -> key, 'null') order by key limit 100)
$$;
comment on function private.changed_fields(public.audit_log) is
  'The fields that a line says are other than before, or there at all.';

create function private.shown_value(entity text, field text, value text) returns text
language sql immutable set search_path = '' as $$
  select case
    when entity in ('admin_users', 'invitation_history') then left(value, 2000)
    when field in ('email', 'contact_email', 'former_email', 'recipient') then private.mask_email(value)
    when field in ('phone', 'phone_number') then private.mask_phone(value)
    else left(value, 2000)
  end
$$;
comment on function private.shown_value(text, text, text) is
  'A value as the audit log shows it: addresses and phones of others than staff masked, nothing longer than 2,000 characters.';

create function private.audit_filters(query jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 100));
  conditions text[] := array['true'];
  people uuid[];
begin
  if not private.has_role('super_admin') then
    conditions := conditions || format('lines.actor = %L::uuid', auth.uid());
  end if;
  if search ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    conditions := conditions || format('lines.entity_id = %L', search);
  elsif search <> '' then
    people := array(select staff.supabase_auth_id from public.admin_users as staff where staff.supabase_auth_id is not null
      and (staff.email = search or strpos(lower(staff.first_name || ' ' || staff.last_name), search) > 0) limit 50);
    -- Of one person the index gives the lines in their order.
    conditions := conditions || case cardinality(people)
      when 1 then format('lines.actor = %L::uuid', people[1]) else format('lines.actor = any (%L::uuid[])', people) end;
  end if;
  if jsonb_typeof(query -> 'entity') = 'string' then
    conditions := conditions || format('lines.entity = %L', left(query ->> 'entity', 100));
  end if;
  if jsonb_typeof(query -> 'action') = 'string' then
    conditions := conditions || format('lines.action = %L', left(query ->> 'action', 100));
  end if;
  if jsonb_typeof(query -> 'days') = 'number' then
    conditions := conditions || format('lines.occurred_at > now() - make_interval(days => %s)',
      greatest(0, least(3650, (query ->> 'days')::numeric))::integer);
  end if;
  return array_to_string(conditions, ' and ');
end $$;
comment on function private.audit_filters(jsonb) is
  'The conditions of a list of lines: whose (all for super_admin), search (a record by its id, staff by name or address), entity, action, days. Values are quoted here and nowhere else.';

create function private.list_audit_lines(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := case when query -> 'few' = 'true' then 8 else 50 end;
  conditions text;
  found json;
  total bigint;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  conditions := private.audit_filters(query);
  found := private.audit_page(query, conditions, size, false);
  if query -> 'count' = 'true' then
    -- Beyond ten thousand the number says nothing and costs.
    execute format('select nullif(count(*), 10001) from (select from public.audit_log as lines where %s limit 10001) as all_lines', conditions)
      into total;
  end if;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
grant execute on function private.list_audit_lines(jsonb) to authenticated;

create function public.list_audit_lines(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_audit_lines(query); end;
comment on function public.list_audit_lines(jsonb) is
  'Lines of the audit log, 50 a page (few: 8) and one more, newest first: all for super_admin, the own ones for other staff. Keys of the query: search, entity, action, days, direction, after or before ({value, id}), few, count (null beyond 10,000).';
grant execute on function public.list_audit_lines(jsonb) to authenticated;

create function private.audit_line(line_id bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  line public.audit_log;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  select * into line from public.audit_log where audit_log.id = line_id
    and (audit_log.actor = auth.uid() or private.has_role('super_admin'));
  if line.id is null then
    return null;
  end if;
  return json_build_object('id', line.id::text, 'occurred_at', line.occurred_at, 'action', line.action, 'entity', line.entity,
    'entity_id', line.entity_id, 'actor', line.actor, 'actor_name', private.actor_name(line.actor), 'address', line.address,
    'position', line.position, 'hash', encode(line.hash, 'hex'),
    'changes', (
      select coalesce(json_agg(json_build_object('field', field,
        'before', private.shown_value(line.entity, field, line.before ->> field),
        'after', private.shown_value(line.entity, field, line.after ->> field))), '[]')
      from unnest(private.changed_fields(line)) as field));
end $$;
grant execute on function private.audit_line(bigint) to authenticated;

create function public.audit_line(line_id bigint) returns json
language sql stable set search_path = '' begin atomic select private.audit_line(line_id); end;
comment on function public.audit_line(bigint) is
  'One line with each changed field before and after, addresses and phones of others than staff masked; for super_admin and whoever acted, null for others.';
grant execute on function public.audit_line(bigint) to authenticated;

create function private.audit_changes(line public.audit_log) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('field', field,
    'before', private.shown_value(line.entity, field, line.before ->> field),
    'after', private.shown_value(line.entity, field, line.after ->> field))), '[]')
  from unnest(private.changed_fields(line)) as field
$$;
comment on function private.audit_changes(public.audit_log) is
  'Each changed field of a line before and after; addresses and phones of others than staff masked.';

create function private.audit_page(query jsonb, conditions text, size integer, whole boolean) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> backwards;
  way text := case when upwards then 'asc' else 'desc' end;
  place text := 'true';
  found json;
begin
  if cursor_at <> 'null' then
    place := format('(lines.occurred_at, lines.id) %s (%L::timestamptz, %L::bigint)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'bigint'));
  end if;
  execute format($list$
    with page as (
      select lines.*, row_number() over (order by lines.occurred_at %3$s, lines.id %3$s) as place
      from public.audit_log as lines where %1$s and %2$s order by lines.occurred_at %3$s, lines.id %3$s limit %4$s)
    select coalesce(json_agg(jsonb_build_object(
      'id', lines.id::text, 'sort_value', lines.occurred_at::text, 'occurred_at', lines.occurred_at, 'action', lines.action,
      'entity', lines.entity, 'entity_id', lines.entity_id, 'actor', lines.actor, 'actor_name', private.actor_name(lines.actor),
      'address', lines.address, 'fields', (private.changed_fields(lines))[:6]
    ) || case when %5$L then jsonb_build_object('changes', private.audit_changes(lines)) else '{}' end order by page.place), '[]')
    from page join public.audit_log as lines on lines.id = page.id
    $list$, conditions, place, way, size + 1, whole) into found;
  return found;
end $$;
comment on function private.audit_page(jsonb, text, integer, boolean) is
  'A page of lines that the conditions of private.audit_filters find and one more, newest first unless the query says asc; whole with what changed.';

create function private.open_audit_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('search', 'entity', 'action', 'days', 'direction'));
  newest bigint;
  counted integer;
  export uuid;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  if format is null or format not in ('csv', 'xlsx') or length(asked::text) > 2000 then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx, of a filter of the list');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  delete from private.list_exports where id in (
    select id from private.list_exports where opened_at < now() - interval '1 hour' limit 100);
  newest := coalesce((select max(lines.id) from public.audit_log as lines), 0);
  execute pg_catalog.format('select count(*) from (select from public.audit_log as lines where %s and lines.id <= %s limit %s) as found',
    private.audit_filters(asked), newest, at_most + 1) into counted;
  insert into private.list_exports (opened_by, query, list, last_id) values (auth.uid(), asked, 'audit', newest) returning id into export;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'audit exported', 'audit_log', jsonb_build_object('format', format, 'count', least(counted, at_most), 'filter',
    case when asked ? 'search' then asked || jsonb_build_object('search', private.noted_search(asked ->> 'search')) else asked end));
  return json_build_object('id', export, 'total', least(counted, at_most), 'more', counted > at_most);
end $$;
grant execute on function private.open_audit_export(jsonb, text) to authenticated;

create function public.open_audit_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.open_audit_export(query, format);
end;
comment on function public.open_audit_export(jsonb, text) is
  'Opens an export of the lines that a filter finds up to now, at most 100,000: all for super_admin, the own ones for other staff; thirty exports of lists an hour. Filter and count stay in the audit log. Answers id, total and whether there are more.';
grant execute on function public.open_audit_export(jsonb, text) to authenticated;

create function private.read_audit_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 500;
  opened private.list_exports;
  asked jsonb;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  select exports.* into opened from private.list_exports as exports
  where exports.id = export_id and exports.list = 'audit' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if opened.id is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  asked := opened.query || case when place <> 'null' then jsonb_build_object('after', place) else '{}' end;
  return json_build_object('size', size, 'rows', private.audit_page(asked,
    format('%s and lines.id <= %s', private.audit_filters(asked), opened.last_id), size, true));
end $$;
grant execute on function private.read_audit_export(uuid, jsonb) to authenticated;

create function public.read_audit_export(export_id uuid, place jsonb default null) returns json
language sql stable set search_path = '' begin atomic select private.read_audit_export(export_id, place); end;
comment on function public.read_audit_export(uuid, jsonb) is
  'Five hundred lines of an opened export and one more with what changed, masked as the page of a line shows it, from the last line read on; for whoever opened it, within an hour.';
grant execute on function public.read_audit_export(uuid, jsonb) to authenticated;
