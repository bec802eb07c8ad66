-- Uploads that go on after an interruption (tus). Their bytes lie in files of the server until the last one has come.
create table storage.resumable_uploads (
  id text primary key,
  bucket_id text not null references storage.buckets on delete cascade,
  name text not null,
  holder text not null,
  is_upsert boolean not null,
  size bigint not null check (size >= 0),
  stored_bytes bigint not null default 0 check (stored_bytes between 0 and size),
  upload_metadata text not null check (length(upload_metadata) <= 8192),
  expires_at timestamptz not null default now() + interval '24 hours',
  finished_at timestamptz
);
comment on table storage.resumable_uploads is 'Uploads in parts: begun, or finished within the last day so that a lost answer can be asked for again.';
comment on column storage.resumable_uploads.id is 'Version of the object that it becomes, and name of its file.';
comment on column storage.resumable_uploads.holder is 'Who began it and alone may go on: an account, a role without accounts, or whoever holds a link.';
comment on column storage.resumable_uploads.stored_bytes is 'How many bytes from the start are on the disk for good.';
create index resumable_uploads_holder_idx on storage.resumable_uploads (holder) where finished_at is null;
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);
alter table storage.resumable_uploads enable row level security;

-- An upload is finished by the very transaction that writes its object, whoever that runs as.
create function storage.finish_resumable_upload() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update storage.resumable_uploads set finished_at = now() where id = new.version;
  return null;
end $$;
revoke execute on function storage.finish_resumable_upload() from public;
create trigger finish_resumable_upload after insert or update of version on storage.objects
  for each row execute function storage.finish_resumable_upload();
