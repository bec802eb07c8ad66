-- Reading the audit log: all of it for super_admin, the own lines for every member of staff. The rows themselves hold
-- addresses and phones of persons, so nobody reads the table: functions show lines with those masked.
drop policy audit_log_select_settings on public.audit_log;
revoke select on public.audit_log from authenticated;

drop index public.audit_log_actor_idx;
drop index public.audit_log_occurred_at_idx;
create index audit_log_occurred_at_id_idx on public.audit_log (occurred_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor, occurred_at desc, id desc);
create index audit_log_entity_idx on public.audit_log (entity, occurred_at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, occurred_at desc, id desc);
create index audit_log_entity_id_idx on public.audit_log (entity_id, occurred_at desc, id desc);

create function private.actor_name(actor uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select coalesce(nullif(trim(staff.first_name || ' ' || staff.last_name), ''), staff.email)
      from public.admin_users as staff where staff.supabase_auth_id = actor_name.actor),
    (select trim(users.first_name || ' ' || users.last_name) from public.users where users.id = actor_name.actor))
$$;
comment on function private.actor_name(uuid) is 'How a line names who acted; null for the server and for who is gone.';
revoke execute on function private.actor_name(uuid) from public;

create function private.changed_fields(line public.audit_log) returns text[]
language sql stable set search_path = '' as $$
  select array(select key from jsonb_object_keys(coalesce(line.before, '{}') || coalesce(line.after, '{}')) as key
    where key <> 'updated_at' and coalesce(line.before -> key, 'null') <> coalesce(line.after -> key, 'null') order by key limit 100)
$$;
comment on function private.changed_fields(public.audit_log) is 'The fields that a line says are other than before, or there at all.';
revoke execute on function private.changed_fields(public.audit_log) from public;

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
revoke execute on function private.shown_value(text, text, text) from public;

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
revoke execute on function private.audit_filters(jsonb) from public;

create function private.list_audit_lines(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := case when query -> 'few' = 'true' then 8 else 50 end;
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> backwards;
  way text := case when upwards then 'asc' else 'desc' end;
  place text := 'true';
  conditions text;
  found json;
  total bigint;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  conditions := private.audit_filters(query);
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(lines.occurred_at, lines.id) %s (%L::timestamptz, %L::bigint)', case when upwards then '>' else '<' end,
      cursor_at ->> 'value', cursor_at ->> 'id');
  end if;
  execute format($list$
    with page as (
      select lines.*, row_number() over (order by lines.occurred_at %3$s, lines.id %3$s) as place
      from public.audit_log as lines where %1$s and %2$s order by lines.occurred_at %3$s, lines.id %3$s limit %4$s)
    select coalesce(json_agg(json_build_object(
      'id', lines.id::text, 'sort_value', lines.occurred_at::text, 'occurred_at', lines.occurred_at, 'action', lines.action,
      'entity', lines.entity, 'entity_id', lines.entity_id, 'actor', lines.actor, 'actor_name', private.actor_name(lines.actor),
      'address', lines.address, 'fields', (private.changed_fields(lines))[:6]
    ) order by page.place), '[]')
    from page join public.audit_log as lines on lines.id = page.id
    $list$, conditions, place, way, size + 1) into found;
  if query -> 'count' = 'true' then
    -- Beyond ten thousand the number says nothing and costs.
    execute format('select nullif(count(*), 10001) from (select from public.audit_log as lines where %s limit 10001) as all_lines', conditions)
      into total;
  end if;
  return json_build_object('rows', found, 'total', total, 'size', size);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.list_audit_lines(jsonb) from public;
grant execute on function private.list_audit_lines(jsonb) to authenticated;
create function public.list_audit_lines(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_audit_lines(query); end;
comment on function public.list_audit_lines(jsonb) is
  'Lines of the audit log, 50 a page (few: 8) and one more, newest first: all for super_admin, the own ones for other staff. Keys of the query: search, entity, action, days, direction, after or before ({value, id}), few, count (null beyond 10,000).';
revoke execute on function public.list_audit_lines(jsonb) from public, anon;
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
revoke execute on function private.audit_line(bigint) from public;
grant execute on function private.audit_line(bigint) to authenticated;
create function public.audit_line(line_id bigint) returns json
language sql stable set search_path = '' begin atomic select private.audit_line(line_id); end;
comment on function public.audit_line(bigint) is
  'One line with each changed field before and after, addresses and phones of others than staff masked; for super_admin and whoever acted, null for others.';
revoke execute on function public.audit_line(bigint) from public, anon;
grant execute on function public.audit_line(bigint) to authenticated;
