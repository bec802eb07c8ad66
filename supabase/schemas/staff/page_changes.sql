create table private.page_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table private.page_changes is
  'A row for each statement of the last hour that changed what pages show. It is seen when its transaction is. Nothing about persons.';
create index page_changes_changed_at_idx on private.page_changes (changed_at);
alter table private.page_changes enable row level security;

create function private.notify_page_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.page_changes default values;
  perform pg_catalog.pg_notify('page_changes', '');
  return null;
end
$$;
comment on function private.notify_page_change() is
  'Notifies page_changes and raises the version of pages: kept pages show something that is no longer so.';

create function private.page_version() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(changes.id), 0)::text from private.page_changes as changes;
$$;
grant execute on function private.page_version() to anon, authenticated;

create function public.page_version() returns text
language sql stable set search_path = '' begin atomic select private.page_version(); end;
comment on function public.page_version() is
  'Another text whenever what pages show has changed: for processes that keep pages and hear no notifications (decision 0168).';
grant execute on function public.page_version() to anon, authenticated;
