-- Lists and histories of what is large, and of what belongs to a record but is listed with all others.
create or replace function private.list_content(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(coalesce(query ->> 'kind', ''));
  size constant integer := 50;
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  upwards constant boolean := (coalesce(query ->> 'direction', 'asc') = 'asc') <> (query ? 'before');
  way constant text := case when upwards then 'asc' else 'desc' end;
  search constant text := left(trim(coalesce(query ->> 'search', '')), 100);
  parent constant text := case when rules.parent_field is null or (rules.kind = 'quiz' and query ->> 'parent' is null) then 'true'
    else format('live.%I = %L::uuid', rules.parent_field, coalesce(query ->> 'parent', '00000000-0000-0000-0000-000000000000')) end;
  sort_key constant text := case query ->> 'sort'
    when 'title' then format('coalesce(rows.draft ->> %L, '''')', rules.title_field)
    when 'edited_at' then $k$to_char(rows.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')$k$
    else $k$lpad(coalesce(rows.live ->> 'order_index', '0'), 10, '0')$k$ end;
  conditions text := 'true';
  place text := 'true';
  found json;
begin
  if search <> '' then
    conditions := format('(rows.live ->> %1$L ilike %2$L or rows.draft ->> %1$L ilike %2$L or rows.draft ->> %3$L ilike %2$L)', rules.title_field,
      '%' || replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_') || '%', 'slug');
  end if;
  if jsonb_typeof(query -> 'state') = 'string' then
    conditions := conditions || format(' and rows.state = %L', left(query ->> 'state', 20));
  else
    conditions := conditions || $c$ and rows.state <> 'trash'$c$;
  end if;
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(rows.key, rows.id) %s (%L, %L::uuid)', case when upwards then '>' else '<' end, cursor_at ->> 'value', cursor_at ->> 'id');
  end if;
  execute format($list$
    with rows as (
      select rows.*, %1$s as key from (
        select items.*, whole.live, private.content_state(items, whole.live) as state
        from public.%2$I as live join private.content_items as items on items.kind = %3$L and items.id = live.id,
        lateral (select to_jsonb(live) || private.content_part(%3$L, live.id) || private.content_further(%3$L, to_jsonb(live)) as live offset 0) as whole
        where %9$s) as rows),
    matching as materialized (select * from rows where %4$s)
    select json_build_object('size', %7$s, 'total', (select count(*) from matching), 'rows', coalesce((
      select json_agg(json_build_object(
        'id', page.id, 'sort_value', page.key, 'title', page.draft ->> %8$L, 'slug', page.draft ->> 'slug', 'state', page.state,
        'parent', (select jsonb_build_object('id', courses.id, 'title', courses.title_he) from public.courses where courses.id::text = page.live ->> %10$L),
        'is_featured', page.draft -> 'is_featured', 'edited_at', page.edited_at, 'edited_by', private.staff_name(page.edited_by),
        'publish_at', page.publish_at, 'unpublish_at', page.unpublish_at, 'schedule_failure', page.schedule_failure)
        order by page.key %6$s, page.id %6$s)
      from (select * from matching as rows where %5$s order by rows.key %6$s, rows.id %6$s limit %7$s + 1) as page), '[]'))
    $list$, sort_key, rules.live, rules.kind, conditions, place, way, size, rules.title_field, parent,
    rules.parent_field) into found;
  return found;
end $$;
comment on function public.list_content(jsonb) is
  'Fifty records of a kind: {kind, parent (the course of lessons; of tests when told), search, state, sort: order, title or edited_at, direction, after or before: {value, id}}; those in the trash only when asked for.';

create or replace function private.content_history(kind text, id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.own_content_item(kind, id);
  return (
    select coalesce(json_agg(json_build_object(
      'version', line.version, 'data', line.data, 'is_shown', line.is_shown, 'made_at', line.made_at,
      'made_by', private.staff_name(line.made_by), 'waiver', line.waiver) order by line.version desc), '[]')
    from (
      select sized.* from (
        select versions.*, sum(octet_length(versions.data::text)) over (order by versions.version desc) as bytes
        from private.content_versions as versions
        where versions.kind = content_history.kind and versions.id = content_history.id
        order by versions.version desc limit 100) as sized
      where sized.bytes <= 4000000) as line);
end $$;
comment on function public.content_history(text, uuid) is
  'What visitors were shown of a record, newest first, a hundred and 4 MB at most: {version, data, is_shown, made_at, made_by, waiver}.';
