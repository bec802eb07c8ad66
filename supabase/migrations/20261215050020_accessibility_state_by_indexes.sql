-- Everybody may ask what the accessibility statement counts, and each time every article and every caption was read: a fifth
-- of a second for two thousand articles. Indexes hold who lacks something, so that no text is read. The functions are said
-- to be dear, which they are; otherwise a small table with large texts beside it looks cheaper to read.
create function private.is_filled(texts jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return texts <> '[]';
comment on function private.is_filled(jsonb) is 'Whether captions or a transcript hold a line.';
create function private.lacks_picture_words(body jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return body @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")';
comment on function private.lacks_picture_words(jsonb) is 'Whether a text shows a picture without words for those who do not see it.';
create function private.skips_heading_level(body jsonb) returns boolean
language sql immutable cost 10000 set search_path = '' return coalesce((
  select nodes.node -> 'attrs' ->> 'level' from jsonb_array_elements(body -> 'content') with ordinality as nodes (node, place)
  where nodes.node ->> 'type' = 'heading' order by nodes.place limit 1) = '3', false);
comment on function private.skips_heading_level(jsonb) is 'Whether the first heading of a text stands a level too low.';
revoke execute on function private.is_filled(jsonb), private.lacks_picture_words(jsonb), private.skips_heading_level(jsonb) from public;
-- Whoever writes a row keeps its indexes.
grant execute on function private.is_filled(jsonb), private.lacks_picture_words(jsonb), private.skips_heading_level(jsonb) to authenticated, service_role;

create index lesson_contents_captioned_idx on public.lesson_contents (lesson_id) where private.is_filled(captions);
create index lesson_contents_transcribed_idx on public.lesson_contents (lesson_id) where private.is_filled(transcript);
create index articles_lacking_picture_words_idx on public.articles (kind, id) where is_published and private.lacks_picture_words(body);
create index articles_skipping_heading_level_idx on public.articles (kind, id) where is_published and private.skips_heading_level(body);

create or replace function private.accessibility_state() returns json
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
    select private.stands_by_waiver('lesson', id) as is_waived from shown_lessons where not has_captions and not has_transcript
  ), poor_articles as materialized (
    select bool_or(lacks_words) as lacks_words, bool_or(skips_level) as skips_level, private.stands_by_waiver(kind, id) as is_waived
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
