-- A copy of a fact is another period of the same figure, and keeps its address.
alter table private.content_kinds add column shares_slug boolean;
alter table private.content_kinds alter column shares_slug set default false;
update private.content_kinds set shares_slug = false where shares_slug is null;
alter table private.content_kinds alter column shares_slug set not null;
comment on column private.content_kinds.shares_slug is 'Whether several records of the kind may have one address.';
update private.content_kinds set shares_slug = true where kind = 'fact';

create or replace function private.duplicate_content(kind text, id uuid, copy uuid) returns jsonb
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
