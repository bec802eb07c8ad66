create table public.courses (
  id uuid primary key default gen_random_uuid(),
  title_he text not null,
  description_he text,
  category_id uuid references public.categories(id) on delete set null,
  duration_minutes integer not null default 60 check (duration_minutes >= 0),
  thumbnail_url text,
  author_id uuid references public.authors(id) on delete set null,
  order_index integer not null default 0,
  is_published boolean not null default false,
  status text not null default 'draft',
  vimeo_folder_id text,
  author_name text,
  author_image_url text,
  author_expertise_areas text[],
  level text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courses_bounds_check check (char_length(title_he) <= 120 and char_length(description_he) <= 2000 and
    duration_minutes <= 9999 and char_length(status) <= 40 and char_length(level) <= 40 and
    char_length(vimeo_folder_id) <= 40 and char_length(author_name) <= 120 and
    private.are_short(author_expertise_areas, 10, 60)),
  constraint courses_vimeo_folder_check check (vimeo_folder_id ~ '^[0-9]{0,20}$')
);
alter table public.courses add constraint courses_author_image_url_check check (private.is_picture_address(author_image_url)) not valid;
alter table public.courses add constraint courses_thumbnail_url_check check (private.is_picture_address(thumbnail_url)) not valid;
comment on table public.courses is 'Courses; visitors see the published ones ([3-09] to [3-11]).';
comment on column public.courses.author_name is 'Legacy copy of the author ([3-10]), used where no author is linked.';
create index courses_category_id_order_index_idx on public.courses (category_id, order_index);
create index courses_author_id_idx on public.courses (author_id);
create index courses_order_index_idx on public.courses (order_index) where is_published;
grant select on public.courses to anon, authenticated;
alter table public.courses enable row level security;

create function private.can_read_draft_courses() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', 'lessons.manage', 'quizzes.manage');
end $$;
comment on function private.can_read_draft_courses() is
  'Whether the caller reads courses and lessons, without what lessons hold, before they are published: who manages courses, lessons or tests.';
grant execute on function private.can_read_draft_courses() to authenticated;

create policy courses_select_published on public.courses for select to anon using (is_published);

create policy courses_select_published_or_manager on public.courses for select to authenticated
  using (is_published or (select private.can_read_draft_courses()));

create trigger courses_update_touch before update on public.courses
  for each row execute function private.set_updated_at();

create trigger courses_change_audit after insert or update or delete on public.courses
  for each row execute function private.record_change();

create trigger courses_change_pages after insert or update or delete or truncate on public.courses
  for each statement execute function private.notify_page_change();

create trigger courses_change_content after insert or delete or update on public.courses
  for each row execute function private.note_content('course');

create trigger courses_delete_keep before delete on public.courses
  for each row execute function private.keep_student_work();
