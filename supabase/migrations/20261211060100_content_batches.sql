-- Many records at once: each as the single function does, each with its answer. A list tells the versions that it shows.
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
        'id', page.id, 'version', page.version, 'sort_value', page.key, 'title', page.draft ->> %8$L, 'slug', page.draft ->> 'slug', 'state', page.state,
        'parent', (select jsonb_build_object('id', courses.id, 'title', courses.title_he) from public.courses where courses.id::text = page.live ->> %10$L),
        'is_featured', page.draft -> 'is_featured', 'edited_at', page.edited_at, 'edited_by', private.staff_name(page.edited_by),
        'publish_at', page.publish_at, 'unpublish_at', page.unpublish_at, 'schedule_failure', page.schedule_failure)
        order by page.key %6$s, page.id %6$s)
      from (select * from matching as rows where %5$s order by rows.key %6$s, rows.id %6$s limit %7$s + 1) as page), '[]'))
    $list$, sort_key, rules.live, rules.kind, conditions, place, way, size, rules.title_field, parent,
    rules.parent_field) into found;
  return found;
end $$;

create function private.change_content(kind text, record uuid, version bigint, act text, changes jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, record);
  live constant jsonb := private.live_content(kind, record);
  shown constant boolean := private.content_is_shown(kind, live);
begin
  case act
    when 'publish' then
      if shown and item.draft = private.content_data(kind, live) then
        return 'unchanged';
      end if;
      perform private.publish_content(kind, record, version, null);
    when 'unpublish' then
      if not shown then
        return 'unchanged';
      end if;
      perform private.unpublish_content(kind, record);
    when 'trash', 'restore' then
      if (item.trashed_at is not null) = (act = 'trash') then
        return 'unchanged';
      end if;
      perform private.trash_content(kind, record, act = 'trash');
    when 'set' then
      if item.draft @> changes then
        return 'unchanged';
      end if;
      perform private.save_content(kind, record, version, changes);
    else
      perform private.raise_app_error('CONTENT_INVALID', 400, 'act is publish, unpublish, trash, restore or set');
  end case;
  return 'changed';
end $$;
comment on function private.change_content(text, uuid, bigint, text, jsonb) is 'One record of a batch; says whether anything changed.';
revoke execute on function private.change_content(text, uuid, bigint, text, jsonb) from public;

create function private.change_contents(kind text, act text, records jsonb, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  one record;
  answers jsonb := '[]';
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 records');
  end if;
  if act = 'set' and (jsonb_typeof(changes) is distinct from 'object'
    or exists (select from jsonb_object_keys(changes) as field where field <> all ('{category_id,author_id,is_featured}') or field <> all (rules.fields))) then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Many records take a category, an author or a flag');
  end if;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for one in select distinct on (sent.id) sent.id, sent.version from jsonb_to_recordset(records) as sent (id uuid, version bigint)
    where sent.id is not null order by sent.id loop
    begin
      answers := answers || jsonb_build_object('id', one.id, 'outcome', private.change_content(kind, one.id, one.version, act, changes));
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', one.id, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
revoke execute on function private.change_contents(text, text, jsonb, jsonb) from public;
grant execute on function private.change_contents(text, text, jsonb, jsonb) to authenticated;
create function public.change_contents(kind text, act text, records jsonb, changes jsonb default '{}') returns jsonb
language sql volatile set search_path = '' begin atomic select private.change_contents(kind, act, records, changes); end;
comment on function public.change_contents(text, text, jsonb, jsonb) is
  'Publishes, hides, trashes, takes back or sets category, author or flag in the drafts of up to 100 records [{id, version}]; what was changed since the version is refused. Answers per id: changed, unchanged, or refused with a code.';
revoke execute on function public.change_contents(text, text, jsonb, jsonb) from public, anon;
grant execute on function public.change_contents(text, text, jsonb, jsonb) to authenticated;
