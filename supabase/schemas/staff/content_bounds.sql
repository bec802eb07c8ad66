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
    when 'formula' then '{text}'
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
    when 'formula' then jsonb_typeof(attrs -> 'text') = 'string' and private.formula_fits(attrs ->> 'text')
    else not exists (select from jsonb_each(attrs) as attr where octet_length(attr.value::text) > 100) end, false);
end $$;
comment on function private.rich_attrs_fit(text, jsonb) is
  'Whether the attributes of a node are those that its kind has. A picture lies in the library, under the address that belongs to its id.';

create function private.rich_text_links(body jsonb) returns setof text
language sql immutable set search_path = '' begin atomic
  select jsonb_path_query(body, 'strict $.**.href') #>> '{}'
  union select '/courses/' || (jsonb_path_query(body, 'strict $.** ? (@.type == "courseCard")') #>> '{attrs,id}');
end;
comment on function private.rich_text_links(jsonb) is
  'Every address that a rich text leads to; of a course that stands in it that of its page.';

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
grant execute on function private.list_links_to(text, uuid) to authenticated;

create function public.list_links_to(kind text, id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.list_links_to(kind, id); end;
comment on function public.list_links_to(text, uuid) is
  'The articles, public or drafts, that lead to a record or to what lies under it: [{kind, id, title, is_shown}], a hundred at most.';
grant execute on function public.list_links_to(text, uuid) to authenticated;

create function private.are_short(texts text[], most integer, length integer) returns boolean
language sql immutable set search_path = ''
return cardinality(texts) <= most and not exists (select from unnest(texts) as one where one is null or char_length(one) > length);
comment on function private.are_short(text[], integer, integer) is
  'Whether a list has at most so many texts, each of at most so many characters.';
grant execute on function private.are_short(text[], integer, integer) to service_role;

create function private.is_rich_text(body jsonb) returns boolean
language sql immutable security definer set search_path = ''
return case when jsonb_typeof(body) = 'object' then private.rich_text_problem('{"content": []}'::jsonb || body) is null else false end;
comment on function private.is_rich_text(jsonb) is
  'Whether a body is a document as the editor makes it; one without content is empty.';
grant execute on function private.is_rich_text(jsonb) to service_role;
