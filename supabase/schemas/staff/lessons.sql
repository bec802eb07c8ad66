create function private.import_lessons(course uuid, videos jsonb) returns jsonb
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
grant execute on function private.import_lessons(uuid, jsonb) to authenticated;

create function public.import_lessons(course uuid, videos jsonb) returns jsonb
language sql volatile set search_path = '' begin atomic select private.import_lessons(course, videos); end;
comment on function public.import_lessons(uuid, jsonb) is
  'Makes draft lessons at the end of a course, all or none: videos [{id, title, duration_seconds}] of Vimeo, a hundred at most, id a number with the code of an unlisted video behind it; gives {made, known}. 400 IMPORT_INVALID {place}.';
grant execute on function public.import_lessons(uuid, jsonb) to authenticated;

create function private.read_lesson_folder(course uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  live jsonb;
begin
  perform private.require_content_manager('lesson');
  live := private.draft_content('course', course);
  if live is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  if not private.take_attempt('vimeo folder', auth.uid()::text, gen_random_uuid()::text, 60, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Sixty folders an hour');
  end if;
  return nullif(live ->> 'vimeo_folder_id', '');
end $$;
grant execute on function private.read_lesson_folder(uuid) to authenticated;

create function public.read_lesson_folder(course uuid) returns text
language sql volatile set search_path = '' begin atomic select private.read_lesson_folder(course); end;
comment on function public.read_lesson_folder(uuid) is
  'The number of the folder at Vimeo that the draft of a course names; null for none; sixty an hour. For who writes lessons; the function vimeo-folder asks it.';
grant execute on function public.read_lesson_folder(uuid) to authenticated;

create function private.is_vimeo_video(input text) returns boolean
language sql immutable set search_path = '' return input ~ '^[0-9]{1,20}(/[0-9a-z]{6,40})?$';
comment on function private.is_vimeo_video(text) is
  'Whether a text is a number of Vimeo, with the code of an unlisted video behind it or without.';
