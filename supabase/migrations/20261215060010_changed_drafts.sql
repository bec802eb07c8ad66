-- Whether a draft differs from what visitors see is written down when either changes, so that no list has to compare them:
-- of a test both hold all of its questions (decision 0124).
alter table private.content_items add column is_changed boolean;
alter table private.content_items alter column is_changed set default false;
comment on column private.content_items.is_changed is 'Whether the draft differs from the fields of the public row. Triggers on both keep it.';
update private.content_items as items
set is_changed = coalesce(items.draft <> private.content_data(items.kind, private.live_content(items.kind, items.id)), false)
where items.is_changed is null;
alter table private.content_items alter column is_changed set not null;

create function private.note_changed_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_changed := new.draft is distinct from private.content_data(new.kind, private.live_content(new.kind, new.id));
  return new;
end $$;
comment on function private.note_changed_draft() is 'Says of a draft that was written whether it differs; it comes after the trigger that fills in facts.';
revoke execute on function private.note_changed_draft() from public;
create trigger content_items_write_is_changed before insert or update of draft on private.content_items
  for each row execute function private.note_changed_draft();

create function private.note_changed_public_row(of_kind text, record uuid, live jsonb) returns void
language sql volatile security definer set search_path = '' begin atomic
  update private.content_items as items set is_changed = not items.is_changed
  where items.kind = of_kind and items.id = record and items.is_changed = (items.draft = private.content_data(of_kind, live));
end;
comment on function private.note_changed_public_row(text, uuid, jsonb) is 'Says of the draft whether it differs from a public row that was written.';
revoke execute on function private.note_changed_public_row(text, uuid, jsonb) from public;

create or replace function private.note_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  after jsonb;
begin
  if tg_op = 'DELETE' then
    delete from private.content_items as items where items.kind = of_kind and items.id = old.id;
    return null;
  end if;
  after := to_jsonb(new) || private.content_part(of_kind, new.id) || private.content_further(of_kind, to_jsonb(new));
  -- What is published is kept once, by show_content, with both its rows.
  if coalesce(current_setting('academy.publishing', true), '') = '' then
    perform private.keep_content(of_kind, new.id,
      case when tg_op = 'UPDATE' then to_jsonb(old) || private.content_part(of_kind, new.id) || private.content_further(of_kind, to_jsonb(old)) end, after);
  end if;
  perform private.note_changed_public_row(of_kind, new.id, after);
  return null;
end $$;

create or replace function private.note_content_part() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  record constant uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1];
  live constant jsonb := private.live_content(of_kind, record);
  rules private.content_kinds;
begin
  -- It goes with its record.
  if live is null then
    return null;
  end if;
  if coalesce(current_setting('academy.publishing', true), '') = '' then
    select * into rules from private.content_kinds as kinds where kinds.kind = of_kind;
    perform private.keep_content(of_kind, record,
      (live - rules.part_fields) || case when tg_op = 'INSERT' then coalesce(rules.part_empty, '{}') else to_jsonb(old) end, live);
  end if;
  perform private.note_changed_public_row(of_kind, record, live);
  return null;
end $$;

create or replace function private.content_state(item private.content_items, live jsonb) returns text
language sql stable security definer set search_path = '' return case
  when item.trashed_at is not null then 'trash'
  when item.publish_at is not null then 'scheduled'
  when not private.content_is_shown(item.kind, live) then 'draft'
  when item.is_changed then 'changed'
  else 'published' end;
