create table public.legal_documents (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug in ('terms', 'privacy', 'cookies', 'accessibility')),
  title_he text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint legal_documents_bounds_check check (char_length(title_he) <= 120)
);
comment on table public.legal_documents is 'The legal pages; their text is in legal_document_versions.';
grant select on public.legal_documents to anon, authenticated;
alter table public.legal_documents enable row level security;

create table public.legal_document_versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.legal_documents(id) on delete cascade,
  version integer not null check (version > 0),
  body jsonb not null,
  effective_at timestamptz not null default now(),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  awaits_review boolean not null default false,
  summary_he text check (char_length(summary_he) between 1 and 500),
  demands_acceptance boolean not null default false,
  text_hash text not null,
  withdrawn_at timestamptz,
  constraint legal_document_versions_document_id_version_key unique (document_id, version),
  constraint legal_document_versions_check check (withdrawn_at is null or not is_published),
  constraint legal_document_versions_rich_text_check check (private.is_rich_text(body))
);
comment on table public.legal_document_versions is
  'Texts of the legal pages; the newest published one in force counts.';
comment on column public.legal_document_versions.awaits_review is 'A text that the academy came with: its page says that it is a draft. A reviewed text is a new version, so that a consent always tells what was agreed to.';
comment on column public.legal_document_versions.summary_he is 'What changed since the version before, in a few sentences.';
comment on column public.legal_document_versions.demands_acceptance is 'Whether students who agreed to an earlier version are asked again, once it is in force.';
comment on column public.legal_document_versions.text_hash is 'SHA-256 of the body as PostgreSQL writes it (body::text in UTF-8), made by a trigger.';
comment on column public.legal_document_versions.withdrawn_at is 'When it was taken back before its day; its number is not used again.';
grant select on public.legal_document_versions to anon, authenticated;
alter table public.legal_document_versions enable row level security;

create function private.legal_text_hash(body jsonb) returns text
language sql immutable set search_path = '' return encode(sha256(convert_to(body::text, 'UTF8')), 'hex');
comment on function private.legal_text_hash(jsonb) is
  'SHA-256 of a text as it is kept, so that anybody can work it out again.';

create function private.hash_legal_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.text_hash := private.legal_text_hash(new.body);
  return new;
end $$;

create function private.guard_legal_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then
    return new;
  end if;
  if old.withdrawn_at is not null or (old.is_published and (
    old.effective_at <= clock_timestamp() or tg_op = 'DELETE' or new.withdrawn_at is null
    or to_jsonb(new) - '{is_published,withdrawn_at}'::text[] <> to_jsonb(old) - '{is_published,withdrawn_at}'::text[])) then
    perform private.raise_app_error('LEGAL_TEXT_FIXED', 409, 'A published legal text does not change; one that is not in force yet can be withdrawn');
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
comment on function private.guard_legal_version() is
  'Binds everybody, the service key and the owner too: a published version is withdrawn before its day, or stays as it is for good.';

create function private.guard_legal_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.id <> old.id or new.slug <> old.slug then
    perform private.raise_app_error('LEGAL_TEXT_FIXED', 409, 'A legal document keeps its address');
  end if;
  return new;
end $$;

create function private.legal_version_at(slug text, moment timestamptz) returns setof public.legal_document_versions
language sql stable security definer rows 1 set search_path = '' as $$
  select versions.* from public.legal_document_versions as versions
  join public.legal_documents as documents on documents.id = versions.document_id
  where documents.slug = legal_version_at.slug and versions.is_published and versions.effective_at <= legal_version_at.moment
  order by versions.version desc limit 1
$$;
comment on function private.legal_version_at(text, timestamptz) is
  'The version of a legal text that was in force at a moment; no row for none.';

create function private.note_legal_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.legal_drafts as drafts set version = drafts.version + 1,
    edits = drafts.edits || jsonb_build_object('body', jsonb_build_object('by', auth.uid(), 'at', clock_timestamp(), 'version', drafts.version + 1))
  where drafts.document_id = new.document_id and not drafts.draft ? 'body';
  return null;
end $$;
comment on function private.note_legal_version() is
  'A version that was published past a draft is its new ground: who has the old one before them is asked when they save.';

create policy legal_documents_select_everyone on public.legal_documents for select to anon, authenticated using (true);

create policy legal_document_versions_select_published on public.legal_document_versions for select to anon using (is_published);

create policy legal_document_versions_select_published_or_admin on public.legal_document_versions for select to authenticated
  using (is_published or (select private.has_role('super_admin', 'admin')));

create trigger legal_documents_update_touch before update on public.legal_documents
  for each row execute function private.set_updated_at();

create trigger legal_documents_change_audit after insert or update or delete on public.legal_documents
  for each row execute function private.record_change();

create trigger legal_documents_change_pages after insert or update or delete or truncate on public.legal_documents
  for each statement execute function private.notify_page_change();

create trigger legal_document_versions_change_pages
  after insert or update or delete or truncate on public.legal_document_versions
  for each statement execute function private.notify_page_change();

create trigger legal_document_versions_write_hash before insert or update on public.legal_document_versions
  for each row execute function private.hash_legal_text();

create trigger legal_document_versions_change_guard before update or delete on public.legal_document_versions
  for each row execute function private.guard_legal_version();

create trigger legal_documents_change_guard before update on public.legal_documents
  for each row execute function private.guard_legal_document();

create trigger legal_document_versions_insert_draft after insert on public.legal_document_versions
  for each row when (new.is_published) execute function private.note_legal_version();
