create table public.authors (
  id uuid primary key default gen_random_uuid(),
  name_he text not null,
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  image_url text,
  expertise_areas text[] not null default '{}',
  bio_he text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.authors is 'Lecturers and writers ([3-12]).';
revoke all on public.authors from anon, authenticated;
grant select on public.authors to anon;
grant select, insert, update, delete on public.authors to authenticated;
alter table public.authors enable row level security;
create policy authors_select_everyone on public.authors for select to anon, authenticated using (true);
create policy authors_insert_manager on public.authors for insert to authenticated
  with check ((select private.has_permission('courses.manage')));
create policy authors_update_manager on public.authors for update to authenticated
  using ((select private.has_permission('courses.manage')))
  with check ((select private.has_permission('courses.manage')));
create policy authors_delete_manager on public.authors for delete to authenticated
  using ((select private.has_permission('courses.manage')));
create trigger authors_update_touch before update on public.authors
  for each row execute function private.set_updated_at();
create trigger authors_change_audit after insert or update or delete on public.authors
  for each row execute function private.record_change();
