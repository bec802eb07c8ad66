-- What the accessibility statement says of what is shown, counted at that moment and not promised once.
create function private.accessibility_state() returns json
language sql stable security definer set search_path = '' as $$
  with shown_lessons as (
    select coalesce(contents.captions, '[]') <> '[]' as has_captions, coalesce(contents.transcript, '[]') <> '[]' as has_transcript
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join public.lesson_contents as contents on contents.lesson_id = lessons.id
    where lessons.is_published
  ), shown_articles as (
    select articles.body @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")' as lacks_words,
      (select node -> 'attrs' ->> 'level' from jsonb_array_elements(articles.body -> 'content') with ordinality as nodes (node, place)
        where node ->> 'type' = 'heading' order by place limit 1) = '3' as skips_level
    from public.articles where articles.is_published and coalesce(articles.published_at, articles.created_at) <= now()
  )
  select json_build_object(
    'lessons', (select count(*) from shown_lessons),
    'captioned', (select count(*) from shown_lessons where has_captions),
    'transcribed', (select count(*) from shown_lessons where has_transcript),
    'silent', (select count(*) from shown_lessons where not has_captions and not has_transcript),
    'articles', (select count(*) from shown_articles),
    'pictures_without_words', (select count(*) from shown_articles where lacks_words),
    'headings_out_of_order', (select count(*) from shown_articles where skips_level))
$$;
revoke execute on function private.accessibility_state() from public;
grant execute on function private.accessibility_state() to anon, authenticated;
create function public.accessibility_state() returns json
language sql stable set search_path = '' begin atomic select private.accessibility_state(); end;
comment on function public.accessibility_state() is
  'Of the lessons that visitors are shown how many have captions, a transcript, or neither; of the articles how many have a picture without words for it, or headings that begin too low. Counts, and nothing of a draft.';
revoke execute on function public.accessibility_state() from public;
grant execute on function public.accessibility_state() to anon, authenticated;

create trigger lesson_contents_change_pages after insert or update or delete or truncate on public.lesson_contents
  for each statement execute function private.tell_page_change();
