create table private.security_events (
  id uuid primary key default gen_random_uuid(),
  hour timestamptz not null,
  kind text not null check (kind in
    ('closed', 'code', 'limited', 'link', 'password', 'recovery_code', 'rights', 'second_step', 'token', 'unknown')),
  what text not null check (what ~ '^[A-Za-z0-9_/ -]{0,80}$'),
  member_id uuid references public.admin_users on delete cascade,
  account text not null check (char_length(account) <= 330),
  caller_hash bytea not null check (octet_length(caller_hash) in (0, 32)),
  address text not null check (char_length(address) <= 60),
  count integer not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint security_events_of_an_hour_key unique nulls not distinct (hour, kind, what, member_id, account, caller_hash),
  constraint security_events_times_check check (first_at <= last_at)
);
comment on table private.security_events is
  'Refused sign-ins and rights, one line an hour for the same of the same caller, for 90 days. A day has at most 2,000 lines of refused sign-ins and 2,000 of refused rights, a caller 100 of each; what comes beside counts in lines without caller, account and place.';
comment on column private.security_events.what is 'What was asked for: an endpoint of the sign-in service, a function, or a verb and a table.';
comment on column private.security_events.member_id is 'The member of the staff who asked, or whose address was typed.';
comment on column private.security_events.account is 'The address of the account as it is masked everywhere; empty where none was named.';
comment on column private.security_events.caller_hash is 'A keyed hash of the network of the caller, which distinguishes callers and leads back to none; empty where only the kind is counted.';
comment on column private.security_events.address is 'The masked address of the caller.';
create index security_events_caller_hash_idx on private.security_events (caller_hash, hour);
create index security_events_last_at_idx on private.security_events (last_at, id);
create index security_events_member_id_idx on private.security_events (member_id);
alter table private.security_events enable row level security;

create function private.mask_caller(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(private.mask_address(nullif(trim(address), '')::inet), '');
exception when invalid_text_representation then
  return '';
end $$;
comment on function private.mask_caller(text) is 'An address as mask_address shows it; empty for what is none.';

create function private.note_security_event(event private.security_events, caller text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_a_day constant integer := 2000;
  of_a_caller constant integer := 100;
  today constant timestamptz := date_trunc('day', event.last_at);
begin
  event.hour := date_trunc('hour', event.last_at);
  event.caller_hash := private.keyed_hash('security event ' || coalesce(private.network_of(caller), ''));
  event.address := private.mask_caller(caller);
  if not exists (
    select from private.security_events as known
    where (known.hour, known.kind, known.what, known.account, known.caller_hash)
        = (event.hour, event.kind, event.what, event.account, event.caller_hash) and known.member_id is not distinct from event.member_id)
    and ((
      select count(*) from private.security_events as known
      where known.hour >= today and (known.kind = 'rights') = (event.kind = 'rights')) >= of_a_day
    or (
      select count(*) from private.security_events as known
      where known.caller_hash = event.caller_hash and known.hour >= today and (known.kind = 'rights') = (event.kind = 'rights')) >= of_a_caller) then
    event.what := '';
    event.member_id := null;
    event.account := '';
    event.caller_hash := '';
    event.address := '';
  end if;
  insert into private.security_events as known (hour, kind, what, member_id, account, caller_hash, address, count, first_at, last_at)
  values (event.hour, event.kind, event.what, event.member_id, event.account, event.caller_hash, event.address, event.count, event.first_at, event.last_at)
  on conflict on constraint security_events_of_an_hour_key do update set
    count = least(known.count::bigint + excluded.count, 2000000000)::integer,
    first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at);
end $$;
comment on function private.note_security_event(private.security_events, text) is
  'Adds an event of a caller, named by an address, to the lines of its hour, within the bounds of its day.';

create function private.note_own_refusal(kind text, what text, account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event private.security_events;
begin
  event.kind := note_own_refusal.kind;
  event.what := 'rpc/' || note_own_refusal.what;
  event.member_id := (select admin_users.id from public.admin_users where admin_users.supabase_auth_id = note_own_refusal.account);
  event.account := coalesce((select private.mask_email(lower(users.email)) from auth.users where users.id = note_own_refusal.account), '');
  event.count := 1;
  event.first_at := now();
  event.last_at := now();
  perform private.note_security_event(event, private.caller_address());
exception when others then
  -- A line that cannot be written changes no answer.
  raise warning 'a security event was not noted: %', sqlerrm;
end $$;
comment on function private.note_own_refusal(text, text, uuid) is
  'Notes what a function refuses by its value, which commits; never fails.';

create function private.note_security_events(events jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 200;
  sent record;
  event private.security_events;
  noted integer := 0;
begin
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) > most then
    perform private.raise_app_error('INVALID_BODY', 400, 'A list of up to 200 events');
  end if;
  -- In one order everywhere, so that two servers wait for each other and never both ways.
  for sent in
    select listed.*, coalesce(nullif(lower(trim(listed.account)), ''), lower(users.email), '') as email
    from jsonb_to_recordset(events) as listed (kind text, what text, account text, user_id uuid, address text, count integer, first_at timestamptz, last_at timestamptz)
    left join auth.users on users.id = listed.user_id
    order by listed.kind, listed.what, email, listed.address
  loop
    event.kind := sent.kind;
    event.what := left(regexp_replace(coalesce(sent.what, ''), '[^A-Za-z0-9_/ -]', '', 'g'), 80);
    event.member_id := (
      select admin_users.id from public.admin_users
      where admin_users.supabase_auth_id = sent.user_id or admin_users.email = sent.email
      order by admin_users.supabase_auth_id = sent.user_id desc nulls last limit 1);
    event.account := case when sent.email like '%_@_%' then left(private.mask_email(left(sent.email, 320)), 330) else '' end;
    event.count := greatest(sent.count, 1);
    event.last_at := least(greatest(sent.last_at, now() - interval '1 day'), now());
    event.first_at := least(greatest(sent.first_at, now() - interval '1 day'), event.last_at);
    perform private.note_security_event(event, sent.address);
    noted := noted + 1;
  end loop;
  return noted;
end $$;
grant execute on function private.note_security_events(jsonb) to service_role;

create function public.note_security_events(events jsonb) returns integer
language sql volatile set search_path = '' begin atomic select private.note_security_events(events); end;
comment on function public.note_security_events(jsonb) is
  'Notes up to 200 refused sign-ins and rights: [{kind, what, account, user_id, address, count, first_at, last_at}]. For the service key alone.';

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
grant execute on function private.list_security_events(jsonb) to authenticated;

create function public.list_security_events(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_security_events(query); end;
comment on function public.list_security_events(jsonb) is
  'A page of refused sign-ins and rights, newest first, addresses masked, for super_admin: {kind, direction, count, before | after: {value, id}}.';
grant execute on function public.list_security_events(jsonb) to authenticated;
