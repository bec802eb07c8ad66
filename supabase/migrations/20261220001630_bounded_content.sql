-- What editors refuse, tables refuse as well: a row of any length or shape makes every page that lists it slow or broken.
-- A summary alone may be as long as a body, since content that was brought in by a seed is.
create function private.are_short(texts text[], most integer, length integer) returns boolean
language sql immutable set search_path = ''
return cardinality(texts) <= most and not exists (select from unnest(texts) as one where one is null or char_length(one) > length);
comment on function private.are_short(text[], integer, integer) is 'Whether a list has at most so many texts, each of at most so many characters.';
revoke execute on function private.are_short(text[], integer, integer) from public;

create function private.is_rich_text(body jsonb) returns boolean
language sql immutable security definer set search_path = ''
return case when jsonb_typeof(body) = 'object' then private.rich_text_problem('{"content": []}'::jsonb || body) is null else false end;
comment on function private.is_rich_text(jsonb) is 'Whether a body is a document as the editor makes it; one without content is empty.';
revoke execute on function private.is_rich_text(jsonb) from public;
grant execute on function private.are_short(text[], integer, integer), private.is_rich_text(jsonb), private.are_captions(jsonb),
  private.is_transcript(jsonb) to service_role;

-- Rows that were written past the editors are cut to what fits; what they said stays among their versions.
update public.articles set
  title_he = left(title_he, 120), excerpt_he = left(excerpt_he, 400),
  slug = case when char_length(slug) > 80 then left(slug, 43) || '-' || id else slug end
where char_length(title_he) > 120 or char_length(excerpt_he) > 400 or char_length(slug) > 80;
update public.articles set body = jsonb_build_object('type', 'doc', 'content', case
  when private.rich_text_words(body) ~ '\S' then jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
    jsonb_build_array(jsonb_build_object('type', 'text', 'text', left(private.rich_text_words(body), 100000))))) else '[]' end)
where not private.is_rich_text(body);
update public.authors set
  name_he = left(name_he, 120), bio_he = left(bio_he, 2000),
  slug = case when char_length(slug) > 80 then left(slug, 43) || '-' || id else slug end,
  expertise_areas = case when private.are_short(expertise_areas, 10, 60) then expertise_areas
    else array(select left(area, 60) from unnest(expertise_areas[1:10]) as area where area is not null) end
where char_length(name_he) > 120 or char_length(bio_he) > 2000 or char_length(slug) > 80 or not private.are_short(expertise_areas, 10, 60);
update public.categories set
  name_he = left(name_he, 120), description_he = left(description_he, 2000),
  slug = case when char_length(slug) > 80 then left(slug, 43) || '-' || id else slug end
where char_length(name_he) > 120 or char_length(description_he) > 2000 or char_length(slug) > 80;
update public.courses set
  title_he = left(title_he, 120), description_he = left(description_he, 2000), duration_minutes = least(duration_minutes, 9999),
  status = left(status, 40), level = left(level, 40), vimeo_folder_id = left(vimeo_folder_id, 40), author_name = left(author_name, 120),
  author_expertise_areas = case when private.are_short(author_expertise_areas, 10, 60) then author_expertise_areas
    else array(select left(area, 60) from unnest(author_expertise_areas[1:10]) as area where area is not null) end
where char_length(title_he) > 120 or char_length(description_he) > 2000 or duration_minutes > 9999 or char_length(status) > 40
  or char_length(level) > 40 or char_length(vimeo_folder_id) > 40 or char_length(author_name) > 120
  or not private.are_short(author_expertise_areas, 10, 60);
update public.lessons set title_he = left(title_he, 120), description_he = left(description_he, 2000)
where char_length(title_he) > 120 or char_length(description_he) > 2000;
update public.lesson_contents set
  summary_he = left(summary_he, 100000),
  video_ref = case when char_length(video_ref) <= 191 then video_ref end,
  captions = case when private.are_captions(captions) then captions else '[]' end,
  transcript = case when private.is_transcript(transcript) then transcript else '[]' end
where char_length(summary_he) > 100000 or char_length(video_ref) > 191 or not private.are_captions(captions) or not private.is_transcript(transcript);
update public.legal_documents set title_he = left(title_he, 120) where char_length(title_he) > 120;

alter table public.articles add constraint articles_bounds_check check (
  char_length(title_he) <= 120 and char_length(excerpt_he) <= 400 and char_length(slug) <= 80);
alter table public.articles add constraint articles_rich_text_check check (private.is_rich_text(body));
alter table public.authors add constraint authors_bounds_check check (
  char_length(name_he) <= 120 and char_length(bio_he) <= 2000 and char_length(slug) <= 80 and private.are_short(expertise_areas, 10, 60));
alter table public.categories add constraint categories_bounds_check check (
  char_length(name_he) <= 120 and char_length(description_he) <= 2000 and char_length(slug) <= 80);
alter table public.courses add constraint courses_bounds_check check (
  char_length(title_he) <= 120 and char_length(description_he) <= 2000 and duration_minutes <= 9999 and char_length(status) <= 40
  and char_length(level) <= 40 and char_length(vimeo_folder_id) <= 40 and char_length(author_name) <= 120
  and private.are_short(author_expertise_areas, 10, 60));
alter table public.lessons add constraint lessons_bounds_check check (char_length(title_he) <= 120 and char_length(description_he) <= 2000);
alter table public.lesson_contents add constraint lesson_contents_bounds_check check (
  char_length(summary_he) <= 100000 and char_length(video_ref) <= 191 and private.are_captions(captions) and private.is_transcript(transcript));
alter table public.legal_documents add constraint legal_documents_bounds_check check (char_length(title_he) <= 120);
-- What was in force never changes: one of another form, as could be written once, stays, and no other comes.
alter table public.legal_document_versions add constraint legal_document_versions_rich_text_check check (private.is_rich_text(body)) not valid;
do $$ begin
  if not exists (select from public.legal_document_versions where not private.is_rich_text(body)) then
    alter table public.legal_document_versions validate constraint legal_document_versions_rich_text_check;
  end if;
end $$;

-- These asked for less of the same.
alter table public.articles drop constraint articles_body_check;
alter table public.legal_document_versions drop constraint legal_document_versions_body_check;
alter table public.lesson_contents drop constraint lesson_contents_captions_check, drop constraint lesson_contents_transcript_check;
