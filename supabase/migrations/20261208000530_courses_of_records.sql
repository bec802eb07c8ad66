-- A record tells the course that it belongs to.
create or replace function private.content_record(kind text, id uuid) returns jsonb
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
