create table public.lesson_contents (
  lesson_id uuid primary key references public.lessons on delete cascade,
  provider text not null default 'file' check (provider in ('vimeo', 'file')),
  video_ref text,
  poster_url text,
  captions jsonb not null default '[]' check (jsonb_typeof(captions) = 'array'),
  transcript jsonb not null default '[]' check (jsonb_typeof(transcript) = 'array'),
  summary_he text,
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lesson_contents_vimeo_number_check check (provider <> 'vimeo' or video_ref is null or video_ref ~ '^[0-9]{1,20}$'),
  constraint lesson_contents_attachments_shape_check check (
    attachments @@ '$.size() <= 20'
    and not attachments @? 'strict $[*] ? (@.type() != "object")'
    and not attachments @? '$[*] ? (!(
      @.title.type() == "string" && @.title like_regex "^\\S.{0,119}$"
      && @.path.type() == "string" && @.path like_regex "^[A-Za-z0-9][A-Za-z0-9/_-]{0,190}[.](pdf|csv|xlsx)$"
      && @.bytes.type() == "number" && @.bytes > 0 && @.bytes <= 20971520))')
);
comment on table public.lesson_contents is
  'Video, captions and texts of a lesson: for active students with a verified email, and for staff ([2.1-14], [6-05]).';
comment on column public.lesson_contents.video_ref is 'Vimeo number, or path of the file in the bucket lesson-videos.';
comment on column public.lesson_contents.attachments is
  'Files to take along, [{title, path, bytes}]: the path of the file in the bucket lesson-files.';
create index lesson_contents_attachments_idx on public.lesson_contents using gin (attachments jsonb_path_ops) with (fastupdate = off);
create index lesson_contents_video_ref_idx on public.lesson_contents (video_ref) where provider = 'file';
revoke all on public.lesson_contents from anon, authenticated;
grant select, insert, update, delete on public.lesson_contents to authenticated;
alter table public.lesson_contents enable row level security;
create policy lesson_contents_select_student_or_manager on public.lesson_contents for select to authenticated
  using (
    ((select private.is_verified_student()) and exists (
      select from public.lessons join public.courses on courses.id = lessons.course_id
      where lessons.id = lesson_contents.lesson_id and lessons.is_published and courses.is_published))
    or (select private.has_permission('lessons.manage', 'courses.manage')));
create policy lesson_contents_insert_manager on public.lesson_contents for insert to authenticated
  with check ((select private.has_permission('lessons.manage', 'courses.manage')));
create policy lesson_contents_update_manager on public.lesson_contents for update to authenticated
  using ((select private.has_permission('lessons.manage', 'courses.manage')))
  with check ((select private.has_permission('lessons.manage', 'courses.manage')));
create policy lesson_contents_delete_manager on public.lesson_contents for delete to authenticated
  using ((select private.has_permission('lessons.manage', 'courses.manage')));
create trigger lesson_contents_update_touch before update on public.lesson_contents
  for each row execute function private.set_updated_at();
create trigger lesson_contents_change_audit after insert or update or delete on public.lesson_contents
  for each row execute function private.record_change();

create function private.lessons_with_file(path text) returns setof uuid
language sql stable security definer rows 1 set search_path = '' as $$
  select lesson_id from public.lesson_contents
  where attachments @> jsonb_build_array(jsonb_build_object('path', path))
$$;
comment on function private.lessons_with_file(text) is
  'The lessons that name a file of the bucket lesson-files, whoever asks: looking into jsonb is not leakproof, so under row level security no index would be used. Policies join it with what the caller may read.';
revoke execute on function private.lessons_with_file(text) from public;
grant execute on function private.lessons_with_file(text) to authenticated;
