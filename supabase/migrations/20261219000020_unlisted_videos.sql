-- A video that is unlisted at Vimeo plays only with the code that its link ends with. It is kept behind the number, as the
-- link has it: 123456789/abcdef1234 (decision 0127).
create function private.is_vimeo_video(said text) returns boolean
language sql immutable set search_path = '' return said ~ '^[0-9]{1,20}(/[0-9a-z]{6,40})?$';
comment on function private.is_vimeo_video(text) is 'Whether a text is a number of Vimeo, with the code of an unlisted video behind it or without.';
revoke execute on function private.is_vimeo_video(text) from public;

alter table public.lesson_contents
  drop constraint lesson_contents_vimeo_number_check,
  add constraint lesson_contents_vimeo_number_check check (
    provider <> 'vimeo' or video_ref is null or video_ref ~ '^[0-9]{1,20}(/[0-9a-z]{6,40})?$');
comment on column public.lesson_contents.video_ref is
  'Vimeo number, behind it the code of an unlisted video (123456789/abcdef1234); or path of the file in the bucket lesson-videos.';

create or replace function private.general_content_problems(kind text, id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
  words constant text := concat_ws(' ', data ->> 'title_he', data ->> 'name_he', data ->> 'description_he', data ->> 'bio_he',
    data ->> 'summary_he');
begin
  select coalesce(jsonb_agg(jsonb_build_object('code', problem, 'field', field, 'can_waive', false)), '[]') into found
  from (
    select field, private.content_field_problem(kinds.kind, general_content_problems.id, field, data -> field) as problem
    from private.content_kinds as kinds, unnest(kinds.fields) as field where kinds.kind = general_content_problems.kind) as checked
  where problem is not null;
  if data ->> 'provider' = 'vimeo' and not private.is_vimeo_video(data ->> 'video_ref') then
    found := found || '[{"code": "VIMEO", "field": "video_ref", "can_waive": false}]';
  end if;
  return found || (
    select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', true)), '[]')
    from (values
      ('DESCRIPTION_MISSING', 'description_he', kind in ('category', 'course', 'lesson') and coalesce(trim(data ->> 'description_he'), '') = ''),
      ('VIDEO_MISSING', 'video_ref', kind = 'lesson' and coalesce(data ->> 'video_ref', '') = ''),
      ('DURATION_MISSING', 'duration_seconds', kind = 'lesson' and coalesce(data ->> 'duration_seconds', '0') = '0'),
      ('COURSE_HIDDEN', null, kind = 'lesson' and exists (
        select from public.lessons join public.courses on courses.id = lessons.course_id
        where lessons.id = general_content_problems.id and not courses.is_published)),
      ('CATEGORY_MISSING', 'category_id', kind = 'course' and data ->> 'category_id' is null),
      ('CATEGORY_HIDDEN', 'category_id', kind = 'course' and exists (
        select from public.categories where categories.id::text = data ->> 'category_id' and not categories.is_active)),
      ('AUTHOR_MISSING', 'author_id', kind = 'course' and data ->> 'author_id' is null),
      ('NO_LESSONS', null, kind = 'course' and not exists (
        select from public.lessons where lessons.course_id = general_content_problems.id and lessons.is_published)),
      ('READS_AS_ADVICE', null, private.reads_as_advice(words)))
      as gaps (code, field, is_there)
    where gaps.is_there);
end $$;

create or replace function private.import_lessons(course uuid, videos jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  video jsonb;
  number text;
  place integer := 0;
  made integer := 0;
  known integer := 0;
begin
  perform private.require_content_manager('lesson');
  if private.content_field_problem('course', course, 'parent', to_jsonb(course)) is not null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  if jsonb_typeof(videos) is distinct from 'array' or jsonb_array_length(videos) not between 1 and 100 then
    perform private.raise_app_error('IMPORT_INVALID', 400, 'A list of 1 to 100 videos');
  end if;
  -- Sent twice at once, the second finds what the first made.
  perform pg_advisory_xact_lock(hashtextextended('lessons imported ' || course, 0));
  for video in select value from jsonb_array_elements(videos) loop
    place := place + 1;
    if jsonb_typeof(video) is distinct from 'object' or not private.is_vimeo_video(coalesce(video ->> 'id', ''))
      or coalesce(jsonb_typeof(video -> 'title'), 'null') not in ('string', 'null')
      or coalesce(video ->> 'duration_seconds', '0') !~ '^\d{1,5}$' then
      perform private.raise_app_error('IMPORT_INVALID', 400, 'A video has a number, and may have a title and a length', json_build_object('place', place)::text);
    end if;
    number := split_part(video ->> 'id', '/', 1);
    if exists (select from private.content_items as items join public.lessons on lessons.id = items.id
      where items.kind = 'lesson' and lessons.course_id = import_lessons.course
        and items.draft ->> 'provider' = 'vimeo' and split_part(items.draft ->> 'video_ref', '/', 1) = number) then
      known := known + 1;
      continue;
    end if;
    perform private.create_content('lesson', gen_random_uuid(), jsonb_build_object(
      'course_id', course, 'provider', 'vimeo', 'video_ref', video ->> 'id',
      'title_he', coalesce(nullif(left(trim(video ->> 'title'), 120), ''), 'סרטון ' || number),
      'duration_seconds', least(coalesce((video ->> 'duration_seconds')::integer, 0), 86400)));
    made := made + 1;
  end loop;
  return jsonb_build_object('made', made, 'known', known);
end $$;
create or replace function public.import_lessons(course uuid, videos jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.import_lessons(course, videos); end;
comment on function public.import_lessons(uuid, jsonb) is
  'Makes draft lessons at the end of a course, all or none: videos [{id, title, duration_seconds}] of Vimeo, a hundred at most, id a number with the code of an unlisted video behind it; gives {made, known}. 400 IMPORT_INVALID {place}.';
