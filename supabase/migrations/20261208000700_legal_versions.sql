-- A legal text that was in force never changes, and whoever agrees to one keeps what it said: versions carry a summary, a
-- hash of their text and whether students have to agree again; the ledger of consents copies the hash.
alter table public.legal_document_versions
  add column summary_he text check (char_length(summary_he) between 1 and 500),
  add column demands_acceptance boolean not null default false,
  add column text_hash text,
  add column withdrawn_at timestamptz check (withdrawn_at is null or not is_published);
comment on column public.legal_document_versions.summary_he is 'What changed since the version before, in a few sentences.';
comment on column public.legal_document_versions.demands_acceptance is
  'Whether students who agreed to an earlier version are asked again, once it is in force.';
comment on column public.legal_document_versions.text_hash is
  'SHA-256 of the body as PostgreSQL writes it (body::text in UTF-8), made by a trigger.';
comment on column public.legal_document_versions.withdrawn_at is 'When it was taken back before its day; its number is not used again.';

create function private.legal_text_hash(body jsonb) returns text
language sql immutable set search_path = '' return encode(sha256(convert_to(body::text, 'UTF8')), 'hex');
comment on function private.legal_text_hash(jsonb) is 'SHA-256 of a text as it is kept, so that anybody can work it out again.';
revoke execute on function private.legal_text_hash(jsonb) from public;

update public.legal_document_versions set text_hash = private.legal_text_hash(body);
alter table public.legal_document_versions alter column text_hash set not null;

create function private.hash_legal_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.text_hash := private.legal_text_hash(new.body);
  return new;
end $$;
revoke execute on function private.hash_legal_text() from public;
create trigger legal_document_versions_write_hash before insert or update on public.legal_document_versions
  for each row execute function private.hash_legal_text();

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
revoke execute on function private.guard_legal_version() from public;
create trigger legal_document_versions_change_guard before update or delete on public.legal_document_versions
  for each row execute function private.guard_legal_version();

create function private.guard_legal_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.id <> old.id or new.slug <> old.slug then
    perform private.raise_app_error('LEGAL_TEXT_FIXED', 409, 'A legal document keeps its address');
  end if;
  return new;
end $$;
revoke execute on function private.guard_legal_document() from public;
create trigger legal_documents_change_guard before update on public.legal_documents
  for each row execute function private.guard_legal_document();

-- Staff publish by functions, which ask for a summary, count versions and write the audit log; nothing of a table is theirs.
drop policy legal_documents_insert_admin on public.legal_documents;
drop policy legal_documents_update_admin on public.legal_documents;
drop policy legal_documents_delete_admin on public.legal_documents;
drop policy legal_document_versions_insert_admin on public.legal_document_versions;
drop policy legal_document_versions_update_admin on public.legal_document_versions;
drop policy legal_document_versions_delete_admin on public.legal_document_versions;
revoke insert, update, delete on public.legal_documents, public.legal_document_versions from authenticated;
drop trigger legal_document_versions_change_audit on public.legal_document_versions;

create function private.legal_version_at(slug text, moment timestamptz) returns setof public.legal_document_versions
language sql stable security definer rows 1 set search_path = '' as $$
  select versions.* from public.legal_document_versions as versions
  join public.legal_documents as documents on documents.id = versions.document_id
  where documents.slug = legal_version_at.slug and versions.is_published and versions.effective_at <= legal_version_at.moment
  order by versions.version desc limit 1
$$;
comment on function private.legal_version_at(text, timestamptz) is 'The version of a legal text that was in force at a moment; no row for none.';
revoke execute on function private.legal_version_at(text, timestamptz) from public;

alter table public.consent_events add column text_hash text;
comment on column public.consent_events.text_hash is 'Hash of the text that was agreed to, copied from its version by a trigger.';
update public.consent_events set text_hash = versions.text_hash
  from public.legal_document_versions as versions where versions.id = consent_events.document_version_id;

create function private.name_consent_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What a person says about the version is not asked: it is the one that was in force.
  if current_setting('role') in ('anon', 'authenticated') then
    new.document_version_id := (select versions.id from private.legal_version_at(new.purpose, new.occurred_at) as versions);
  end if;
  new.text_hash := (select versions.text_hash from public.legal_document_versions as versions where versions.id = new.document_version_id);
  return new;
end $$;
comment on function private.name_consent_text() is 'Gives a line of the ledger the version that was in force at its moment, and the hash of its text.';
revoke execute on function private.name_consent_text() from public;
create trigger consent_events_insert_text before insert on public.consent_events
  for each row execute function private.name_consent_text();

create or replace view private.export_consents with (security_invoker = true) as
  select events.user_id as person, events.occurred_at, events.purpose, events.granted, versions.version as document_version,
    events.text_hash
  from public.consent_events as events
  left join public.legal_document_versions as versions on versions.id = events.document_version_id;
