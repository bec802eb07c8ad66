set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rich_text_problem(body jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;
