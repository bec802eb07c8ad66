-- Two hundred requests a day in all could be used up by strangers, and a person was refused. Places replace the day: who
-- comes when all are taken gets that of the neighbourhood that holds most of them.
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
revoke execute on function private.neighbourhood_of(text) from public;

alter table public.access_requests add column neighbourhood_hash bytea;
comment on column public.access_requests.neighbourhood_hash is
  'A keyed hash of the neighbourhood from which the request came; null where nobody says an address. Granted to nobody.';
create index access_requests_open_idx on public.access_requests (neighbourhood_hash, created_at) where status = 'open';

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
revoke execute on function private.make_room_for_access_request(text, integer) from public;

create or replace function private.request_access(
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
comment on function public.request_access(text, text, text, text, text, text) is
  'Asks the staff for a way back into an account whose mail is lost: {received}, the same for an account that there is and one that there is not. Three a day for a caller; 2,000 wait in all, 20 of them about one address, and when all places are taken the neighbourhood that holds most of them gives one.';
