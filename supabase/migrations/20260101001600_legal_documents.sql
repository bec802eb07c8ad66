create table public.legal_documents (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug in ('terms', 'privacy', 'cookies', 'accessibility')),
  title_he text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.legal_documents is 'The legal pages; their text is in legal_document_versions.';
revoke all on public.legal_documents from anon, authenticated;
grant select on public.legal_documents to anon;
grant select, insert, update, delete on public.legal_documents to authenticated;
alter table public.legal_documents enable row level security;
create policy legal_documents_select_everyone on public.legal_documents for select to anon, authenticated using (true);
create policy legal_documents_insert_admin on public.legal_documents for insert to authenticated
  with check ((select private.has_role('super_admin', 'admin')));
create policy legal_documents_update_admin on public.legal_documents for update to authenticated
  using ((select private.has_role('super_admin', 'admin')))
  with check ((select private.has_role('super_admin', 'admin')));
create policy legal_documents_delete_admin on public.legal_documents for delete to authenticated
  using ((select private.has_role('super_admin', 'admin')));
create trigger legal_documents_update_touch before update on public.legal_documents
  for each row execute function private.set_updated_at();
create trigger legal_documents_change_audit after insert or update or delete on public.legal_documents
  for each row execute function private.record_change();
