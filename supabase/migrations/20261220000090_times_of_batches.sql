-- A batch names ids, versions and moments: whatever of them is none is refused as a change that is none.
create or replace function private.is_ticket_change(change jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_typeof(change) = 'object' and change ? 'id' and (change ->> 'id')::uuid is not null
    and not exists (select from jsonb_object_keys(change) as key
      where key not in ('id', 'was', 'status', 'priority', 'assignee_id', 'snoozed_until', 'is_spam', 'add_tags', 'remove_tags'))
    and (not change ? 'was' or jsonb_typeof(change -> 'was') = 'object')
    and (not change ? 'status' or coalesce(change ->> 'status', '') in ('open', 'pending', 'solved', 'closed'))
    and (not change ? 'priority' or change -> 'priority' in ('0', '1', '2', '3'))
    and (not change ? 'is_spam' or jsonb_typeof(change -> 'is_spam') = 'boolean')
    and (change ->> 'assignee_id' is null or (change ->> 'assignee_id')::uuid is not null)
    and (change ->> 'snoozed_until' is null or (change ->> 'snoozed_until')::timestamptz < now() + interval '1 year')
    and (not change ? 'add_tags' or jsonb_typeof(change -> 'add_tags') = 'array')
    and (not change ? 'remove_tags' or jsonb_typeof(change -> 'remove_tags') = 'array');
exception
  when data_exception then
    return false;
end $$;

create or replace function private.change_contents(kind text, act text, records jsonb, changes jsonb) returns jsonb
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
  if act = 'set' and (jsonb_typeof(changes) is distinct from 'object'
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
        when act = 'set' then (select jsonb_object_agg(field, items.draft -> field)
          from private.content_items as items, jsonb_object_keys(changes) as field
          where items.kind = change_contents.kind and items.id = one.id)
        when act in ('publish', 'unpublish') then (select jsonb_build_object('publish_at', items.publish_at, 'unpublish_at', items.unpublish_at)
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end;
      outcome := case when act = 'put_back' then private.put_back_content(kind, one.id, one.version, one.made, one.publish_at, one.unpublish_at)
        else private.change_content(kind, one.id, one.version, act, changes) end;
      answers := answers || (jsonb_build_object('id', one.id, 'outcome', outcome) || case when past is null then '{}' else
        (select jsonb_build_object('before', past, 'version', items.version) || case when act = 'set' then '{}' else jsonb_build_object('made', (
            select max(versions.version) from private.content_versions as versions
            where versions.kind = change_contents.kind and versions.id = one.id)) end
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', one.id, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
