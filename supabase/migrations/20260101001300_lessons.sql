create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses on delete cascade,
  title_he text not null,
  description_he text,
  duration_seconds integer not null default 0 check (duration_seconds between 0 and 86400),
  order_index integer not null default 0,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.lessons is 'The public side of a lesson ([3-13]); its video and texts are in lesson_contents.';
create index lessons_course_id_order_index_idx on public.lessons (course_id, order_index);
revoke all on public.lessons from anon, authenticated;
grant select on public.lessons to anon;
grant select, insert, update, delete on public.lessons to authenticated;
alter table public.lessons enable row level security;
-- A published lesson of a draft course stays hidden as well.
create policy lessons_select_published on public.lessons for select to anon
  using (is_published and course_id in (select courses.id from public.courses where courses.is_published));
create policy lessons_select_published_or_manager on public.lessons for select to authenticated
  using (
    (is_published and course_id in (select courses.id from public.courses where courses.is_published))
    or (select private.has_permission('lessons.manage', 'courses.manage')));
create policy lessons_insert_manager on public.lessons for insert to authenticated
  with check ((select private.has_permission('lessons.manage', 'courses.manage')));
create policy lessons_update_manager on public.lessons for update to authenticated
  using ((select private.has_permission('lessons.manage', 'courses.manage')))
  with check ((select private.has_permission('lessons.manage', 'courses.manage')));
create policy lessons_delete_manager on public.lessons for delete to authenticated
  using ((select private.has_permission('lessons.manage', 'courses.manage')));
create trigger lessons_update_touch before update on public.lessons
  for each row execute function private.set_updated_at();
create trigger lessons_change_audit after insert or update or delete on public.lessons
  for each row execute function private.record_change();
