create function private.notify_page_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('page_changes', '');
  return null;
end
$$;
comment on function private.notify_page_change() is
  'Notifies page_changes: kept pages show something that is no longer so.';
