create table private.attempts (
  id bigint generated always as identity primary key,
  scope text not null,
  key_hash bytea not null,
  subject_hash bytea not null,
  occurred_at timestamptz not null default now()
);
comment on table private.attempts is
  'Counters of what may be abused, by hashed key (a phone, an address) and hashed subject; they survive a restart.';
create index attempts_scope_key_hash_occurred_at_idx on private.attempts (scope, key_hash, occurred_at);
create index attempts_occurred_at_idx on private.attempts (occurred_at);
alter table private.attempts enable row level security;

create table private.caller_counts (
  scope text not null,
  key_hash bytea not null,
  started_at timestamptz not null default now(),
  taken integer not null,
  primary key (scope, key_hash)
);
comment on table private.caller_counts is
  'How often a caller did what costs a row: one line a caller and kind, whatever the number of calls.';
create index caller_counts_started_at_idx on private.caller_counts (started_at);
alter table private.caller_counts enable row level security;

create function private.count_attempts(scope text, key text, per interval) returns integer
language sql volatile security definer set search_path = '' as $$
  select count(distinct attempts.subject_hash)::integer from private.attempts
  where attempts.scope = count_attempts.scope
    and attempts.key_hash = private.keyed_hash(count_attempts.key)
    and attempts.occurred_at > now() - per
$$;
comment on function private.count_attempts(text, text, interval) is
  'Number of different subjects under the key in the last interval.';

-- The same subject under the same key is one line, however often it is tried.
create function private.take_attempt(scope text, key text, subject text, allowed integer, per interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hashed bytea := private.keyed_hash(key);
  hashed_subject bytea := private.keyed_hash(subject);
begin
  perform pg_advisory_xact_lock(hashtextextended(scope || encode(hashed, 'hex'), 0));
  if private.count_attempts(scope, key, per) >= allowed then
    return false;
  end if;
  if not exists (
    select from private.attempts where attempts.scope = take_attempt.scope and attempts.key_hash = hashed
      and attempts.subject_hash = hashed_subject and attempts.occurred_at > now() - per) then
    insert into private.attempts (scope, key_hash, subject_hash) values (scope, hashed, hashed_subject);
  end if;
  delete from private.attempts where id in (
    select attempts.id from private.attempts where attempts.occurred_at < now() - interval '2 days' limit 20);
  return true;
end $$;
comment on function private.take_attempt(text, text, text, integer, interval) is
  'Takes one of the allowed attempts; false when none is left. One at a time per key, so parallel callers cannot pass together.';

create function private.network_of(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- An address of version 4 in the clothes of version 6 is that of one caller, not of everybody's /64.
  plain text := regexp_replace(coalesce(address, ''), '^::ffff:(?=[0-9]+\.)', '', 'i');
begin
  return case when plain like '%:%' then host(network(set_masklen(plain::inet, 64))) else plain end;
exception
  when invalid_text_representation then
    return address;
end $$;
comment on function private.network_of(text) is
  'An address, of version 6 the network that one household gets (/64); empty for none.';

create function private.caller_network() returns text
language sql stable security definer set search_path = '' as $$
  select private.network_of(private.caller_address())
$$;
comment on function private.caller_network() is 'The network of the caller; empty when nobody says it.';

create function private.give_back_attempt(scope text, key text, subject text) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.attempts
  where attempts.scope = give_back_attempt.scope
    and attempts.key_hash = private.keyed_hash(give_back_attempt.key)
    and attempts.subject_hash = private.keyed_hash(give_back_attempt.subject)
$$;
comment on function private.give_back_attempt(text, text, text) is
  'An attempt that was counted before it turned out to be honest.';

create function private.take_call(scope text, key text, allowed integer, per interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hashed bytea := private.keyed_hash(key);
  so_far integer;
begin
  -- Past the limit a call costs a look and no row.
  if exists (
    select from private.caller_counts as counts
    where counts.scope = take_call.scope and counts.key_hash = hashed
      and counts.taken >= allowed and counts.started_at > now() - per) then
    return false;
  end if;
  insert into private.caller_counts as counts (scope, key_hash, taken) values (take_call.scope, hashed, 1)
  on conflict on constraint caller_counts_pkey do update set
    taken = case when counts.started_at > now() - per then counts.taken + 1 else 1 end,
    started_at = case when counts.started_at > now() - per then counts.started_at else now() end
  returning counts.taken into so_far;
  return so_far <= allowed;
end $$;
comment on function private.take_call(text, text, integer, interval) is
  'Takes one of the calls that a key has in an interval; false when none is left. For what leaves a row only when it is counted: whoever undoes the count undoes the row.';

create function private.count_for_good(counter regclass, per interval) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  size constant bigint := 1000000000;
  this_window constant bigint := floor(extract(epoch from clock_timestamp()) / extract(epoch from per));
  counted bigint := nextval(counter);
begin
  -- The value of the sequence is the number of the window and the count within it.
  if counted / size < this_window then
    perform setval(counter, this_window * size + 1);
    return 1;
  end if;
  return counted % size;
end $$;
comment on function private.count_for_good(regclass, interval) is
  'Counts one by a sequence and gives the number within the present window. No rollback takes it back, whatever ended the statement; a transaction that only reads cannot pass.';
