-- Captions, transcript and chapters are written, published and kept like the rest of a lesson.
create function private.are_captions(list jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 4 then false
    when list @? 'strict $[*] ? (@.type() != "object")' then false
    else not exists (
      select from jsonb_array_elements(list) as track
      where coalesce(track ->> 'lang', '') !~ '^[a-z]{2}$' or coalesce(track ->> 'label', '') !~ '^\S.{0,59}$'
        or coalesce(track ->> 'vtt', '') !~ '^WEBVTT' or octet_length(track ->> 'vtt') > 300000)
      and (select count(*) = count(distinct track ->> 'lang') from jsonb_array_elements(list) as track)
  end
$$;
comment on function private.are_captions(jsonb) is
  'A list of at most four tracks [{lang, label, vtt}], one a language, each a WebVTT text of 300 kB at most.';
revoke execute on function private.are_captions(jsonb) from public;

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
revoke execute on function private.is_transcript(jsonb) from public;

create function private.lesson_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case field
    when 'captions' then case when not private.are_captions(value) then 'CAPTIONS' end
    when 'transcript' then case when not private.is_transcript(value) then 'TRANSCRIPT' end
    when 'chapters' then case when not coalesce(private.are_chapters(value), false) then 'CHAPTERS' end
    else private.general_content_field_problem(kind, id, field, value) end;
end $$;
comment on function private.lesson_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, and CAPTIONS, TRANSCRIPT or CHAPTERS for a list that is none.';
revoke execute on function private.lesson_field_problem(text, uuid, text, jsonb) from public;

create function private.lesson_gaps(id uuid, data jsonb) returns jsonb
language sql stable set search_path = '' return case
  when coalesce(data -> 'captions', '[]') = '[]' and coalesce(data -> 'transcript', '[]') = '[]'
    then '[{"code": "CAPTIONS_MISSING", "field": "captions", "can_waive": true}]'::jsonb
  else '[]'::jsonb end;
revoke execute on function private.lesson_gaps(uuid, jsonb) from public;

alter table private.content_kinds add column part_empty jsonb;
comment on column private.content_kinds.part_empty is
  'What the second row holds before anything was written; a record that was made past the screens may lack the row.';
update private.content_kinds set part_empty = '{"provider": "file", "captions": [], "transcript": [], "chapters": []}' where kind = 'lesson';
update private.content_kinds set
  fields = fields || '{captions,transcript,chapters}', part_fields = part_fields || '{captions,transcript,chapters}',
  draft_bytes = 1000000, field_rule = 'lesson_field_problem', gap_rule = 'lesson_gaps'
where kind = 'lesson';

-- What was kept before had these as they stand now.
update private.content_items as items set draft = jsonb_build_object(
    'captions', contents.captions, 'transcript', contents.transcript, 'chapters', contents.chapters) || items.draft
from public.lesson_contents as contents where items.kind = 'lesson' and contents.lesson_id = items.id;
update private.content_items as items set draft = '{"captions": [], "transcript": [], "chapters": []}' || items.draft
where items.kind = 'lesson' and not items.draft ? 'captions';
update private.content_versions as versions set data = jsonb_build_object(
    'captions', items.draft -> 'captions', 'transcript', items.draft -> 'transcript', 'chapters', items.draft -> 'chapters') || versions.data
from private.content_items as items where versions.kind = 'lesson' and items.kind = 'lesson' and items.id = versions.id;

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
  if data ->> 'provider' = 'vimeo' and data ->> 'video_ref' !~ '^[0-9]{1,20}$' then
    found := found || '[{"code": "NUMBER", "field": "video_ref", "can_waive": false}]';
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

create or replace function private.content_part(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rules private.content_kinds;
  found jsonb;
begin
  select * into rules from private.content_kinds as kinds where kinds.kind = content_part.kind;
  if rules.part is not null then
    execute format('select to_jsonb(part) - ''created_at'' - ''updated_at'' from public.%I as part where part.%I = $1', rules.part, rules.part_key)
    into found using id;
    found := coalesce(found, rules.part_empty);
  end if;
  return coalesce(found, '{}');
end $$;

create or replace function private.note_content_part() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_kind constant text := tg_argv[0];
  record constant uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1];
  live constant jsonb := private.live_content(of_kind, record);
  rules private.content_kinds;
begin
  -- It goes with its record.
  if live is null or coalesce(current_setting('academy.publishing', true), '') <> '' then
    return null;
  end if;
  select * into rules from private.content_kinds as kinds where kinds.kind = of_kind;
  perform private.keep_content(of_kind, record,
    (live - rules.part_fields) || case when tg_op = 'INSERT' then coalesce(rules.part_empty, '{}') else to_jsonb(old) end, live);
  return null;
end $$;
