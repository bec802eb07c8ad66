-- What an article is about, in tags that lead to the others, and which articles are shown at its end.
grant execute on function private.are_tags(text[]) to authenticated;
alter table public.articles
  add column tags text[] not null default '{}' check (private.are_tags(tags)),
  add column related_ids uuid[] not null default '{}' check (cardinality(related_ids) <= 3);
comment on column public.articles.related_ids is
  'Articles that staff chose to show at the end; without them, those that share most tags are. One that is hidden is left out.';

create function private.related_articles(id uuid, chosen uuid[], tags text[]) returns setof public.articles
language sql stable set search_path = '' as $$
  select others.* from public.articles as others
  where others.id <> related_articles.id and others.is_published and coalesce(others.published_at, others.created_at) <= now()
    and case when cardinality(chosen) > 0 then others.id = any (chosen) else others.tags && related_articles.tags end
  order by array_position(chosen, others.id), (select count(*) from unnest(others.tags) as tag where tag = any (related_articles.tags)) desc,
    others.published_at desc nulls last, others.id
  limit 3
$$;
comment on function private.related_articles(uuid, uuid[], text[]) is
  'At most three public articles beside another: the chosen ones in their order, else those that share most of its tags, the newest first.';
revoke execute on function private.related_articles(uuid, uuid[], text[]) from public;
grant execute on function private.related_articles(uuid, uuid[], text[]) to anon, authenticated;
create function public.related_articles(public.articles) returns setof public.articles
language sql stable rows 3 set search_path = '' begin atomic
  select related.* from private.related_articles($1.id, $1.related_ids, $1.tags) as related;
end;
comment on function public.related_articles(public.articles) is
  'The articles shown at the end of another, so that its page is one statement.';
revoke execute on function public.related_articles(public.articles) from public;
grant execute on function public.related_articles(public.articles) to anon, authenticated;

create or replace function private.article_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  said constant text := value #>> '{}';
  is_empty constant boolean := coalesce(value, 'null') = 'null' or said = '';
begin
  case field
    when 'excerpt_he' then
      return case when not is_empty and (jsonb_typeof(value) <> 'string' or char_length(said) > 400) then 'TOO_LONG' end;
    when 'body' then
      return private.rich_text_problem(value);
    when 'cover_url' then
      return private.general_content_field_problem(kind, id, 'image_url', value);
    when 'tags' then
      return case when jsonb_typeof(value) is distinct from 'array' or value @? 'strict $[*] ? (@.type() != "string")'
        or not private.are_tags(array(select jsonb_array_elements_text(value))) then 'LIST' end;
    when 'related_ids' then
      if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 3 or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'LIST';
      end if;
      return case when exists (
        select from jsonb_array_elements_text(value) as named (id)
        where named.id = article_field_problem.id::text or not exists (select from public.articles where articles.id::text = named.id)) then 'NOT_THERE' end;
    when 'checked_on' then
      if is_empty then
        return null;
      end if;
      if jsonb_typeof(value) <> 'string' or said !~ '^20\d\d-\d\d-\d\d$' then
        return 'DAY';
      end if;
      begin
        return case when said::date > (now() at time zone 'Asia/Jerusalem')::date then 'DAY' end;
      exception when datetime_field_overflow then
        return 'DAY';
      end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $$;

update private.content_kinds set fields = fields || '{tags,related_ids}' where kind in ('news', 'essay');
-- What was kept before had neither.
update private.content_items set draft = '{"tags": [], "related_ids": []}' || draft where kind in ('news', 'essay');
update private.content_versions set data = '{"tags": [], "related_ids": []}' || data where kind in ('news', 'essay');

create or replace function private.preview_rows(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  draft constant jsonb := private.draft_content(kind, id);
  author constant jsonb := (
    select to_jsonb(authors) from public.authors where authors.id::text = draft ->> 'author_id');
begin
  case kind
    when 'category' then
      return draft || jsonb_build_object('courses', (
        select coalesce(jsonb_agg(to_jsonb(courses) || jsonb_build_object(
          'author', to_jsonb(authors), 'lessons', (
            select coalesce(jsonb_agg(jsonb_build_object('id', lessons.id)), '[]') from public.lessons
            where lessons.course_id = courses.id and lessons.is_published)) order by courses.order_index), '[]')
        from public.courses left join public.authors on authors.id = courses.author_id
        where courses.category_id = preview_rows.id and courses.is_published));
    when 'course' then
      return draft || jsonb_build_object(
        'category', (select to_jsonb(categories) from public.categories where categories.id::text = draft ->> 'category_id'),
        'author', author, 'opened', private.draft_lessons(id), 'lessons', private.draft_lessons(id), 'quizzes', '[]'::jsonb);
    when 'lesson' then
      return draft || jsonb_build_object('course_lessons', private.draft_lessons((draft ->> 'course_id')::uuid));
    when 'news', 'essay' then
      return draft || jsonb_build_object('author', author, 'published_at', coalesce(draft -> 'published_at', to_jsonb(now())), 'categories', '[]'::jsonb,
        'related', (
          select coalesce(jsonb_agg(to_jsonb(related) || jsonb_build_object('author', to_jsonb(authors))), '[]')
          from private.related_articles(id, array(select jsonb_array_elements_text(coalesce(draft -> 'related_ids', '[]')))::uuid[],
            array(select jsonb_array_elements_text(coalesce(draft -> 'tags', '[]')))) as related
          left join public.authors on authors.id = related.author_id));
    else
      return draft;
  end case;
end $$;

create or replace function private.list_links_to(kind text, id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live jsonb;
  place text;
begin
  perform private.own_content_item(list_links_to.kind, list_links_to.id);
  live := private.live_content(list_links_to.kind, list_links_to.id);
  place := case list_links_to.kind
    when 'course' then '/courses/' || list_links_to.id
    when 'lesson' then '/courses/' || (live ->> 'course_id') || '/lessons/' || list_links_to.id
    when 'quiz' then '/courses/' || (live ->> 'course_id') || '/quizzes/' || list_links_to.id
    when 'category' then '/categories/' || (live ->> 'slug')
    when 'news' then '/news/' || (live ->> 'slug')
    when 'essay' then '/news/' || (live ->> 'slug') end;
  return (
    select coalesce(jsonb_agg(found.line order by found.title), '[]') from (
      select texts.title, jsonb_build_object('kind', texts.kind, 'id', texts.id, 'title', texts.title, 'is_shown', bool_or(texts.shown)) as line
      from (
        select articles.kind, articles.id, articles.title_he as title, articles.body, articles.is_published as shown,
          to_jsonb(articles.related_ids) as related from public.articles
        union all
        select items.kind, items.id, items.draft ->> 'title_he', items.draft -> 'body', false, items.draft -> 'related_ids' from private.content_items as items
        where items.kind in ('news', 'essay') and items.trashed_at is null) as texts
      where texts.id <> list_links_to.id and (
        texts.related ? list_links_to.id::text
        or strpos(texts.body::text, case when list_links_to.kind = 'course' then list_links_to.id::text else place end) > 0
        and exists (
          select from private.rich_text_links(texts.body) as links (address)
          where regexp_replace(links.address, '[?#].*$', '') = place or links.address like place || '/%'))
      group by texts.kind, texts.id, texts.title limit 100) as found);
end $$;
