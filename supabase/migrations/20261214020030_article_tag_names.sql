-- Tags of articles are completed from those in use, each once however it is written; the list of staff shows them and finds by one.
create or replace function private.article_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  said constant text := value #>> '{}';
  is_empty constant boolean := coalesce(value, 'null') = 'null' or said = '';
begin
  case field
    when 'excerpt_he' then
      return case when not is_empty and (jsonb_typeof(value) <> 'string' or char_length(said) > 400) then 'TOO_LONG' end;
    when 'body' then
      return private.rich_text_problem(value);
    when 'cover_url' then
      return private.general_content_field_problem(kind, id, 'image_url', value);
    when 'tags' then
      if jsonb_typeof(value) is distinct from 'array' or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'TAGS';
      end if;
      return case when not private.are_tags(array(select jsonb_array_elements_text(value)))
        or exists (select from jsonb_array_elements_text(value) as tag group by lower(tag) having count(*) > 1) then 'TAGS' end;
    when 'related_ids' then
      if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 3 or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'LIST';
      end if;
      return case when exists (
        select from jsonb_array_elements_text(value) as named (id)
        where named.id = article_field_problem.id::text or not exists (select from public.articles where articles.id::text = named.id)) then 'NOT_THERE' end;
    when 'checked_on' then
      if is_empty then
        return null;
      end if;
      if jsonb_typeof(value) <> 'string' or said !~ '^20\d\d-\d\d-\d\d$' then
        return 'DAY';
      end if;
      begin
        return case when said::date > (now() at time zone 'Asia/Jerusalem')::date then 'DAY' end;
      exception when datetime_field_overflow then
        return 'DAY';
      end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $$;
comment on function private.article_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, BODY for a text that cannot be shown, TAGS for a list that is none, DAY for no day or one that lies ahead.';

create function private.article_tag_names() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_content_manager('news');
  return (
    select coalesce(json_agg(names.tag order by names.tag), '[]') from (
      select distinct tag from private.content_items as items, jsonb_array_elements_text(items.draft -> 'tags') as tag
      where items.kind in ('news', 'essay') and items.trashed_at is null limit 500) as names);
end $$;
revoke execute on function private.article_tag_names() from public;
grant execute on function private.article_tag_names() to authenticated;
create function public.article_tag_names() returns json
language sql stable set search_path = '' begin atomic select private.article_tag_names(); end;
comment on function public.article_tag_names() is
  'The tags of news and essays, drafts too, by the alphabet, five hundred at most, for staff with courses.manage.';
revoke execute on function public.article_tag_names() from public, anon;
grant execute on function public.article_tag_names() to authenticated;

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
  if jsonb_typeof(query -> 'tag') = 'string' and 'tags' = any (rules.fields) then
    conditions := conditions || format(' and rows.draft -> ''tags'' ? %L', left(query ->> 'tag', 30));
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
        'is_featured', page.draft -> 'is_featured', 'tags', page.draft -> 'tags', 'edited_at', page.edited_at, 'edited_by', private.staff_name(page.edited_by),
        'publish_at', page.publish_at, 'unpublish_at', page.unpublish_at, 'schedule_failure', page.schedule_failure)
        order by page.key %6$s, page.id %6$s)
      from (select * from matching as rows where %5$s order by rows.key %6$s, rows.id %6$s limit %7$s + 1) as page), '[]'))
    $list$, sort_key, rules.live, rules.kind, conditions, place, way, size, rules.title_field, parent,
    rules.parent_field) into found;
  return found;
end $$;
comment on function public.list_content(jsonb) is
  'Fifty records of a kind: {kind, parent (the course of lessons; of tests when told), search, state, tag (of articles), sort: order, title or edited_at, direction, after or before: {value, id}}; those in the trash only when asked for.';
