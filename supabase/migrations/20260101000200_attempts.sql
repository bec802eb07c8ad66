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

create function private.count_attempts(scope text, key text, per interval) returns integer
language sql volatile security definer set search_path = '' as $$
  select count(distinct attempts.subject_hash)::integer from private.attempts
  where attempts.scope = count_attempts.scope
    and attempts.key_hash = private.keyed_hash(count_attempts.key)
    and attempts.occurred_at > now() - per
$$;
comment on function private.count_attempts(text, text, interval) is 'Number of different subjects under the key in the last interval.';
revoke execute on function private.count_attempts(text, text, interval) from public;

create function private.take_attempt(scope text, key text, subject text, allowed integer, per interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hashed bytea := private.keyed_hash(key);
begin
  perform pg_advisory_xact_lock(hashtextextended(scope || encode(hashed, 'hex'), 0));
  if private.count_attempts(scope, key, per) >= allowed then
    return false;
  end if;
  insert into private.attempts (scope, key_hash, subject_hash) values (scope, hashed, private.keyed_hash(subject));
  delete from private.attempts where id in (
    select attempts.id from private.attempts where attempts.occurred_at < now() - interval '2 days' limit 20);
  return true;
end $$;
comment on function private.take_attempt(text, text, text, integer, interval) is
  'Takes one of the allowed attempts; false when none is left. One at a time per key, so parallel callers cannot pass together.';
revoke execute on function private.take_attempt(text, text, text, integer, interval) from public;
