-- The log of security events as the staff read it.
create function private.list_security_events(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  caller constant uuid := private.require_operator();
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  conditions text[] := array[$c$events.last_at > now() - interval '90 days'$c$];
  found json;
  total bigint;
begin
  if jsonb_typeof(query -> 'kind') = 'string' then
    conditions := conditions || format('events.kind = %L', left(query ->> 'kind', 20));
  end if;
  if query -> 'count' = 'true' then
    execute format('select count(*) from private.security_events as events where %s', array_to_string(conditions, ' and ')) into total;
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('(events.last_at, events.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select events.* from private.security_events as events where %1$s order by events.last_at %2$s, events.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.last_at::text, 'kind', page.kind, 'what', page.what,
      'member', nullif(trim(concat(members.first_name, ' ', members.last_name)), ''), 'account_masked', nullif(page.account, ''),
      'address_masked', nullif(page.address, ''), 'count', page.count, 'first_at', page.first_at, 'last_at', page.last_at)
      order by page.last_at %2$s, page.id %2$s), '[]')
    from page left join public.admin_users as members on members.id = page.member_id
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
revoke execute on function private.list_security_events(jsonb) from public;
grant execute on function private.list_security_events(jsonb) to authenticated;
create function public.list_security_events(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_security_events(query); end;
comment on function public.list_security_events(jsonb) is
  'A page of refused sign-ins and rights, newest first, addresses masked, for super_admin: {kind, direction, count, before | after: {value, id}}.';
revoke execute on function public.list_security_events(jsonb) from public, anon;
grant execute on function public.list_security_events(jsonb) to authenticated;
