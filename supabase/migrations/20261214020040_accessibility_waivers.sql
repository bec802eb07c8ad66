-- Of what is missing the statement also says how much was published so with a reason that stands: counts by what is missing,
-- and no word of the reasons, which are the team's own.
create function private.stands_by_waiver(kind text, id uuid) returns boolean
language sql stable set search_path = '' return coalesce((
  select versions.waiver is not null from private.content_versions as versions
  where versions.kind = stands_by_waiver.kind and versions.id = stands_by_waiver.id order by versions.version desc limit 1), false);
comment on function private.stands_by_waiver(text, uuid) is 'Whether what visitors are shown of a record was published with a reason although something was missing.';
revoke execute on function private.stands_by_waiver(text, uuid) from public;

create or replace function private.accessibility_state() returns json
language sql stable security definer set search_path = '' as $$
  with shown_lessons as (
    select lessons.id, coalesce(contents.captions, '[]') <> '[]' as has_captions, coalesce(contents.transcript, '[]') <> '[]' as has_transcript
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join public.lesson_contents as contents on contents.lesson_id = lessons.id
    where lessons.is_published
  ), silent_lessons as materialized (
    select private.stands_by_waiver('lesson', id) as is_waived from shown_lessons where not has_captions and not has_transcript
  ), shown_articles as (
    select articles.kind, articles.id, articles.body @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")' as lacks_words,
      (select node -> 'attrs' ->> 'level' from jsonb_array_elements(articles.body -> 'content') with ordinality as nodes (node, place)
        where node ->> 'type' = 'heading' order by place limit 1) = '3' as skips_level
    from public.articles where articles.is_published and coalesce(articles.published_at, articles.created_at) <= now()
  ), poor_articles as materialized (
    select lacks_words, skips_level, private.stands_by_waiver(kind, id) as is_waived from shown_articles where lacks_words or skips_level
  )
  select json_build_object(
    'lessons', (select count(*) from shown_lessons),
    'captioned', (select count(*) from shown_lessons where has_captions),
    'transcribed', (select count(*) from shown_lessons where has_transcript),
    'silent', (select count(*) from silent_lessons),
    'silent_waived', (select count(*) from silent_lessons where is_waived),
    'articles', (select count(*) from shown_articles),
    'pictures_without_words', (select count(*) from poor_articles where lacks_words),
    'pictures_waived', (select count(*) from poor_articles where lacks_words and is_waived),
    'headings_out_of_order', (select count(*) from poor_articles where skips_level),
    'headings_waived', (select count(*) from poor_articles where skips_level and is_waived))
$$;
comment on function public.accessibility_state() is
  'Of the lessons that visitors are shown how many have captions, a transcript, or neither; of the articles how many have a picture without words for it, or headings that begin too low; and how many of each were published so with a reason that stands. Counts, and nothing of a draft or a reason.';
