create function private.content_siblings(rules private.content_kinds, parent uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  siblings uuid[];
begin
  execute format('select array_agg(live.id order by live.order_index, live.id) from public.%1$I as live
    where %2$s and not exists (
      select from private.content_items as items where items.kind = $1 and items.id = live.id and items.trashed_at is not null)',
    rules.live, case when rules.parent_field is null then 'true' else format('live.%I = $2', rules.parent_field) end)
  into siblings using rules.kind, parent;
  return coalesce(siblings, '{}');
end $$;
comment on function private.content_siblings(private.content_kinds, uuid) is
  'The records of a kind, or of a parent, in the order that visitors see; without those in the trash.';

create function private.lock_content_order(kind text, parent uuid) returns void
language sql volatile set search_path = '' begin atomic
  select pg_advisory_xact_lock(hashtextextended('content order ' || kind || coalesce(parent::text, ''), 0));
end;

create function private.move_content(kind text, id uuid, before uuid, behind uuid, place integer, step integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  rules constant private.content_kinds := private.require_content_manager(kind);
  parent constant uuid := private.live_content(kind, id) ->> rules.parent_field;
  siblings uuid[];
  others uuid[];
  was integer;
  target integer;
begin
  if not rules.has_order then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Records of this kind have no order');
  end if;
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  perform private.lock_content_order(kind, parent);
  if coalesce(before, behind) is not null and private.live_content(kind, coalesce(before, behind)) is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  siblings := private.content_siblings(rules, parent);
  was := array_position(siblings, move_content.id);
  others := array_remove(siblings, move_content.id);
  target := greatest(1, least(cardinality(siblings), case
    when step is not null then was + sign(step)::integer
    when place is not null then place
    when behind is not null then coalesce(array_position(others, behind) + 1, cardinality(siblings))
    -- Of none, or of one that stands elsewhere: the end.
    else coalesce(array_position(others, before), cardinality(siblings)) end));
  execute format('update public.%1$I as live set order_index = placed.place
    from unnest($1) with ordinality as placed (id, place) where live.id = placed.id and live.order_index <> placed.place', rules.live)
  using others[:target - 1] || move_content.id || others[target:];
  return jsonb_build_object('place', target, 'of', cardinality(siblings), 'was', was);
end $$;
comment on function private.move_content(text, uuid, uuid, uuid, integer, integer) is
  'Numbers all records of an order anew, under its lock.';
grant execute on function private.move_content(text, uuid, uuid, uuid, integer, integer) to authenticated;

create function public.move_content(kind text, id uuid, before uuid default null, behind uuid default null, place integer default null, step integer default null) returns jsonb
language sql volatile set search_path = '' begin atomic select private.move_content(kind, id, before, behind, place, step); end;
comment on function public.move_content(text, uuid, uuid, uuid, integer, integer) is
  'Moves a record before or behind another in the order that visitors see, to a place counted from one, or by a step; without any of them to the end. One transaction; gives {place, of, was}.';
grant execute on function public.move_content(text, uuid, uuid, uuid, integer, integer) to authenticated;

create function private.change_content(kind text, record uuid, version bigint, action text, changes jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, record);
  live constant jsonb := private.live_content(kind, record);
  shown constant boolean := private.content_is_shown(kind, live);
begin
  case action
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
      if (item.trashed_at is not null) = (action = 'trash') then
        return 'unchanged';
      end if;
      perform private.trash_content(kind, record, action = 'trash');
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
comment on function private.change_content(text, uuid, bigint, text, jsonb) is
  'One record of a batch; says whether anything changed.';

create function private.change_contents(kind text, action text, records jsonb, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  one record;
  past jsonb;
  outcome text;
  answers jsonb := '[]';
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 records');
  end if;
  if action = 'set' and (jsonb_typeof(changes) is distinct from 'object'
    or exists (select from jsonb_object_keys(changes) as field where field <> all ('{category_id,author_id,is_featured}') or field <> all (rules.fields))) then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Many records take a category, an author or a flag');
  end if;
  begin
    perform sent.id from jsonb_to_recordset(records)
      as sent (id uuid, version bigint, made integer, publish_at timestamptz, unpublish_at timestamptz);
  exception when data_exception then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A record has an id, a version and moments');
  end;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for one in select distinct on (sent.id) sent.* from jsonb_to_recordset(records)
      as sent (id uuid, version bigint, made integer, publish_at timestamptz, unpublish_at timestamptz)
    where sent.id is not null order by sent.id loop
    begin
      past := case
        when action = 'set' then (select jsonb_object_agg(field, items.draft -> field)
          from private.content_items as items, jsonb_object_keys(changes) as field
          where items.kind = change_contents.kind and items.id = one.id)
        when action in ('publish', 'unpublish') then (select jsonb_build_object('publish_at', items.publish_at, 'unpublish_at', items.unpublish_at)
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end;
      outcome := case when action = 'put_back' then private.put_back_content(kind, one.id, one.version, one.made, one.publish_at, one.unpublish_at)
        else private.change_content(kind, one.id, one.version, action, changes) end;
      answers := answers || (jsonb_build_object('id', one.id, 'outcome', outcome) || case when past is null then '{}' else
        (select jsonb_build_object('before', past, 'version', items.version) || case when action = 'set' then '{}' else jsonb_build_object('made', (
            select max(versions.version) from private.content_versions as versions
            where versions.kind = change_contents.kind and versions.id = one.id)) end
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', one.id, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
grant execute on function private.change_contents(text, text, jsonb, jsonb) to authenticated;

create function public.change_contents(kind text, action text, records jsonb, changes jsonb default '{}') returns jsonb
language sql volatile set search_path = '' begin atomic select private.change_contents(kind, action, records, changes); end;
comment on function public.change_contents(text, text, jsonb, jsonb) is
  'Publishes, hides, trashes, takes back or sets category, author or flag in the drafts of up to 100 records [{id, version}]; what was changed since the version is refused. Answers per id: changed, unchanged, or refused with a code; to set, with the version that is now and what the fields held before; to publish and unpublish, with the version that is now, the one of what visitors see that was made, and the moments that were set before. put_back takes those, [{id, version, made, publish_at, unpublish_at}], and gives back what stood before.';
grant execute on function public.change_contents(text, text, jsonb, jsonb) to authenticated;

create function private.put_back_content(kind text, record uuid, version bigint, made integer, publish_at timestamptz, unpublish_at timestamptz)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, record);
  latest constant integer := (select max(versions.version) from private.content_versions as versions
    where versions.kind = put_back_content.kind and versions.id = record);
  past private.content_versions;
begin
  perform private.refuse_unread_content(item, version);
  select * into past from private.content_versions as versions
  where versions.kind = put_back_content.kind and versions.id = record and versions.version = made - 1;
  -- Moments that were set since would be lost, and what visitors see was changed since.
  if latest is distinct from made or past.id is null or item.publish_at is not null
    or (item.unpublish_at is not null and item.unpublish_at is distinct from put_back_content.unpublish_at) then
    perform private.raise_app_error('CONTENT_CHANGED', 409, 'The record was changed since');
  end if;
  if not past.is_shown then
    perform private.hide_content(kind, record);
  else
    -- An address may be taken by now, or a fact hidden.
    if private.content_problems(kind, record, past.data) @? 'strict $[*] ? (@.can_waive == false)' then
      perform private.raise_app_error('CONTENT_INCOMPLETE', 409, 'What was shown before cannot be shown any more');
    end if;
    perform private.show_content(kind, record, past.data, true, past.waiver);
    -- The draft was published with it, and waits again.
    update private.content_items as items
    set draft = item.draft, version = item.version, edits = item.edits, edited_at = item.edited_at, edited_by = item.edited_by
    where items.kind = put_back_content.kind and items.id = record;
  end if;
  if kind in ('news', 'essay') and not exists (
    select from private.content_versions as versions
    where versions.kind = put_back_content.kind and versions.id = record and versions.is_shown and versions.version < made) then
    -- It was never public, and has its day of publication still before it.
    update public.articles set published_at = null where articles.id = record;
  end if;
  if publish_at is not null or unpublish_at is not null then
    perform private.schedule_content(kind, record, item.version, publish_at, unpublish_at, item.schedule_waiver);
  end if;
  return 'changed';
end $$;
comment on function private.put_back_content(text, uuid, bigint, integer, timestamptz, timestamp with time zone) is
  'Gives visitors and the schedule of a record what they had before the version that is named; refused where anything was changed since.';
