-- What became of the requests for access: who decided, when and why, masked like those that wait.
create index access_requests_decided_at_idx on public.access_requests (decided_at, id) where decided_at is not null;

create function private.list_decided_requests(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  backwards constant boolean := query ? 'before';
  place constant jsonb := coalesce(query -> 'before', query -> 'after');
  upwards constant boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> backwards;
  sought constant text := '%' || regexp_replace(left(lower(trim(coalesce(query ->> 'search', ''))), 100), '([\\%_])', '\\\1', 'g') || '%';
  at_moment timestamptz;
  at_id uuid;
  found json;
  total bigint;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if jsonb_typeof(place) = 'object' then
    at_moment := (place ->> 'value')::timestamptz;
    at_id := (place ->> 'id')::uuid;
  end if;
  with decided as (
    select requests.*, admin_users.first_name as decider
    from public.access_requests as requests left join public.admin_users on admin_users.id = requests.decided_by
    where requests.decided_at is not null and requests.status <> 'open'
      and (query ->> 'status' is null or requests.status = query ->> 'status')
      and lower(requests.first_name || ' ' || requests.last_name) like sought
  ), page as (
    select decided.*, row_number() over (
        order by case when upwards then decided.decided_at end, case when upwards then decided.id end, decided.decided_at desc, decided.id desc) as line
    from decided
    where at_id is null or case when upwards then (decided.decided_at, decided.id) > (at_moment, at_id)
      else (decided.decided_at, decided.id) < (at_moment, at_id) end
    order by line limit size + 1)
  select (select count(*) from decided), coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.decided_at,
      'first_name', page.first_name, 'last_name', page.last_name, 'former_email_masked', page.former_email_masked,
      'contact_email_masked', page.contact_email_masked, 'status', page.status, 'created_at', page.created_at,
      'decided_at', page.decided_at, 'decided_by', page.decider, 'because', page.decided_because) order by page.line), '[]')
    into total, found from page;
  return json_build_object('rows', found, 'size', size, 'total', total);
exception
  when invalid_datetime_format or datetime_field_overflow or invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.list_decided_requests(jsonb) is
  'At most what 180 days hold; a request is forgotten then with what was decided.';
revoke execute on function private.list_decided_requests(jsonb) from public;
grant execute on function private.list_decided_requests(jsonb) to authenticated;
create function public.list_decided_requests(query jsonb default '{}') returns json
language sql stable set search_path = '' begin atomic select private.list_decided_requests(query); end;
comment on function public.list_decided_requests(jsonb) is
  'Requests for access that were decided, the latest first, 50 a page and one more; for staff with students.view. Keys of the query: search (name), status (granted, refused), direction, after or before ({value, id}).';
revoke execute on function public.list_decided_requests(jsonb) from public, anon;
grant execute on function public.list_decided_requests(jsonb) to authenticated;
