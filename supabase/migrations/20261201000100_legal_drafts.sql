-- A new academy comes with texts for its legal pages, which nobody of the organisation has read yet.
alter table public.legal_document_versions add column awaits_review boolean not null default false;
comment on column public.legal_document_versions.awaits_review is
  'A text that the academy came with: its page says that it is a draft. A reviewed text is a new version, so that a consent always tells what was agreed to.';
