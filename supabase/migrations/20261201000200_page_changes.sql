-- What rendered pages show has changed: every process that keeps pages hears of it and renders them anew. Several changes
-- of a transaction are one notification.
create function private.tell_page_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('page_changes', '');
  return null;
end
$$;
comment on function private.tell_page_change() is 'Notifies page_changes: kept pages show something that is no longer so.';
revoke execute on function private.tell_page_change() from public;

create trigger categories_change_pages after insert or update or delete or truncate on public.categories
  for each statement execute function private.tell_page_change();
create trigger authors_change_pages after insert or update or delete or truncate on public.authors
  for each statement execute function private.tell_page_change();
create trigger courses_change_pages after insert or update or delete or truncate on public.courses
  for each statement execute function private.tell_page_change();
create trigger lessons_change_pages after insert or update or delete or truncate on public.lessons
  for each statement execute function private.tell_page_change();
create trigger articles_change_pages after insert or update or delete or truncate on public.articles
  for each statement execute function private.tell_page_change();
create trigger legal_documents_change_pages after insert or update or delete or truncate on public.legal_documents
  for each statement execute function private.tell_page_change();
create trigger legal_document_versions_change_pages
  after insert or update or delete or truncate on public.legal_document_versions
  for each statement execute function private.tell_page_change();
