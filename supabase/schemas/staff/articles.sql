create function private.rich_text_problem(body jsonb) returns text
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
          'horizontalRule', 'hardBreak', 'table', 'tableRow', 'tableHeader', 'tableCell', 'picture', 'callout', 'footnote', 'courseCard', 'fact', 'formula')
        or (depth > 0 and node ->> 'type' = 'doc')
        or exists (select from jsonb_object_keys(node) as key where key not in ('type', 'text', 'attrs', 'marks', 'content'))
        or (node ? 'content' and (jsonb_typeof(node -> 'content') <> 'array'
          or node ->> 'type' in ('text', 'hardBreak', 'horizontalRule', 'picture', 'footnote', 'courseCard', 'fact', 'formula')))
        or (node ? 'text') <> (node ->> 'type' = 'text') or (node ? 'text' and (jsonb_typeof(node -> 'text') <> 'string' or node ->> 'text' = ''))
        or (node ? 'marks' and (jsonb_typeof(node -> 'marks') <> 'array' or node ->> 'type' not in ('text', 'footnote', 'fact', 'formula', 'hardBreak')))
        or (node ? 'attrs' and jsonb_typeof(node -> 'attrs') <> 'object')
        or (node ->> 'type' = 'heading' and coalesce(node -> 'attrs' ->> 'level', '') not in ('2', '3'))
        or (node ->> 'type' in ('picture', 'callout', 'footnote', 'courseCard', 'fact', 'formula') and not node ? 'attrs')
        or (jsonb_typeof(node -> 'attrs') = 'object' and not private.rich_attrs_fit(node ->> 'type', node -> 'attrs')))
    or exists (
      select from marks
      where jsonb_typeof(mark) <> 'object' or coalesce(mark ->> 'type', '') not in ('bold', 'italic', 'code', 'link')
        or exists (select from jsonb_object_keys(mark) as key where key not in ('type', 'attrs'))
        or (mark ->> 'type' in ('bold', 'italic', 'code') and mark ? 'attrs')
        or (mark ->> 'type' = 'link' and (
          jsonb_typeof(mark -> 'attrs' -> 'href') is distinct from 'string' or octet_length(mark ->> 'attrs') > 3000
          or mark -> 'attrs' ->> 'href' !~* '^(https?://|mailto:|tel:|/(?!/)|#)[^\s<>"\\]*$'
          or exists (select from jsonb_object_keys(mark -> 'attrs') as key where key not in ('href', 'target', 'rel', 'class', 'title')))))
  then 'BODY' end
$$;
comment on function private.rich_text_problem(jsonb) is
  'BODY for what is no rich text that the site can show: nodes, marks and attributes that it knows, addresses that may be followed, at most 6,000 nodes, ten deep, 100,000 characters; null otherwise.';

create function private.rich_text_words(body jsonb) returns text
language sql immutable set search_path = '' return (
  select coalesce(string_agg(texts.words #>> '{}', ' '), '') from (
    select jsonb_path_query(body, 'strict $.**.text') as words
    union all select jsonb_path_query(body, 'strict $.**.caption')
    union all select jsonb_path_query(body, 'strict $.**.alt')) as texts);
comment on function private.rich_text_words(jsonb) is
  'What a rich text says, without its form: words, footnotes, and what stands under and for its pictures.';

create function private.article_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  as_text constant text := value #>> '{}';
  is_empty constant boolean := coalesce(value, 'null') = 'null' or as_text = '';
begin
  case field
    when 'excerpt_he' then
      return case when not is_empty and (jsonb_typeof(value) <> 'string' or char_length(as_text) > 400) then 'TOO_LONG' end;
    when 'body' then
      return private.rich_text_problem(value);
    when 'cover_url' then
      return private.general_content_field_problem(kind, id, 'image_url', value);
    when 'tags' then
      if jsonb_typeof(value) is distinct from 'array' or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'TAGS';
      end if;
      return case when not private.are_tags(array(select jsonb_array_elements_text(value)))
        or exists (select from jsonb_array_elements_text(value) as tag group by lower(tag) having count(*) > 1) then 'TAGS' end;
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
      if jsonb_typeof(value) <> 'string' or as_text !~ '^20\d\d-\d\d-\d\d$' then
        return 'DAY';
      end if;
      begin
        return case when as_text::date > (now() at time zone 'Asia/Jerusalem')::date then 'DAY' end;
      exception when datetime_field_overflow then
        return 'DAY';
      end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $$;
comment on function private.article_field_problem(text, uuid, text, jsonb) is
  'The problems of every field, BODY for a text that cannot be shown, TAGS for a list that is none, DAY for no day or one that lies ahead.';

create function private.article_gaps(id uuid, data jsonb) returns jsonb
language sql stable set search_path = '' return (
  with headings as (
    select place, node -> 'attrs' ->> 'level' as level
    from jsonb_array_elements(coalesce(data -> 'body' -> 'content', '[]')) with ordinality as nodes (node, place) where node ->> 'type' = 'heading'),
  words as (select private.rich_text_words(data -> 'body') as plain)
  select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', gaps.can_waive)), '[]')
  from (values
    ('BODY_EMPTY', 'body', false, coalesce(trim((select plain from words)), '') = ''),
    ('EXCERPT_MISSING', 'excerpt_he', true, coalesce(trim(data ->> 'excerpt_he'), '') = ''),
    ('CHECKED_ON_MISSING', 'checked_on', true, data ->> 'checked_on' is null),
    ('HEADING_ORDER', 'body', true, (select headings.level from headings order by headings.place limit 1) = '3'),
    ('PICTURE_TEXT_MISSING', 'body', true, coalesce(data -> 'body' @? 'strict $.** ? (@.type == "picture" && @.attrs.alt == "")', false)),
    ('LINK_BROKEN', 'body', true, exists (
      select from private.rich_text_links(data -> 'body') as links (address) where private.leads_nowhere(links.address))),
    ('READS_AS_ADVICE', 'body', true, private.reads_as_advice(concat_ws(' ', data ->> 'excerpt_he', (select plain from words)))))
    as gaps (code, field, can_waive, is_there)
  where gaps.is_there);

create function private.show_article(id uuid, data jsonb, shown boolean) returns jsonb
language sql stable security definer set search_path = '' return data || case when shown and data ? 'body' then jsonb_build_object(
  'published_at', (select coalesce(articles.published_at, now()) from public.articles where articles.id = show_article.id),
  'reading_minutes', greatest(1, round(array_length(regexp_split_to_array(trim(private.rich_text_words(data -> 'body')), '\s+'), 1) / 180.0)))
  else '{}' end;
comment on function private.show_article(uuid, jsonb, boolean) is
  'An article has the moment of its first publication, and the minutes that its words take at 180 a minute.';
