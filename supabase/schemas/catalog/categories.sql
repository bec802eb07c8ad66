create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name_he text not null,
  description_he text,
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  order_index integer not null default 0,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint categories_bounds_check check (char_length(name_he) <= 120 and char_length(description_he) <= 2000 and
    char_length(slug) <= 80)
);
comment on table public.categories is 'Groups of courses ([3-08]).';
create index categories_order_index_idx on public.categories (order_index) where is_active;
grant select on public.categories to anon, authenticated;
alter table public.categories enable row level security;

create policy categories_select_active on public.categories for select to anon using (is_active);

create policy categories_select_active_or_manager on public.categories for select to authenticated
  using (is_active or (select private.has_permission('categories.manage', 'courses.manage')));

create trigger categories_update_touch before update on public.categories
  for each row execute function private.set_updated_at();

create trigger categories_change_audit after insert or update or delete on public.categories
  for each row execute function private.record_change();

create trigger categories_change_pages after insert or update or delete or truncate on public.categories
  for each statement execute function private.notify_page_change();

create trigger categories_change_content after insert or delete or update on public.categories
  for each row execute function private.note_content('category');
