create function private.content_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  rule constant text := (select kinds.field_rule from private.content_kinds as kinds where kinds.kind = content_field_problem.kind);
  problem text;
begin
  if rule is null then
    return private.general_content_field_problem(kind, id, field, value);
  end if;
  execute format('select private.%I($1, $2, $3, $4)', rule) into problem using kind, id, field, value;
  return problem;
end $$;
comment on function private.content_field_problem(text, uuid, text, jsonb) is
  'Why a field cannot hold a value, by the rule of its kind; null when it can.';

create function private.content_problems(kind text, id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rule constant text := (select kinds.gap_rule from private.content_kinds as kinds where kinds.kind = content_problems.kind);
  found constant jsonb := private.general_content_problems(kind, id, data);
  further jsonb := '[]';
begin
  if rule is not null then
    execute format('select private.%I($1, $2)', rule) into further using id, data;
  end if;
  return found || coalesce(further, '[]');
end $$;
comment on function private.content_problems(text, uuid, jsonb) is
  'What is missing before visitors see a record: [{code, field, can_waive}]. What can be waived wants a reason, the rest is mended first.';

create function private.require_content_manager(kind text) returns private.content_kinds
language plpgsql stable security definer set search_path = '' as $$
declare
  found private.content_kinds;
begin
  select * into found from private.content_kinds as kinds where kinds.kind = require_content_manager.kind;
  if found.kind is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such kind of content');
  end if;
  if not private.has_permission(variadic found.permissions) then
    perform private.raise_app_error('FORBIDDEN', 403, format('Missing permission: %s', array_to_string(found.permissions, ' or ')));
  end if;
  return found;
end $$;

create function private.own_content_item(kind text, id uuid) returns private.content_items
language plpgsql volatile security definer set search_path = '' as $$
declare
  found private.content_items;
begin
  perform private.require_content_manager(kind);
  select * into found from private.content_items as items
  where items.kind = own_content_item.kind and items.id = own_content_item.id for update;
  if found.id is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  return found;
end $$;
comment on function private.own_content_item(text, uuid) is
  'A record that the caller may write, locked until the end of the statement.';

create function private.staff_name(account uuid) returns text
language sql stable security definer set search_path = '' return (
  select nullif(trim(concat(members.first_name, ' ', members.last_name)), '')
  from public.admin_users as members where members.supabase_auth_id = account);

create function private.content_state(item private.content_items, live jsonb) returns text
language sql stable security definer set search_path = '' return case
  when item.trashed_at is not null then 'trash'
  when item.publish_at is not null then 'scheduled'
  when not private.content_is_shown(item.kind, live) then 'draft'
  when item.is_changed then 'changed'
  else 'published' end;
comment on function private.content_state(private.content_items, jsonb) is
  'The one place that says how a record stands: draft, scheduled, published, changed (published, with a draft that differs) or trash.';
