create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title_he text not null,
  description_he text,
  category_id uuid references public.categories on delete set null,
  duration_minutes integer not null default 60 check (duration_minutes >= 0),
  thumbnail_url text,
  author_id uuid references public.authors on delete set null,
  order_index integer not null default 0,
  is_published boolean not null default false,
  status text not null default 'draft',
  vimeo_folder_id text,
  author_name text,
  author_image_url text,
  author_expertise_areas text[],
  level text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.courses is 'Courses; visitors see the published ones ([3-09] to [3-11]).';
comment on column public.courses.author_name is 'Legacy copy of the author ([3-10]), used where no author is linked.';
create index courses_category_id_order_index_idx on public.courses (category_id, order_index);
create index courses_author_id_idx on public.courses (author_id);
create index courses_order_index_idx on public.courses (order_index) where is_published;
revoke all on public.courses from anon, authenticated;
grant select on public.courses to anon;
grant select, insert, update, delete on public.courses to authenticated;
alter table public.courses enable row level security;
create policy courses_select_published on public.courses for select to anon using (is_published);
create policy courses_select_published_or_manager on public.courses for select to authenticated
  using (is_published or (select private.has_permission('courses.manage', 'lessons.manage')));
create policy courses_insert_manager on public.courses for insert to authenticated
  with check ((select private.has_permission('courses.manage')));
create policy courses_update_manager on public.courses for update to authenticated
  using ((select private.has_permission('courses.manage')))
  with check ((select private.has_permission('courses.manage')));
create policy courses_delete_manager on public.courses for delete to authenticated
  using ((select private.has_permission('courses.manage')));
create trigger courses_update_touch before update on public.courses
  for each row execute function private.set_updated_at();
create trigger courses_change_audit after insert or update or delete on public.courses
  for each row execute function private.record_change();
