create table public.authors (
  id uuid primary key default gen_random_uuid(),
  name_he text not null,
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  image_url text,
  expertise_areas text[] not null default '{}',
  bio_he text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint authors_bounds_check check (char_length(name_he) <= 120 and char_length(bio_he) <= 2000 and
    char_length(slug) <= 80 and private.are_short(expertise_areas, 10, 60))
);
alter table public.authors add constraint authors_image_url_check check (private.is_picture_address(image_url)) not valid;
comment on table public.authors is 'Lecturers and writers ([3-12]).';
grant select on public.authors to anon, authenticated;
alter table public.authors enable row level security;

create policy authors_select_everyone on public.authors for select to anon, authenticated using (true);

create trigger authors_update_touch before update on public.authors
  for each row execute function private.set_updated_at();

create trigger authors_change_audit after insert or update or delete on public.authors
  for each row execute function private.record_change();

create trigger authors_change_pages after insert or update or delete or truncate on public.authors
  for each statement execute function private.notify_page_change();

create trigger authors_change_content after insert or delete or update on public.authors
  for each row execute function private.note_content('author');
