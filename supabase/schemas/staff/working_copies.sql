create table private.working_copies (
  owner_id uuid not null references public.admin_users on delete cascade,
  kind text not null,
  id uuid not null,
  version bigint not null,
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  stored_at timestamptz not null default now(),
  primary key (owner_id, kind, id),
  foreign key (kind, id) references private.content_items on delete cascade
);
comment on table private.working_copies is
  'Unsaved changes of a form, as its fields held them: private to who wrote them, for fourteen days.';
comment on column private.working_copies.version is 'The version of the draft that they were written over.';
comment on column private.working_copies.before is 'What the changed fields held in that version.';
create index working_copies_kind_id_idx on private.working_copies (kind, id);
create index working_copies_stored_at_idx on private.working_copies (stored_at);
alter table private.working_copies enable row level security;

create table private.content_writers (
  owner_id uuid not null references public.admin_users on delete cascade,
  kind text not null,
  id uuid not null,
  writing boolean not null,
  seen_at timestamptz not null,
  primary key (kind, id, owner_id),
  foreign key (kind, id) references private.content_items on delete cascade
);
comment on table private.content_writers is
  'Who has a record open, by what the pages say every few seconds; older than a minute means nothing.';
create index content_writers_owner_id_idx on private.content_writers (owner_id);
alter table private.content_writers enable row level security;

create function private.keep_working_copy(kind text, id uuid, version bigint, before jsonb, changes jsonb) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  writer constant uuid := private.own_staff_id();
  stored timestamptz;
begin
  if not exists (select from private.content_items as items where items.kind = keep_working_copy.kind and items.id = keep_working_copy.id) then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  if jsonb_typeof(before) is distinct from 'object' or jsonb_typeof(changes) is distinct from 'object' or version is null
    or exists (select from jsonb_object_keys(before || changes) as field where field <> all (rules.fields))
    or octet_length(before::text) + octet_length(changes::text) > 4 * rules.draft_bytes then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A working copy holds fields of the record, of a bounded size');
  end if;
  delete from private.working_copies as copies where copies.owner_id = writer and copies.stored_at < now() - interval '14 days';
  insert into private.working_copies as copies (owner_id, kind, id, version, before, changes, stored_at)
  values (writer, keep_working_copy.kind, keep_working_copy.id, keep_working_copy.version, keep_working_copy.before, keep_working_copy.changes, clock_timestamp())
  on conflict on constraint working_copies_pkey do update
    set version = excluded.version, before = excluded.before, changes = excluded.changes, stored_at = excluded.stored_at
  returning copies.stored_at into stored;
  return stored;
end $$;
grant execute on function private.keep_working_copy(text, uuid, bigint, jsonb, jsonb) to authenticated;

create function public.keep_working_copy(kind text, id uuid, version bigint, before jsonb, changes jsonb) returns timestamptz
language sql volatile set search_path = '' begin atomic select private.keep_working_copy(kind, id, version, before, changes); end;
comment on function public.keep_working_copy(text, uuid, bigint, jsonb, jsonb) is
  'Keeps what the caller has written of a record and not saved, in the place of what was kept before; for them alone, fourteen days.';
grant execute on function public.keep_working_copy(text, uuid, bigint, jsonb, jsonb) to authenticated;

create function private.read_working_copy(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_content_manager(kind);
  return (
    select jsonb_build_object('version', copies.version, 'before', copies.before, 'changes', copies.changes, 'stored_at', copies.stored_at)
    from private.working_copies as copies
    where copies.owner_id = private.own_staff_id() and copies.kind = read_working_copy.kind and copies.id = read_working_copy.id
      and copies.stored_at >= now() - interval '14 days');
end $$;
grant execute on function private.read_working_copy(text, uuid) to authenticated;

create function public.read_working_copy(kind text, id uuid) returns jsonb
language sql stable set search_path = '' begin atomic select private.read_working_copy(kind, id); end;
comment on function public.read_working_copy(text, uuid) is
  'What the caller wrote of a record and did not save: {version, before, changes, stored_at}; null for nothing.';
grant execute on function public.read_working_copy(text, uuid) to authenticated;

create function private.drop_working_copy(kind text, id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_content_manager(kind);
  delete from private.working_copies as copies
  where copies.owner_id = private.own_staff_id() and copies.kind = drop_working_copy.kind and copies.id = drop_working_copy.id;
end $$;
grant execute on function private.drop_working_copy(text, uuid) to authenticated;

create function public.drop_working_copy(kind text, id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.drop_working_copy(kind, id); end;
comment on function public.drop_working_copy(text, uuid) is
  'Forgets what the caller wrote of a record and did not save.';
grant execute on function public.drop_working_copy(text, uuid) to authenticated;

create function private.attend_content(kind text, id uuid, writing boolean, leaving boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  writer uuid;
begin
  perform private.require_content_manager(kind);
  writer := private.own_staff_id();
  if leaving then
    delete from private.content_writers as writers
    where writers.owner_id = writer and writers.kind = attend_content.kind and writers.id = attend_content.id;
    return '[]';
  end if;
  if not exists (select from private.content_items as items where items.kind = attend_content.kind and items.id = attend_content.id) then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  delete from private.content_writers as writers where writers.owner_id = writer and writers.seen_at < now() - interval '1 hour';
  insert into private.content_writers (owner_id, kind, id, writing, seen_at)
  values (writer, attend_content.kind, attend_content.id, coalesce(attend_content.writing, false), clock_timestamp())
  on conflict on constraint content_writers_pkey do update set writing = excluded.writing, seen_at = excluded.seen_at;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', nullif(trim(concat(members.first_name, ' ', members.last_name)), ''), 'writing', writers.writing)
      order by writers.writing desc, writers.seen_at desc), '[]')
    from private.content_writers as writers join public.admin_users as members on members.id = writers.owner_id
    where writers.kind = attend_content.kind and writers.id = attend_content.id and writers.owner_id <> writer
      and writers.seen_at > clock_timestamp() - interval '1 minute');
end $$;
grant execute on function private.attend_content(text, uuid, boolean, boolean) to authenticated;

create function public.attend_content(kind text, id uuid, writing boolean default false, leaving boolean default false) returns jsonb
language sql volatile set search_path = '' begin atomic select private.attend_content(kind, id, writing, leaving); end;
comment on function public.attend_content(text, uuid, boolean, boolean) is
  'Says that the caller has a record open, and whether they have unsaved changes; gives the others who said so within a minute: [{name, writing}].';
grant execute on function public.attend_content(text, uuid, boolean, boolean) to authenticated;

create function private.note_changed_public_row(of_kind text, record uuid, live jsonb) returns void
language sql volatile security definer set search_path = '' begin atomic
  update private.content_items as items set is_changed = not items.is_changed
  where items.kind = of_kind and items.id = record and items.is_changed = (items.draft = private.content_data(of_kind, live));
end;
comment on function private.note_changed_public_row(text, uuid, jsonb) is
  'Says of the draft whether it differs from a public row that was written.';
