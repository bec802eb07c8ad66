create function private.accessibility_state() returns json
language sql stable security definer set search_path = '' as $$
  with captioned as materialized (select lesson_id from public.lesson_contents as contents where private.is_filled(contents.captions)),
  transcribed as materialized (select lesson_id from public.lesson_contents as contents where private.is_filled(contents.transcript)),
  shown_lessons as (
    select lessons.id, captioned.lesson_id is not null as has_captions, transcribed.lesson_id is not null as has_transcript
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join captioned on captioned.lesson_id = lessons.id left join transcribed on transcribed.lesson_id = lessons.id
    where lessons.is_published
  ), silent_lessons as materialized (
    select private.published_by_waiver('lesson', id) as is_waived from shown_lessons where not has_captions and not has_transcript
  ), poor_articles as materialized (
    select bool_or(lacks_words) as lacks_words, bool_or(skips_level) as skips_level, private.published_by_waiver(kind, id) as is_waived
    from (
      select kind, id, true as lacks_words, false as skips_level from public.articles
      where is_published and private.lacks_picture_words(body) and coalesce(published_at, created_at) <= now()
      union all
      select kind, id, false, true from public.articles
      where is_published and private.skips_heading_level(body) and coalesce(published_at, created_at) <= now()) as found
    group by kind, id
  )
  select json_build_object(
    'lessons', (select count(*) from shown_lessons),
    'captioned', (select count(*) from shown_lessons where has_captions),
    'transcribed', (select count(*) from shown_lessons where has_transcript),
    'silent', (select count(*) from silent_lessons),
    'silent_waived', (select count(*) from silent_lessons where is_waived),
    'articles', (select count(*) from public.articles where is_published and coalesce(published_at, created_at) <= now()),
    'pictures_without_words', (select count(*) from poor_articles where lacks_words),
    'pictures_waived', (select count(*) from poor_articles where lacks_words and is_waived),
    'headings_out_of_order', (select count(*) from poor_articles where skips_level),
    'headings_waived', (select count(*) from poor_articles where skips_level and is_waived))
$$;
grant execute on function private.accessibility_state() to anon, authenticated;

create function public.accessibility_state() returns json
language sql stable set search_path = '' begin atomic select private.accessibility_state(); end;
comment on function public.accessibility_state() is
  'Of the lessons that visitors are shown how many have captions, a transcript, or neither; of the articles how many have a picture without words for it, or headings that begin too low; and how many of each were published so with a reason that stands. Counts, and nothing of a draft or a reason.';
grant execute on function public.accessibility_state() to anon, authenticated;

create function private.published_by_waiver(kind text, id uuid) returns boolean
language sql stable set search_path = '' return coalesce((
  select versions.waiver is not null from private.content_versions as versions
  where versions.kind = published_by_waiver.kind and versions.id = published_by_waiver.id order by versions.version desc limit 1), false);
comment on function private.published_by_waiver(text, uuid) is
  'Whether what visitors are shown of a record was published with a reason although something was missing.';

create function private.is_filled(texts jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return texts <> '[]';
comment on function private.is_filled(jsonb) is 'Whether captions or a transcript hold a line.';
grant execute on function private.is_filled(jsonb) to authenticated, service_role;

create function private.lacks_picture_words(body jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return body @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")';
comment on function private.lacks_picture_words(jsonb) is
  'Whether a text shows a picture without words for those who do not see it.';
grant execute on function private.lacks_picture_words(jsonb) to authenticated, service_role;

create function private.skips_heading_level(body jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return coalesce((
  select nodes.node -> 'attrs' ->> 'level' from jsonb_array_elements(body -> 'content') with ordinality as nodes (node, place)
  where nodes.node ->> 'type' = 'heading' order by nodes.place limit 1) = '3', false);
comment on function private.skips_heading_level(jsonb) is
  'Whether the first heading of a text stands a level too low.';
grant execute on function private.skips_heading_level(jsonb) to authenticated, service_role;
