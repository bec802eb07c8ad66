-- A record is moved before or behind another, to a place that is named, or by a step; the answer says where it stands and how it goes back.
drop function public.move_content(text, uuid, uuid);
drop function private.move_content(text, uuid, uuid);

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
revoke execute on function private.content_siblings(private.content_kinds, uuid) from public;

create function private.lock_content_order(kind text, parent uuid) returns void
language sql volatile set search_path = '' begin atomic
  select pg_advisory_xact_lock(hashtextextended('content order ' || kind || coalesce(parent::text, ''), 0));
end;
revoke execute on function private.lock_content_order(text, uuid) from public;

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
comment on function private.move_content(text, uuid, uuid, uuid, integer, integer) is 'Numbers all records of an order anew, under its lock.';
revoke execute on function private.move_content(text, uuid, uuid, uuid, integer, integer) from public;
grant execute on function private.move_content(text, uuid, uuid, uuid, integer, integer) to authenticated;
create function public.move_content(kind text, id uuid, before uuid default null, behind uuid default null, place integer default null, step integer default null) returns jsonb
language sql volatile set search_path = '' begin atomic select private.move_content(kind, id, before, behind, place, step); end;
comment on function public.move_content(text, uuid, uuid, uuid, integer, integer) is
  'Moves a record before or behind another in the order that visitors see, to a place counted from one, or by a step; without any of them to the end. One transaction; gives {place, of, was}.';
revoke execute on function public.move_content(text, uuid, uuid, uuid, integer, integer) from public, anon;
grant execute on function public.move_content(text, uuid, uuid, uuid, integer, integer) to authenticated;
