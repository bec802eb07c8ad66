create table private.secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
comment on table private.secrets is 'Keys made in this database and never shown outside of it.';
alter table private.secrets enable row level security;

create function private.keyed_hash(input text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sha256(secrets.value || sha256(secrets.value || convert_to(input, 'UTF8')))
  from private.secrets where secrets.name = 'decoy'
$$;
comment on function private.keyed_hash(text) is
  'A hash that only this database can compute, for decoys and counter keys.';
