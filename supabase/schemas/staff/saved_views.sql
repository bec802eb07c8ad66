create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default private.own_staff_id() references public.admin_users on delete cascade,
  page text not null check (page ~ '^[a-z][a-z-]{0,39}$'),
  name text not null check (name = trim(name) and char_length(name) between 1 and 40),
  query text not null check (char_length(query) <= 1000 and query ~ '^[!-~]*$'),
  created_at timestamptz not null default now()
);
comment on table public.saved_views is 'Named views of the lists of the staff area, each of one member.';
comment on column public.saved_views.query is 'What stands behind the question mark of the address, without a place in the list.';
create index saved_views_owner_id_page_idx on public.saved_views (owner_id, page);
grant select, delete on public.saved_views to authenticated;
grant insert (page, name, query)
  on public.saved_views to authenticated;
grant update (name)
  on public.saved_views to authenticated;
alter table public.saved_views enable row level security;

create function private.own_staff_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select admin_id from private.current_staff());
end $$;
comment on function private.own_staff_id() is
  'The row of the staff member behind the request; null for everyone else.';
grant execute on function private.own_staff_id() to authenticated;

create function private.bound_saved_views() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant integer := 20;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved views ' || new.owner_id, 0));
  if (select count(*) from public.saved_views where owner_id = new.owner_id and page = new.page) >= allowed
    or (select count(*) from public.saved_views where owner_id = new.owner_id) >= allowed * 10 then
    perform private.raise_app_error('TOO_MANY_VIEWS', 409, 'Twenty views a list, two hundred a person');
  end if;
  return new;
end $$;
comment on function private.bound_saved_views() is
  'Runs one at a time for a person, so two windows cannot pass the bound together.';

create policy saved_views_select_own on public.saved_views for select to authenticated
  using (owner_id = (select private.own_staff_id()));

create policy saved_views_insert_own on public.saved_views for insert to authenticated
  with check (owner_id = (select private.own_staff_id()));

create policy saved_views_update_own on public.saved_views for update to authenticated
  using (owner_id = (select private.own_staff_id()))
  with check (owner_id = (select private.own_staff_id()));

create policy saved_views_delete_own on public.saved_views for delete to authenticated
  using (owner_id = (select private.own_staff_id()));

create trigger saved_views_insert_bound before insert on public.saved_views
  for each row execute function private.bound_saved_views();
