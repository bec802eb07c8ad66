create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  former_email text not null check (former_email = lower(former_email) and char_length(former_email) <= 254
    and former_email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$'),
  former_email_masked text not null generated always as (private.mask_email(former_email)) stored,
  phone_number text not null check (private.is_real_phone(phone_number)),
  phone_masked text not null generated always as (private.mask_phone(phone_number)) stored,
  contact_email text not null check (contact_email = lower(contact_email) and char_length(contact_email) <= 254
    and contact_email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$' and contact_email <> former_email),
  contact_email_masked text not null generated always as (private.mask_email(contact_email)) stored,
  message text not null check (char_length(message) between 10 and 2000),
  status text not null default 'open' check (status in ('open', 'granted', 'refused')),
  created_at timestamptz not null default now(),
  neighbourhood_hash bytea,
  decided_at timestamptz,
  decided_by uuid references public.admin_users on delete set null,
  decided_because text check (char_length(decided_because) between 3 and 500)
);
comment on table public.access_requests is
  'Requests of people who lost the mail address of their account, for 180 days; made by request_access only, decided by staff. No row says whether there is such an account.';
comment on column public.access_requests.former_email is 'As it was typed; staff read the masked form, and the whole one only through functions that leave a line.';
comment on column public.access_requests.neighbourhood_hash is 'A keyed hash of the neighbourhood from which the request came; null where nobody says an address. Granted to nobody.';
comment on column public.access_requests.decided_because is 'May name the person, so it is kept with the request and not in the audit log, which stays for ever. Granted to nobody.';
create index access_requests_status_created_at_idx on public.access_requests (status, created_at desc);
create index access_requests_created_at_idx on public.access_requests (created_at);
create index access_requests_former_email_idx on public.access_requests (former_email);
create index access_requests_contact_email_idx on public.access_requests (contact_email);
create index access_requests_phone_number_idx on public.access_requests (phone_number);
create index access_requests_open_idx on public.access_requests (neighbourhood_hash, created_at) where status = 'open';
create index access_requests_decided_by_idx on public.access_requests (decided_by);
create index access_requests_decided_at_idx on public.access_requests (decided_at, id) where decided_at is not null;
grant select (id, first_name, last_name, former_email_masked, phone_masked, contact_email_masked, message, status,
  created_at)
  on public.access_requests to authenticated;
alter table public.access_requests enable row level security;

create view private.export_access_requests with (security_invoker = true) as
  select users.id as person, requests.created_at, requests.first_name, requests.last_name, requests.former_email_masked,
    requests.phone_masked, requests.contact_email_masked, requests.status
  from public.users join public.access_requests as requests
    on users.email_verified and (requests.former_email = users.email or requests.contact_email = users.email
      or (not users.phone_owed and requests.phone_number = users.phone_number));

create function private.request_access(
  first_name text, last_name text, former_email text, phone_number text, contact_email text, message text
) returns json language plpgsql volatile security definer set search_path = '' as $$
declare
  caller text := private.caller_network();
  made public.access_requests;
begin
  begin
    insert into public.access_requests
      (first_name, last_name, former_email, phone_number, contact_email, message, neighbourhood_hash)
    values (private.plain_name(request_access.first_name), private.plain_name(request_access.last_name),
      lower(trim(request_access.former_email)), private.normalise_phone(request_access.phone_number),
      lower(trim(request_access.contact_email)), trim(E' \r\n\t' from private.undirected(request_access.message)),
      private.keyed_hash(private.neighbourhood_of(nullif(caller, ''))))
    returning * into made;
  exception
    when check_violation or not_null_violation then
      perform private.raise_app_error('INVALID_ACCESS_REQUEST', 400,
        'Send first and last name, two different addresses, a phone and a message of 10 to 2000');
  end;
  -- Counted last, so that a refused request costs nothing; what is raised here takes the row above back.
  if caller <> '' and not private.take_call('access request', caller, 3, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Three requests a day');
  end if;
  if made.id in (
    private.make_room_for_access_request(made.former_email, 20), private.make_room_for_access_request(null, 2000)) then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests from around this address wait for the staff');
  end if;
  -- The audit log is kept for ever, so strangers write no more than this into it; the request is a trace by itself.
  if private.take_call('line of an access request', '', 200, '1 day') then
    insert into public.audit_log (action, entity, entity_id, after)
    values ('access requested', 'access_requests', made.id::text,
      jsonb_build_object('former_email', made.former_email_masked, 'contact_email', made.contact_email_masked));
  end if;
  return json_build_object('received', true);
end $$;
grant execute on function private.request_access(text, text, text, text, text, text) to anon, authenticated;

create function public.request_access(
  first_name text, last_name text, former_email text, phone_number text, contact_email text, message text
) returns json language sql volatile set search_path = '' begin atomic
  select private.request_access(first_name, last_name, former_email, phone_number, contact_email, message);
end;
comment on function public.request_access(text, text, text, text, text, text) is
  'Asks the staff for a way back into an account whose mail is lost: {received}, the same for an account that there is and one that there is not. Three a day for a caller; 2,000 wait in all, 20 of them about one address, and when all places are taken the neighbourhood that holds most of them gives one.';
grant execute on function public.request_access(text, text, text, text, text, text) to anon, authenticated;

create function private.neighbourhood_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  plain inet;
begin
  plain := regexp_replace(address, '^::ffff:(?=[0-9]+\.)', '', 'i')::inet;
  return host(network(set_masklen(plain, case family(plain) when 4 then 16 else 32 end)));
exception
  when invalid_text_representation then
    return address;
end $$;
comment on function private.neighbourhood_of(text) is
  'The network of a provider or a firm in which an address lies: /16 of version 4, /32 of version 6.';

create function private.make_room_for_access_request(address text, places integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken uuid;
begin
  if (select count(*) from public.access_requests as requests
    where requests.status = 'open' and (address is null or requests.former_email = address)) <= places then
    return null;
  end if;
  select (array_agg(requests.id order by requests.created_at desc, requests.id))[1] into taken
  from public.access_requests as requests
  where requests.status = 'open' and (address is null or requests.former_email = address)
  group by requests.neighbourhood_hash
  order by count(*) desc, max(requests.created_at) desc
  limit 1;
  delete from public.access_requests as requests where requests.id = taken;
  return taken;
end $$;
comment on function private.make_room_for_access_request(text, integer) is
  'When more open requests than there are places are about an address (about all, where it is null): removes the newest of the neighbourhood that made most of them, and says which.';

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
  if place <> 'null' then
    at_moment := private.place_part(place -> 'value', 'timestamptz')::timestamptz;
    at_id := private.place_part(place -> 'id', 'uuid')::uuid;
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
end $$;
comment on function private.list_decided_requests(jsonb) is
  'At most what 180 days hold; a request is forgotten then with what was decided.';
grant execute on function private.list_decided_requests(jsonb) to authenticated;

create function public.list_decided_requests(query jsonb default '{}') returns json
language sql stable set search_path = '' begin atomic select private.list_decided_requests(query); end;
comment on function public.list_decided_requests(jsonb) is
  'Requests for access that were decided, the latest first, 50 a page and one more; for staff with students.view. Keys of the query: search (name), status (granted, refused), direction, after or before ({value, id}).';
grant execute on function public.list_decided_requests(jsonb) to authenticated;

create policy access_requests_select_viewer on public.access_requests for select to authenticated
  using ((status = 'open') and (select private.has_permission(VARIADIC array['students.view'])));

create trigger access_requests_viewing_guard before insert or update or delete on public.access_requests
  for each statement execute function private.refuse_in_viewing();
