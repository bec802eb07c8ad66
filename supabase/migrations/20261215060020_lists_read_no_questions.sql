-- A list of content reads of no test its questions: how it stands is written down, and its public title is asked for by itself.
alter table private.content_kinds add column title_rule text;
comment on column private.content_kinds.title_rule is 'private.rule(live) gives the title of a public row that has no column of it.';
create function private.quiz_title(live jsonb) returns text
language sql stable security definer set search_path = '' return (
  select versions.title_he from public.quiz_versions as versions
  where versions.quiz_id = (live ->> 'id')::uuid and versions.version = (live ->> 'version')::smallint);
comment on function private.quiz_title(jsonb) is 'The title of the version that a test names; null for a test that was never published.';
revoke execute on function private.quiz_title(jsonb) from public;
update private.content_kinds set title_rule = 'quiz_title' where kind = 'quiz';

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
  public_title constant text := case when rules.title_rule is null then format('rows.live ->> %L', rules.title_field)
    else format('private.%I(rows.live)', rules.title_rule) end;
  conditions text := 'rows.trashed_at is null';
  place text := 'true';
  found json;
begin
  if query ->> 'state' = 'trash' then
    conditions := 'rows.trashed_at is not null';
  end if;
  if search <> '' then
    conditions := conditions || format(' and (%4$s ilike %2$L or rows.draft ->> %1$L ilike %2$L or rows.draft ->> %3$L ilike %2$L)', rules.title_field,
      '%' || replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_') || '%', 'slug', public_title);
  end if;
  if jsonb_typeof(query -> 'state') = 'string' and query ->> 'state' <> 'trash' then
    conditions := conditions || format(' and private.content_state(rows.item, rows.live) = %L', left(query ->> 'state', 20));
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' and 'tags' = any (rules.fields) then
    conditions := conditions || format(' and rows.draft -> ''tags'' ? %L', left(query ->> 'tag', 30));
  end if;
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(rows.key, rows.id) %s (%L, %L::uuid)', case when upwards then '>' else '<' end, cursor_at ->> 'value', cursor_at ->> 'id');
  end if;
  execute format($list$
    with rows as (
      select rows.*, %1$s as key from (
        select items.id, items as item, items.draft, items.edited_at, items.trashed_at, to_jsonb(live) as live
        from public.%2$I as live join private.content_items as items on items.kind = %3$L and items.id = live.id
        where %9$s) as rows),
    matching as materialized (select rows.id, rows.key from rows where %4$s),
    page as (
      select chosen.key, items as item, items.*, to_jsonb(live) as live
      from (select * from matching as rows where %5$s order by rows.key %6$s, rows.id %6$s limit %7$s + 1) as chosen
      join private.content_items as items on items.kind = %3$L and items.id = chosen.id join public.%2$I as live on live.id = chosen.id)
    select json_build_object('size', %7$s, 'total', (select count(*) from matching), 'rows', coalesce((
      select json_agg(json_build_object(
        'id', page.id, 'version', page.version, 'sort_value', page.key, 'title', page.draft ->> %8$L, 'slug', page.draft ->> 'slug', 'state', private.content_state(page.item, page.live),
        'parent', (select jsonb_build_object('id', courses.id, 'title', courses.title_he) from public.courses where courses.id::text = page.live ->> %10$L),
        'is_featured', page.draft -> 'is_featured', 'tags', page.draft -> 'tags', 'edited_at', page.edited_at, 'edited_by', private.staff_name(page.edited_by),
        'publish_at', page.publish_at, 'unpublish_at', page.unpublish_at, 'schedule_failure', page.schedule_failure)
        order by page.key %6$s, page.id %6$s)
      from page), '[]'))
    $list$, sort_key, rules.live, rules.kind, conditions, place, way, size, rules.title_field, parent,
    rules.parent_field) into found;
  return found;
end $$;
