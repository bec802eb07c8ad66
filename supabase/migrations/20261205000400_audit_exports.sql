-- The audit log is taken along like the list of students: opened, which leaves a line, then read in pages.
alter table private.list_exports
  add column list text not null default 'students' check (list in ('students', 'audit')),
  add column last_id bigint;
comment on column private.list_exports.list is 'Which list is read.';
comment on column private.list_exports.last_id is 'Of the audit log: the newest line when the export was opened; its own and later ones are not in it.';

create function private.audit_changes(line public.audit_log) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('field', field,
    'before', private.shown_value(line.entity, field, line.before ->> field),
    'after', private.shown_value(line.entity, field, line.after ->> field))), '[]')
  from unnest(private.changed_fields(line)) as field
$$;
comment on function private.audit_changes(public.audit_log) is
  'Each changed field of a line before and after; addresses and phones of others than staff masked.';
revoke execute on function private.audit_changes(public.audit_log) from public;

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
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(lines.occurred_at, lines.id) %s (%L::timestamptz, %L::bigint)', case when upwards then '>' else '<' end,
      cursor_at ->> 'value', cursor_at ->> 'id');
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
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.audit_page(jsonb, text, integer, boolean) is
  'A page of lines that the conditions of private.audit_filters find and one more, newest first unless the query says asc; whole with what changed.';
revoke execute on function private.audit_page(jsonb, text, integer, boolean) from public;

create or replace function private.list_audit_lines(query jsonb) returns json
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
revoke execute on function private.open_audit_export(jsonb, text) from public;
grant execute on function private.open_audit_export(jsonb, text) to authenticated;
create function public.open_audit_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic select private.open_audit_export(query, format); end;
comment on function public.open_audit_export(jsonb, text) is
  'Opens an export of the lines that a filter finds up to now, at most 100,000: all for super_admin, the own ones for other staff; thirty exports of lists an hour. Filter and count stay in the audit log. Answers id, total and whether there are more.';
revoke execute on function public.open_audit_export(jsonb, text) from public, anon;
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
  asked := opened.query || case when jsonb_typeof(place) = 'object' then jsonb_build_object('after', place) else '{}' end;
  return json_build_object('size', size, 'rows', private.audit_page(asked,
    format('%s and lines.id <= %s', private.audit_filters(asked), opened.last_id), size, true));
end $$;
revoke execute on function private.read_audit_export(uuid, jsonb) from public;
grant execute on function private.read_audit_export(uuid, jsonb) to authenticated;
create function public.read_audit_export(export_id uuid, place jsonb default null) returns json
language sql stable set search_path = '' begin atomic select private.read_audit_export(export_id, place); end;
comment on function public.read_audit_export(uuid, jsonb) is
  'Five hundred lines of an opened export and one more with what changed, masked as the page of a line shows it, from the last line read on; for whoever opened it, within an hour.';
revoke execute on function public.read_audit_export(uuid, jsonb) from public, anon;
grant execute on function public.read_audit_export(uuid, jsonb) to authenticated;

create or replace function private.read_students_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 1000;
  asked jsonb;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  select exports.query into asked from private.list_exports as exports
  where exports.id = export_id and exports.list = 'students' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  if jsonb_typeof(place) = 'object' then
    asked := asked || jsonb_build_object('after', place);
  end if;
  return json_build_object('rows', private.student_page(asked, size), 'size', size);
end $$;
