create table public.bookmarks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, course_id)
);
comment on table public.bookmarks is
  'Courses that a student has saved ([3-17]); saving twice is refused as a duplicate ([5-20]).';
create index bookmarks_course_id_idx on public.bookmarks (course_id);
grant select, delete on public.bookmarks to authenticated;
grant insert (user_id, course_id)
  on public.bookmarks to authenticated;
alter table public.bookmarks enable row level security;

create policy bookmarks_select_own on public.bookmarks for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

create policy bookmarks_insert_own on public.bookmarks for insert to authenticated
  with check (
    user_id = (select auth.uid()) and (select private.is_active_student())
    and course_id in (select courses.id from public.courses where courses.is_published));

create policy bookmarks_delete_own on public.bookmarks for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));
