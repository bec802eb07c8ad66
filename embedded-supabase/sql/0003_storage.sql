-- The tables of Supabase Storage that this server uses.
create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  version text not null default gen_random_uuid()::text,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
comment on column storage.objects.version is 'Name of the file that holds the content; a new one with each upload.';
create unique index objects_bucket_id_name_idx on storage.objects (bucket_id, name);
create index objects_name_prefix_idx on storage.objects (bucket_id, name text_pattern_ops);
create index objects_version_idx on storage.objects (version);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create table storage.freed_files (
  version text primary key,
  freed_at timestamptz not null default now()
);
comment on table storage.freed_files is 'Files that no object names any more, written in the transaction that freed them, until they are deleted.';
alter table storage.freed_files enable row level security;

create function storage.note_freed_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.freed_files (version) values (old.version) on conflict do nothing;
  return null;
end $$;
revoke execute on function storage.note_freed_file() from public;
create trigger note_freed_file after delete on storage.objects
  for each row execute function storage.note_freed_file();
create trigger note_replaced_file after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function storage.note_freed_file();

create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create or replace function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create or replace function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
