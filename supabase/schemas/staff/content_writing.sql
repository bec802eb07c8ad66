create function private.content_reach(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule constant text := (select kinds.reach_rule from private.content_kinds as kinds where kinds.kind = content_reach.kind);
  reach jsonb;
begin
  if rule is null then
    return private.general_content_reach(kind, id);
  end if;
  execute format('select private.%I($1)', rule) into reach using id;
  return reach;
end $$;
comment on function private.content_reach(text, uuid) is
  'Whom hiding a record would concern: {students, certificates}.';

create function private.content_record(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  public_row constant jsonb := private.live_content(kind, id);
begin
  return (
    select jsonb_build_object(
      'kind', items.kind, 'id', items.id, 'version', items.version, 'values', items.draft,
      'live', private.content_data(items.kind, public_row),
      'parent', (select public_row -> kinds.parent_field from private.content_kinds as kinds where kinds.kind = items.kind), 'state', private.content_state(items, public_row),
      'is_shown', private.content_is_shown(items.kind, public_row),
      'edited_at', items.edited_at, 'edited_by', private.staff_name(items.edited_by),
      'publish_at', items.publish_at, 'unpublish_at', items.unpublish_at, 'schedule_failure', items.schedule_failure,
      'trashed_at', items.trashed_at, 'reach', private.content_reach(items.kind, items.id), 'problems', private.content_problems(items.kind, items.id, items.draft))
    from private.content_items as items where items.kind = content_record.kind and items.id = content_record.id);
end $$;

create function private.read_content(kind text, id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.own_content_item(kind, id);
  return private.content_record(kind, id);
end $$;
grant execute on function private.read_content(text, uuid) to authenticated;

create function public.read_content(kind text, id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.read_content(kind, id); end;
comment on function public.read_content(text, uuid) is
  'A record with its draft, what visitors see of it, how it stands, and what is missing before it can be published; for staff with the permission of its kind.';
grant execute on function public.read_content(text, uuid) to authenticated;

create function private.refuse_content_field(field text, problem text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.raise_app_error('CONTENT_INVALID', 400, 'The field cannot hold this value',
    json_build_object('field', field, 'problem', problem)::text);
end $$;

create function private.check_content_fields(kind text, id uuid, changes jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  wrong record;
begin
  if jsonb_typeof(changes) is distinct from 'object' or octet_length(changes::text) > (
    select kinds.draft_bytes from private.content_kinds as kinds where kinds.kind = check_content_fields.kind) then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Changes are an object of fields, of a bounded size');
  end if;
  for wrong in select changed.key as field,
    case when changed.key = any (kinds.fields) then private.content_field_problem(check_content_fields.kind, check_content_fields.id, changed.key, changed.value) else 'INVALID' end as problem
    from private.content_kinds as kinds, jsonb_each(changes) as changed where kinds.kind = check_content_fields.kind
  loop
    if wrong.problem is not null then
      perform private.refuse_content_field(wrong.field, wrong.problem);
    end if;
  end loop;
end $$;

create function private.save_content(kind text, id uuid, version bigint, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  others jsonb;
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  perform private.check_content_fields(kind, id, changes);
  select jsonb_agg(jsonb_build_object('field', changed.key, 'at', item.edits -> changed.key ->> 'at',
    'by', private.staff_name((item.edits -> changed.key ->> 'by')::uuid)) order by changed.key) into others
  from jsonb_each(changes) as changed
  where (save_content.version is null or (item.edits -> changed.key ->> 'version')::bigint > save_content.version)
    and item.draft -> changed.key is distinct from changed.value;
  if others is not null then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same fields',
      (private.content_record(kind, id) || jsonb_build_object('changes', others))::text);
  end if;
  update private.content_items as items set draft = item.draft || changes, version = item.version + 1,
    edits = item.edits || private.changed_edits(item.draft, item.draft || changes, item.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where items.kind = save_content.kind and items.id = save_content.id and item.draft || changes <> item.draft;
  return private.content_record(kind, id);
end $$;
grant execute on function private.save_content(text, uuid, bigint, jsonb) to authenticated;

create function public.save_content(kind text, id uuid, version bigint, changes jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.save_content(kind, id, version, changes); end;
comment on function public.save_content(text, uuid, bigint, jsonb) is
  'Saves fields of a draft and gives the record. 400 CONTENT_INVALID {field, problem}; 409 VERSION_CONFLICT tells who changed the same fields since the version.';
grant execute on function public.save_content(text, uuid, bigint, jsonb) to authenticated;

create function private.create_content(kind text, id uuid, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
begin
  if id is null then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'id is required');
  end if;
  -- Sent again after its answer was lost, it is the record that was made.
  perform pg_advisory_xact_lock(hashtextextended('content made ' || id, 0));
  if private.live_content(kind, id) is not null then
    return private.read_content(kind, id);
  end if;
  perform private.check_content_fields(kind, id, changes - coalesce(rules.parent_field, ''));
  if rules.parent_field is not null and private.content_field_problem('course', id, 'parent', changes -> rules.parent_field) is not null then
    perform private.refuse_content_field(rules.parent_field, 'NOT_THERE');
  end if;
  if coalesce(trim(changes ->> rules.title_field), '') = '' then
    perform private.refuse_content_field(rules.title_field, 'REQUIRED');
  end if;
  if 'slug' = any (rules.fields) and changes ->> 'slug' is null then
    perform private.refuse_content_field('slug', 'REQUIRED');
  end if;
  if not private.take_attempt('content made', auth.uid()::text, id::text, 300, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Three hundred new records a day');
  end if;
  begin
    perform private.insert_content(rules, id, changes);
  exception when unique_violation then
    -- Somebody took the address since it was looked at.
    perform private.check_content_fields(kind, id, changes - coalesce(rules.parent_field, ''));
    raise;
  end;
  return private.content_record(kind, id);
end $$;
grant execute on function private.create_content(text, uuid, jsonb) to authenticated;

create function public.create_content(kind text, id uuid, changes jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.create_content(kind, id, changes); end;
comment on function public.create_content(text, uuid, jsonb) is
  'Makes a record as a draft under an id that the browser made, and gives it; sent again, the one that was made. 429 after three hundred a day.';
grant execute on function public.create_content(text, uuid, jsonb) to authenticated;

create function private.write_content_part(rules private.content_kinds, id uuid, data jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  written constant text := (
    select string_agg(format('%1$I = made.%1$I', field), ', ') from unnest(rules.part_fields) as field where data ? field);
begin
  if written is not null then
    -- A row that was made past the screens may lack its second one.
    execute format('insert into public.%1$I (%2$I) values ($1) on conflict do nothing', rules.part, rules.part_key) using id;
    execute format('update public.%1$I as part set %2$s from jsonb_populate_record(null::public.%1$I, $2) as made where part.%3$I = $1',
      rules.part, written, rules.part_key) using id, data;
  end if;
end $$;
comment on function private.write_content_part(private.content_kinds, uuid, jsonb) is
  'Writes the fields of a draft that lie in the second row.';

create function private.insert_content(rules private.content_kinds, id uuid, data jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own constant jsonb := private.content_columns(rules, data - rules.part_fields) || rules.fixed
    || case when rules.shown_field is not null then jsonb_build_object(rules.shown_field, false) else '{}' end;
  named constant text := (select string_agg(quote_ident(field), ', ') from jsonb_object_keys(own) as field);
  siblings constant text := case when rules.parent_field is null then 'true' else format('others.%1$I = made.%1$I', rules.parent_field) end;
begin
  perform set_config('academy.publishing', 'true', true);
  execute format('insert into public.%1$I (id, %2$s%3$s) select $1, %2$s%4$s from jsonb_populate_record(null::public.%1$I, $2) as made',
    rules.live, named, case when rules.has_order then ', order_index' else '' end,
    case when rules.has_order
      then format(', (select coalesce(max(others.order_index), 0) + 1 from public.%I as others where %s)', rules.live, siblings) else '' end)
  using id, own;
  if rules.part is not null then
    execute format('insert into public.%I (%I) values ($1)', rules.part, rules.part_key) using id;
    perform private.write_content_part(rules, id, data);
  end if;
  perform set_config('academy.publishing', '', true);
  perform private.keep_content(rules.kind, id, null, private.live_content(rules.kind, id));
  -- What has no column of its own waits in the draft.
  update private.content_items as items set draft = items.draft || private.content_data(rules.kind, items.draft || data)
  where items.kind = rules.kind and items.id = insert_content.id;
end $$;
comment on function private.insert_content(private.content_kinds, uuid, jsonb) is
  'Makes the public row of a new record, hidden, at the end of its order.';

create function private.duplicate_content(kind text, id uuid, copy uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  rules constant private.content_kinds := private.require_content_manager(kind);
  data jsonb := item.draft;
begin
  data := data || jsonb_build_object(rules.title_field, left(data ->> rules.title_field, 110) || ' (עותק)');
  if data ? 'slug' and not rules.shares_slug then
    data := data || jsonb_build_object('slug', left(data ->> 'slug', 70) || '-' || left(copy::text, 8));
  end if;
  if rules.parent_field is not null then
    data := data || jsonb_build_object(rules.parent_field, private.live_content(kind, id) -> rules.parent_field);
  end if;
  return private.create_content(kind, copy, data);
end $$;
grant execute on function private.duplicate_content(text, uuid, uuid) to authenticated;

create function public.duplicate_content(kind text, id uuid, copy uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.duplicate_content(kind, id, copy); end;
comment on function public.duplicate_content(text, uuid, uuid) is
  'A draft with the same fields, under an id that the browser made and an address of its own.';
grant execute on function public.duplicate_content(text, uuid, uuid) to authenticated;
