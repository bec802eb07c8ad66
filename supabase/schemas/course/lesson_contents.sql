create table public.lesson_contents (
  lesson_id uuid primary key references public.lessons(id) on delete cascade,
  provider text not null default 'file' check (provider in ('vimeo', 'file')),
  video_ref text,
  poster_url text,
  captions jsonb not null default '[]'::jsonb,
  transcript jsonb not null default '[]'::jsonb,
  summary_he text,
  attachments jsonb not null default '[]'::jsonb check (jsonb_typeof(attachments) = 'array'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  previews_url text check (private.is_picture_address(previews_url)),
  chapters jsonb not null default '[]'::jsonb check (private.are_chapters(chapters)),
  constraint lesson_contents_attachments_shape_check check (private.are_attachments(attachments)),
  constraint lesson_contents_bounds_check check (char_length(summary_he) <= 100000 and char_length(video_ref) <= 191
    and private.are_captions(captions) and private.is_transcript(transcript)),
  constraint lesson_contents_file_path_check check (provider <> 'file' or video_ref is null or video_ref = '' or
    video_ref !~ '(^|/)[.]{0,2}(/|$)' and video_ref !~ '[[:cntrl:]\\]'),
  constraint lesson_contents_vimeo_number_check check (provider <> 'vimeo' or video_ref is null or video_ref ~
    '^[0-9]{1,20}(/[0-9a-z]{6,40})?$')
);
alter table public.lesson_contents add constraint lesson_contents_poster_url_check check (private.is_picture_address(poster_url)) not valid;
comment on table public.lesson_contents is
  'Video, captions and texts of a lesson: for active students with a verified email, and for staff ([2.1-14], [6-05]).';
comment on column public.lesson_contents.video_ref is 'Vimeo number, behind it the code of an unlisted video (123456789/abcdef1234); or path of the file in the bucket lesson-videos.';
comment on column public.lesson_contents.attachments is 'Files to take along, [{title, path, bytes}]: the path of the file in the bucket lesson-files.';
comment on column public.lesson_contents.previews_url is 'Sheet of small pictures of the video for its timeline: 160 by 90 pixels, six a row from the left, one every five seconds.';
comment on column public.lesson_contents.chapters is 'Chapters of the video, [{start, title}]: a chapter lasts until the next one.';
create index lesson_contents_attachments_idx on public.lesson_contents using gin (attachments jsonb_path_ops) with (fastupdate = off);
create index lesson_contents_video_ref_idx on public.lesson_contents (video_ref) where provider = 'file';
create index lesson_contents_captioned_idx on public.lesson_contents (lesson_id) where private.is_filled(captions);
create index lesson_contents_transcribed_idx on public.lesson_contents (lesson_id) where private.is_filled(transcript);
grant select on public.lesson_contents to authenticated;
alter table public.lesson_contents enable row level security;

create function private.lessons_with_file(path text) returns setof uuid
language sql stable security definer rows 1 set search_path = '' as $$
  select lesson_id from public.lesson_contents
  where attachments @> jsonb_build_array(jsonb_build_object('path', path))
$$;
comment on function private.lessons_with_file(text) is
  'The lessons that name a file of the bucket lesson-files, whoever asks: looking into jsonb is not leakproof, so under row level security no index would be used. Policies join it with what the caller may read.';
grant execute on function private.lessons_with_file(text) to authenticated;

create function private.are_chapters(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(list) <> 'array' then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    when list @? '$[*] ? (!(
        @.start.type() == "number" && @.start >= 0 && @.start < 86400 && @.start.floor() == @.start
        && @.title.type() == "string" && @.title like_regex "^\\S.{0,79}$"))' then false
    when jsonb_array_length(list) > 40 then false
    when (list -> 0 ->> 'start')::numeric <> 0 then false
    else not exists (
      select from (
        select (chapter ->> 'start')::numeric - lag((chapter ->> 'start')::numeric) over (order by place) as step
        from jsonb_array_elements(list) with ordinality as entries (chapter, place)) as steps
      where steps.step <= 0)
  end
$$;
comment on function private.are_chapters(jsonb) is
  'A list of at most 40 chapters [{start, title}]: whole seconds that rise from 0, titles of 1 to 80 characters.';
grant execute on function private.are_chapters(jsonb) to authenticated, service_role;

create function private.note_content_part() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  record constant uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1];
  live constant jsonb := private.live_content(of_kind, record);
  rules private.content_kinds;
begin
  -- It goes with its record.
  if live is null then
    return null;
  end if;
  if coalesce(current_setting('academy.publishing', true), '') = '' then
    select * into rules from private.content_kinds as kinds where kinds.kind = of_kind;
    perform private.keep_content(of_kind, record,
      (live - rules.part_fields) || case when tg_op = 'INSERT' then coalesce(rules.part_empty, '{}') else to_jsonb(old) end, live);
  end if;
  perform private.note_changed_public_row(of_kind, record, live);
  return null;
end $$;
comment on function private.note_content_part() is 'The same for the second row of a record.';

create function private.are_captions(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 6 then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    else not exists (
      select from jsonb_array_elements(list) as track
      where coalesce(track ->> 'lang', '') !~ '^[a-z]{2}$' or coalesce(track ->> 'label', '') !~ '^\S.{0,59}$'
        or coalesce(track ->> 'vtt', '') !~ '^WEBVTT' or octet_length(track ->> 'vtt') > 300000)
      and (select count(*) = count(distinct track ->> 'lang') from jsonb_array_elements(list) as track)
  end
$$;
comment on function private.are_captions(jsonb) is
  'A list of at most six tracks [{lang, label, vtt}], one a language, each a WebVTT text of 300 kB at most.';
grant execute on function private.are_captions(jsonb) to service_role;

create function private.is_transcript(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 5000 then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    when list @? '$[*] ? (!(
        @.start.type() == "number" && @.start >= 0 && @.start < 86400 && @.end.type() == "number" && @.end > @.start && @.end <= 86400
        && @.text.type() == "string" && @.text like_regex "^\\S"))' then false
    else not exists (
      select from (
        select (cue ->> 'start')::numeric - lag((cue ->> 'start')::numeric) over (order by place) as step, cue ->> 'text' as words
        from jsonb_array_elements(list) with ordinality as cues (cue, place)) as steps
      where steps.step < 0 or char_length(steps.words) > 2000)
  end
$$;
comment on function private.is_transcript(jsonb) is
  'A list of at most 5,000 sentences [{start, end, text}], seconds in the order of their beginnings.';
grant execute on function private.is_transcript(jsonb) to service_role;

create function private.lesson_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case field
    when 'captions' then case when not private.are_captions(value) then 'CAPTIONS' end
    when 'transcript' then case when not private.is_transcript(value) then 'TRANSCRIPT' end
    when 'chapters' then case when not coalesce(private.are_chapters(value), false) then 'CHAPTERS' end
    when 'attachments' then case when not private.are_attachments(value) then 'ATTACHMENTS' end
    else private.general_content_field_problem(kind, id, field, value) end;
end $$;
comment on function private.lesson_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, and CAPTIONS, TRANSCRIPT, CHAPTERS or ATTACHMENTS for a list that is none.';

create function private.lesson_gaps(id uuid, data jsonb) returns jsonb
language sql stable set search_path = '' return case
  when coalesce(data -> 'captions', '[]') = '[]' and coalesce(data -> 'transcript', '[]') = '[]'
    then '[{"code": "CAPTIONS_MISSING", "field": "captions", "can_waive": true}]'::jsonb
  else '[]'::jsonb end;

create function private.are_attachments(list jsonb) returns boolean
language sql immutable set search_path = '' return coalesce(
  jsonb_typeof(list) = 'array' and list @@ '$.size() <= 20'
  and not list @? 'strict $[*] ? (@.type() != "object")'
  and not list @? '$[*] ? (!(
    @.title.type() == "string" && @.title like_regex "^\\S.{0,119}$"
    && @.path.type() == "string" && @.path like_regex "^[A-Za-z0-9][A-Za-z0-9/_-]{0,190}[.](pdf|csv|xlsx|docx|zip)$"
    && @.bytes.type() == "number" && @.bytes > 0 && @.bytes <= 20971520))', false);
comment on function private.are_attachments(jsonb) is
  'A list of at most twenty files [{title, path, bytes}] of the bucket lesson-files.';
grant execute on function private.are_attachments(jsonb) to authenticated, service_role;

create policy lesson_contents_select_student_or_manager on public.lesson_contents for select to authenticated
  using (((select private.is_verified_student()) and (exists ( select
   from (public.lessons
     join public.courses on ((courses.id = lessons.course_id)))
  where ((lessons.id = lesson_contents.lesson_id) and lessons.is_published and courses.is_published)))) or (select private.can_read_drafts()));

create trigger lesson_contents_update_touch before update on public.lesson_contents
  for each row execute function private.set_updated_at();

create trigger lesson_contents_change_audit after insert or update or delete on public.lesson_contents
  for each row execute function private.record_change();

create trigger lesson_contents_change_content after insert or delete or update on public.lesson_contents
  for each row execute function private.note_content_part('lesson', 'lesson_id');

create trigger lesson_contents_change_pages after insert or update or delete or truncate on public.lesson_contents
  for each statement execute function private.notify_page_change();
