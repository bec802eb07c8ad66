create function private.show_content(kind text, id uuid, data jsonb, shown boolean, waiver text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules private.content_kinds;
  before constant jsonb := private.live_content(kind, id);
  own jsonb;
begin
  select * into rules from private.content_kinds as kinds where kinds.kind = show_content.kind;
  perform set_config('academy.publishing', 'true', true);
  own := data - rules.part_fields;
  if rules.show_rule is not null then
    execute format('select private.%I($1, $2, $3)', rules.show_rule) into own using id, own, shown;
  end if;
  own := own || case when rules.shown_field is not null then jsonb_build_object(rules.shown_field, shown) else '{}' end;
  if rules.part is not null then
    perform private.write_content_part(rules, id, data);
  end if;
  if own <> '{}' then
    execute format('update public.%1$I as live set %2$s from jsonb_populate_record(null::public.%1$I, $2) as made where live.id = $1', rules.live, (
      select string_agg(format('%1$I = made.%1$I', field), ', ') from jsonb_object_keys(own) as field)) using id, own;
  end if;
  perform set_config('academy.publishing', '', true);
  perform private.keep_content(kind, id, before, private.live_content(kind, id), waiver);
exception when unique_violation then
  -- Somebody took the address, or the place of the pretest, since it was looked at.
  if private.content_problems(kind, id, data) @? 'strict $[*] ? (@.can_waive == false)' then
    perform private.raise_app_error('CONTENT_INCOMPLETE', 409, 'Something is missing before it can be published',
      private.content_problems(kind, id, data)::text);
  end if;
  raise;
end $$;
comment on function private.show_content(text, uuid, jsonb, boolean, text) is
  'Writes what visitors read: the only way from a draft to the public.';

create function private.refuse_unread_content(item private.content_items, version bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  if item.version is distinct from version then
    perform private.raise_app_error('CONTENT_CHANGED', 409, 'The draft was changed since it was read');
  end if;
end $$;

create function private.refuse_incomplete_content(item private.content_items, waiver text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  problems constant jsonb := private.content_problems(item.kind, item.id, item.draft);
begin
  if problems @? 'strict $[*] ? (@.can_waive == false)' or (problems <> '[]' and coalesce(trim(waiver), '') = '') then
    perform private.raise_app_error('CONTENT_INCOMPLETE', 409, 'Something is missing before it can be published', problems::text);
  end if;
end $$;

create function private.publish_content(kind text, id uuid, version bigint, waiver text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
begin
  perform private.refuse_unread_content(item, version);
  perform private.refuse_incomplete_content(item, waiver);
  update private.content_items as items set publish_at = null, schedule_failure = null
  where items.kind = publish_content.kind and items.id = publish_content.id;
  perform private.show_content(kind, id, item.draft, true, case when private.content_problems(kind, id, item.draft) <> '[]' then waiver end);
  return private.content_record(kind, id);
end $$;
grant execute on function private.publish_content(text, uuid, bigint, text) to authenticated;

create function public.publish_content(kind text, id uuid, version bigint, waiver text default null) returns jsonb
language sql volatile set search_path = '' begin atomic select private.publish_content(kind, id, version, waiver); end;
comment on function public.publish_content(text, uuid, bigint, text) is
  'Shows visitors the draft of that version. 409 CONTENT_CHANGED when it is no longer the newest, CONTENT_INCOMPLETE with what is missing: what can be waived wants a reason, which is kept.';
grant execute on function public.publish_content(text, uuid, bigint, text) to authenticated;

create function private.hide_content(kind text, id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (select kinds.shown_field from private.content_kinds as kinds where kinds.kind = hide_content.kind) is null then
    perform private.raise_app_error('CONTENT_ALWAYS_SHOWN', 409, 'A record of this kind cannot be hidden');
  end if;
  -- Its fields stay as visitors saw them, and the draft as it is.
  perform private.show_content(kind, id, '{}', false);
end $$;

create function private.unpublish_content(kind text, id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.own_content_item(kind, id);
  perform private.hide_content(kind, id);
  update private.content_items as items set publish_at = null, unpublish_at = null, schedule_failure = null
  where items.kind = unpublish_content.kind and items.id = unpublish_content.id;
  return private.content_record(kind, id);
end $$;
grant execute on function private.unpublish_content(text, uuid) to authenticated;

create function public.unpublish_content(kind text, id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.unpublish_content(kind, id); end;
comment on function public.unpublish_content(text, uuid) is
  'Hides a record from visitors at once; its draft stays as it is.';
grant execute on function public.unpublish_content(text, uuid) to authenticated;

create function private.schedule_content(kind text, id uuid, version bigint, publish_at timestamptz, unpublish_at timestamptz, waiver text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
begin
  perform private.refuse_unread_content(item, version);
  if publish_at <= now() or unpublish_at <= now() or unpublish_at <= publish_at
    or publish_at > now() + interval '2 years' or unpublish_at > now() + interval '5 years' then
    perform private.raise_app_error('CONTENT_SCHEDULE', 400, 'Both moments lie ahead, the end after the beginning');
  end if;
  if publish_at is not null then
    perform private.refuse_incomplete_content(item, waiver);
  end if;
  if unpublish_at is not null and (select kinds.shown_field from private.content_kinds as kinds where kinds.kind = schedule_content.kind) is null then
    perform private.raise_app_error('CONTENT_ALWAYS_SHOWN', 409, 'A record of this kind cannot be hidden');
  end if;
  update private.content_items as items
  set publish_at = schedule_content.publish_at, unpublish_at = schedule_content.unpublish_at, schedule_failure = null,
    schedule_waiver = case when schedule_content.publish_at is not null and private.content_problems(items.kind, items.id, items.draft) <> '[]'
      then nullif(left(trim(waiver), 500), '') end
  where items.kind = schedule_content.kind and items.id = schedule_content.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), 'content scheduled', kinds.live, schedule_content.id::text, jsonb_strip_nulls(jsonb_build_object(
    'publish_at', schedule_content.publish_at, 'unpublish_at', schedule_content.unpublish_at, 'waiver', left(waiver, 500)))
  from private.content_kinds as kinds where kinds.kind = schedule_content.kind;
  return private.content_record(kind, id);
end $$;
grant execute on function private.schedule_content(text, uuid, bigint, timestamptz, timestamp with time zone, text) to authenticated;

create function public.schedule_content(
  kind text, id uuid, version bigint, publish_at timestamptz default null, unpublish_at timestamptz default null, waiver text default null)
returns jsonb
language sql volatile set search_path = '' begin atomic
  select private.schedule_content(kind, id, version, publish_at, unpublish_at, waiver);
end;
comment on function public.schedule_content(text, uuid, bigint, timestamptz, timestamp with time zone, text) is
  'When a record is shown and hidden by itself; null takes a moment back. What stands in the draft at that moment is published. 400 CONTENT_SCHEDULE for a moment that is past.';
grant execute on function public.schedule_content(text, uuid, bigint, timestamptz, timestamp with time zone, text) to authenticated;

create function private.run_content_schedules() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.content_items;
  done integer := 0;
begin
  for item in
    select * from private.content_items as items where items.publish_at <= now() or items.unpublish_at <= now()
    order by least(items.publish_at, items.unpublish_at) limit 50 for update skip locked
  loop
    begin
      if item.publish_at <= now() then
        -- What could be waived was, when the moment was set; what cannot stops it.
        if private.content_problems(item.kind, item.id, item.draft) @? 'strict $[*] ? (@.can_waive == false)' then
          raise exception 'incomplete';
        end if;
        perform private.show_content(item.kind, item.id, item.draft, true, item.schedule_waiver);
      end if;
      if item.unpublish_at <= now() then
        perform private.hide_content(item.kind, item.id);
      end if;
      update private.content_items as items
      set publish_at = case when items.publish_at > now() then items.publish_at end,
        unpublish_at = case when items.unpublish_at > now() then items.unpublish_at end, schedule_failure = null
      where items.kind = item.kind and items.id = item.id;
      done := done + 1;
    exception when others then
      update private.content_items as items set publish_at = null, schedule_failure = left(sqlerrm, 200)
      where items.kind = item.kind and items.id = item.id;
    end;
  end loop;
  return done;
end $$;
grant execute on function private.run_content_schedules() to service_role;

create function public.run_content_schedules() returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('schedules') then 0 else private.run_content_schedules() end;
end;
comment on function public.run_content_schedules() is
  'Shows and hides what is due, fifty a call, and gives how many; one that cannot be published says so and stays as it is. For the service key alone.';

create function private.trash_content(kind text, id uuid, trash boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
begin
  if trash is null then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A record goes into the trash or is taken back');
  end if;
  if trash = (item.trashed_at is not null) then
    return private.content_record(kind, id);
  end if;
  if trash then
    perform private.hide_content(kind, id);
  end if;
  update private.content_items as items
  set trashed_at = case when trash then now() end, publish_at = null, unpublish_at = null, schedule_failure = null
  where items.kind = trash_content.kind and items.id = trash_content.id;
  insert into public.audit_log (actor, action, entity, entity_id)
  select auth.uid(), case when trash then 'content trashed' else 'content taken back' end, kinds.live, trash_content.id::text
  from private.content_kinds as kinds where kinds.kind = trash_content.kind;
  return private.content_record(kind, id);
end $$;
grant execute on function private.trash_content(text, uuid, boolean) to authenticated;

create function public.trash_content(kind text, id uuid, trash boolean) returns jsonb
language sql volatile set search_path = '' begin atomic select private.trash_content(kind, id, trash); end;
comment on function public.trash_content(text, uuid, boolean) is
  'Puts a record into the trash, hidden, or takes it back as a draft. Nothing of it is lost: progress, certificates and versions stay.';
grant execute on function public.trash_content(text, uuid, boolean) to authenticated;

create function private.content_history(kind text, id uuid) returns json
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
grant execute on function private.content_history(text, uuid) to authenticated;

create function public.content_history(kind text, id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.content_history(kind, id); end;
comment on function public.content_history(text, uuid) is
  'What visitors were shown of a record, newest first, a hundred and 4 MB at most: {version, data, is_shown, made_at, made_by, waiver}.';
grant execute on function public.content_history(text, uuid) to authenticated;

create function private.list_content(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(coalesce(query ->> 'kind', ''));
  size constant integer := 50;
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  upwards constant boolean := (coalesce(query ->> 'direction', 'asc') = 'asc') <> (query ? 'before');
  way constant text := case when upwards then 'asc' else 'desc' end;
  search constant text := left(trim(coalesce(query ->> 'search', '')), 100);
  parent constant text := case when rules.parent_field is null or (rules.kind = 'quiz' and query ->> 'parent' is null) then 'true'
    else format('live.%I = %L::uuid', rules.parent_field,
      private.place_part(coalesce(nullif(query -> 'parent', 'null'), '"00000000-0000-0000-0000-000000000000"'), 'uuid')) end;
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
  if cursor_at <> 'null' then
    place := format('(rows.key, rows.id) %s (%L, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'text'), private.place_part(cursor_at -> 'id', 'uuid'));
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
grant execute on function private.list_content(jsonb) to authenticated;

create function public.list_content(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_content(query); end;
comment on function public.list_content(jsonb) is
  'Fifty records of a kind: {kind, parent (the course of lessons; of tests when told), search, state, tag (of articles), sort: order, title or edited_at, direction, after or before: {value, id}}; those in the trash only when asked for.';
grant execute on function public.list_content(jsonb) to authenticated;

create function private.content_redirect(kind text, slug text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  live jsonb;
begin
  select private.live_content(redirects.kind, redirects.id) into live from private.content_redirects as redirects
  where redirects.kind = content_redirect.kind and redirects.slug = content_redirect.slug;
  return case when private.content_is_shown(kind, live) then live ->> 'slug' end;
end $$;
grant execute on function private.content_redirect(text, text) to anon, authenticated;

create function public.content_redirect(kind text, slug text) returns text
language sql stable set search_path = '' begin atomic select private.content_redirect(kind, slug); end;
comment on function public.content_redirect(text, text) is
  'The present address of what was public under a former one; null where there is none.';
grant execute on function public.content_redirect(text, text) to anon, authenticated;
