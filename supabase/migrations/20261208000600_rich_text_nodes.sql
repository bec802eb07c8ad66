-- What a text of the site may hold besides words: pictures of the library, boxes, footnotes, courses and facts.
create function private.rich_attrs_fit(type text, attrs jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  uuid_form constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  known constant text[] := case type
    when 'picture' then '{media,src,widths,width,height,alt,caption}'
    when 'callout' then '{tone}'
    when 'footnote' then '{text}'
    when 'courseCard' then '{id,title}'
    when 'fact' then '{id,says,checked_on,source}'
    else '{level,dir,start,type,colspan,rowspan,colwidth,align}' end;
begin
  if exists (select from jsonb_each(attrs) as attr where attr.key <> all (known)
    or jsonb_typeof(attr.value) = 'object' or octet_length(attr.value::text) > case when type in ('picture', 'footnote') then 2200 else 900 end) then
    return false;
  end if;
  return coalesce(case type
    when 'picture' then
      attrs ->> 'media' ~ ('^' || uuid_form || '$')
      and attrs ->> 'src' ~ ('^/storage/v1/object/public/images/library/' || (attrs ->> 'media') || '/' || uuid_form || '/$')
      and jsonb_typeof(attrs -> 'widths') = 'array' and jsonb_array_length(attrs -> 'widths') between 1 and 6
      and not exists (select from jsonb_array_elements(attrs -> 'widths') as width where width::text !~ '^[1-9]\d{0,3}$')
      and attrs ->> 'width' ~ '^[1-9]\d{0,4}$' and attrs ->> 'height' ~ '^[1-9]\d{0,4}$'
      and jsonb_typeof(attrs -> 'alt') = 'string' and char_length(attrs ->> 'alt') <= 300
      and coalesce(jsonb_typeof(attrs -> 'caption') in ('string', 'null'), true) and coalesce(char_length(attrs ->> 'caption'), 0) <= 300
    when 'callout' then attrs ->> 'tone' in ('note', 'warning', 'example')
    when 'footnote' then jsonb_typeof(attrs -> 'text') = 'string' and char_length(trim(attrs ->> 'text')) between 1 and 500
    when 'courseCard' then attrs ->> 'id' ~ ('^' || uuid_form || '$') and jsonb_typeof(attrs -> 'title') = 'string'
      and char_length(attrs ->> 'title') between 1 and 200
    when 'fact' then attrs ->> 'id' ~ ('^' || uuid_form || '$')
      and not exists (select from jsonb_each(attrs) as attr where jsonb_typeof(attr.value) not in ('string', 'null'))
    else not exists (select from jsonb_each(attrs) as attr where octet_length(attr.value::text) > 100) end, false);
end $$;
comment on function private.rich_attrs_fit(text, jsonb) is
  'Whether the attributes of a node are those that its kind has. A picture lies in the library, under the address that belongs to its id.';
revoke execute on function private.rich_attrs_fit(text, jsonb) from public;

create or replace function private.rich_text_problem(body jsonb) returns text
language sql immutable set search_path = '' as $$
  with recursive nodes as (
    select body as node, 0 as depth
    union all
    select child.node, nodes.depth + 1 from nodes, jsonb_array_elements(
      case when jsonb_typeof(nodes.node -> 'content') = 'array' then nodes.node -> 'content' else '[]' end) as child (node)
    where nodes.depth < 12),
  marks as (
    select mark.mark from nodes, jsonb_array_elements(
      case when jsonb_typeof(nodes.node -> 'marks') = 'array' then nodes.node -> 'marks' else '[]' end) as mark (mark))
  select case when
    coalesce(body ->> 'type', '') <> 'doc' or jsonb_typeof(body -> 'content') is distinct from 'array'
    or (select count(*) > 6000 or max(depth) > 10 or coalesce(sum(char_length(node ->> 'text')), 0) > 100000 from nodes)
    or exists (
      select from nodes
      where jsonb_typeof(node) <> 'object'
        or coalesce(node ->> 'type', '') not in ('doc', 'text', 'paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote',
          'horizontalRule', 'hardBreak', 'table', 'tableRow', 'tableHeader', 'tableCell', 'picture', 'callout', 'footnote', 'courseCard', 'fact')
        or (depth > 0 and node ->> 'type' = 'doc')
        or exists (select from jsonb_object_keys(node) as key where key not in ('type', 'text', 'attrs', 'marks', 'content'))
        or (node ? 'content' and (jsonb_typeof(node -> 'content') <> 'array'
          or node ->> 'type' in ('text', 'hardBreak', 'horizontalRule', 'picture', 'footnote', 'courseCard', 'fact')))
        or (node ? 'text') <> (node ->> 'type' = 'text') or (node ? 'text' and (jsonb_typeof(node -> 'text') <> 'string' or node ->> 'text' = ''))
        or (node ? 'marks' and (jsonb_typeof(node -> 'marks') <> 'array' or node ->> 'type' not in ('text', 'footnote', 'fact', 'hardBreak')))
        or (node ? 'attrs' and jsonb_typeof(node -> 'attrs') <> 'object')
        or (node ->> 'type' = 'heading' and coalesce(node -> 'attrs' ->> 'level', '') not in ('2', '3'))
        or (node ->> 'type' in ('picture', 'callout', 'footnote', 'courseCard', 'fact') and not node ? 'attrs')
        or (jsonb_typeof(node -> 'attrs') = 'object' and not private.rich_attrs_fit(node ->> 'type', node -> 'attrs')))
    or exists (
      select from marks
      where jsonb_typeof(mark) <> 'object' or coalesce(mark ->> 'type', '') not in ('bold', 'link')
        or exists (select from jsonb_object_keys(mark) as key where key not in ('type', 'attrs'))
        or (mark ->> 'type' = 'bold' and mark ? 'attrs')
        or (mark ->> 'type' = 'link' and (
          jsonb_typeof(mark -> 'attrs' -> 'href') is distinct from 'string' or octet_length(mark ->> 'attrs') > 3000
          or mark -> 'attrs' ->> 'href' !~* '^(https?://|mailto:|tel:|/(?!/)|#)[^\s<>"\\]*$'
          or exists (select from jsonb_object_keys(mark -> 'attrs') as key where key not in ('href', 'target', 'rel', 'class', 'title')))))
  then 'BODY' end
$$;

create or replace function private.rich_text_words(body jsonb) returns text
language sql immutable set search_path = '' return (
  select coalesce(string_agg(said.words #>> '{}', ' '), '') from (
    select jsonb_path_query(body, 'strict $.**.text') as words
    union all select jsonb_path_query(body, 'strict $.**.caption')
    union all select jsonb_path_query(body, 'strict $.**.alt')) as said);
comment on function private.rich_text_words(jsonb) is 'What a rich text says, without its form: words, footnotes, and what stands under and for its pictures.';

create function private.rich_text_links(body jsonb) returns setof text
language sql immutable set search_path = '' begin atomic
  select jsonb_path_query(body, 'strict $.**.href') #>> '{}'
  union select '/courses/' || (jsonb_path_query(body, 'strict $.** ? (@.type == "courseCard")') #>> '{attrs,id}');
end;
comment on function private.rich_text_links(jsonb) is 'Every address that a rich text leads to; of a course that stands in it that of its page.';
revoke execute on function private.rich_text_links(jsonb) from public;

create function private.leads_nowhere(address text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant text := regexp_replace(split_part(split_part(address, '#', 1), '?', 1), '(.)/+$', '\1');
  parts constant text[] := string_to_array(ltrim(place, '/'), '/');
  -- No id that anything has: what stands in an address may be anything.
  first constant uuid := case when parts[2] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then parts[2]::uuid end;
  second constant uuid := case when parts[4] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then parts[4]::uuid end;
begin
  if place !~ '^/' or place ~ '^/storage/' then
    return false;
  end if;
  if not exists (select from private.route_patterns as known
    where known.pattern <> '/*' and place ~ ('^' || regexp_replace(known.pattern, ':[A-Za-z]+', '[^/]+', 'g') || '$')) then
    return place !~ '^/(rss|sitemap)\.xml$';
  end if;
  return case
    when parts[1] = 'news' and cardinality(parts) = 2 then
      not exists (select from public.articles where articles.slug = parts[2] and articles.is_published)
      and coalesce(private.content_redirect('news', parts[2]), private.content_redirect('essay', parts[2])) is null
    when parts[1] = 'categories' and cardinality(parts) = 2 then
      not exists (select from public.categories where categories.slug = parts[2] and categories.is_active)
      and private.content_redirect('category', parts[2]) is null
    when parts[1] = 'courses' and cardinality(parts) >= 2 then
      not exists (select from public.courses where courses.id = first and courses.is_published)
      or (parts[3] = 'lessons' and not exists (
        select from public.lessons where lessons.id = second and lessons.course_id = first and lessons.is_published))
      or (parts[3] = 'quizzes' and not exists (
        select from public.quizzes where quizzes.id = second and quizzes.course_id = first and quizzes.is_published))
    else false end;
end $$;
comment on function private.leads_nowhere(text) is
  'Whether an address of the site shows no page to visitors: a course that is hidden, an article that is gone, or no page at all. Others'' sites are not asked.';
revoke execute on function private.leads_nowhere(text) from public;

create or replace function private.article_gaps(id uuid, data jsonb) returns jsonb
language sql stable set search_path = '' return (
  with headings as (
    select place, node -> 'attrs' ->> 'level' as level
    from jsonb_array_elements(coalesce(data -> 'body' -> 'content', '[]')) with ordinality as nodes (node, place) where node ->> 'type' = 'heading'),
  words as (select private.rich_text_words(data -> 'body') as said)
  select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', gaps.can_waive)), '[]')
  from (values
    ('BODY_EMPTY', 'body', false, coalesce(trim((select said from words)), '') = ''),
    ('EXCERPT_MISSING', 'excerpt_he', true, coalesce(trim(data ->> 'excerpt_he'), '') = ''),
    ('CHECKED_ON_MISSING', 'checked_on', true, data ->> 'checked_on' is null),
    ('HEADING_ORDER', 'body', true, (select headings.level from headings order by headings.place limit 1) = '3'),
    ('PICTURE_TEXT_MISSING', 'body', true, coalesce(data -> 'body' @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")', false)),
    ('LINK_BROKEN', 'body', true, exists (
      select from private.rich_text_links(data -> 'body') as links (address) where private.leads_nowhere(links.address))),
    ('READS_AS_ADVICE', 'body', true, private.reads_as_advice(concat_ws(' ', data ->> 'excerpt_he', (select said from words)))))
    as gaps (code, field, can_waive, is_there)
  where gaps.is_there);

create function private.list_links_to(kind text, id uuid) returns jsonb
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
        select articles.kind, articles.id, articles.title_he as title, articles.body, articles.is_published as shown from public.articles
        union all
        select items.kind, items.id, items.draft ->> 'title_he', items.draft -> 'body', false from private.content_items as items
        where items.kind in ('news', 'essay') and items.trashed_at is null) as texts
      where texts.id <> list_links_to.id and strpos(texts.body::text, case when list_links_to.kind = 'course' then list_links_to.id::text else place end) > 0
        and exists (
          select from private.rich_text_links(texts.body) as links (address)
          where regexp_replace(links.address, '[?#].*$', '') = place or links.address like place || '/%')
      group by texts.kind, texts.id, texts.title limit 100) as found);
end $$;
revoke execute on function private.list_links_to(text, uuid) from public;
grant execute on function private.list_links_to(text, uuid) to authenticated;
create function public.list_links_to(kind text, id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.list_links_to(kind, id); end;
comment on function public.list_links_to(text, uuid) is
  'The articles, public or drafts, that lead to a record or to what lies under it: [{kind, id, title, is_shown}], a hundred at most.';
revoke execute on function public.list_links_to(text, uuid) from public, anon;
grant execute on function public.list_links_to(text, uuid) to authenticated;
