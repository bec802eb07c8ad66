create table public.legal_document_versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.legal_documents on delete cascade,
  version integer not null check (version > 0),
  body jsonb not null check (body ->> 'type' = 'doc'),
  effective_at timestamptz not null default now(),
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  unique (document_id, version)
);
comment on table public.legal_document_versions is 'Texts of the legal pages; the newest published one in force counts.';
revoke all on public.legal_document_versions from anon, authenticated;
grant select on public.legal_document_versions to anon;
grant select, insert, update, delete on public.legal_document_versions to authenticated;
alter table public.legal_document_versions enable row level security;
create policy legal_document_versions_select_published on public.legal_document_versions for select to anon using (is_published);
create policy legal_document_versions_select_published_or_admin on public.legal_document_versions for select to authenticated
  using (is_published or (select private.has_role('super_admin', 'admin')));
create policy legal_document_versions_insert_admin on public.legal_document_versions for insert to authenticated
  with check ((select private.has_role('super_admin', 'admin')));
create policy legal_document_versions_update_admin on public.legal_document_versions for update to authenticated
  using ((select private.has_role('super_admin', 'admin')))
  with check ((select private.has_role('super_admin', 'admin')));
create policy legal_document_versions_delete_admin on public.legal_document_versions for delete to authenticated
  using ((select private.has_role('super_admin', 'admin')));
create trigger legal_document_versions_change_audit after insert or update or delete on public.legal_document_versions
  for each row execute function private.record_change();
