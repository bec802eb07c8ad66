-- Formulas in texts. What may stand there is what supabase/functions/_shared/formula-tree.ts reads: one table of cases proves both.
create function private.formula_fits(said text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  functions constant jsonb := '{"round": [1, 2], "floor": [1, 1], "ceil": [1, 1], "abs": [1, 1], "min": [1, 8], "max": [1, 8],
    "if": [3, 3], "sqrt": [1, 1], "ln": [1, 1], "sum": [4, 4]}';
  rest text := ltrim(said, ' ');
  token text;
  wants_number boolean := true;
  -- Of each bracket that is open the function that it belongs to, empty for none, and how many parts it has so far.
  opened text[] := '{}';
  parts integer[] := '{}';
  deep integer;
begin
  if char_length(said) not between 1 and 300 then
    return false;
  end if;
  while rest <> '' loop
    token := substring(rest from
      '^(?:\d{1,15}(?:\.\d{1,10})?|[A-Za-z][A-Za-z0-9_]{0,30}|[א-ת](?:[א-ת׳״''"־ ]{0,58}[א-ת׳])?|<=|>=|[-+*/^(),<>=≈%])');
    if token is null then
      return false;
    end if;
    rest := ltrim(substr(rest, char_length(token) + 1), ' ');
    deep := cardinality(opened);
    if wants_number then
      if token ~ '^[A-Za-z]' and rest ~ '^\(' then
        if not functions ? token then
          return false;
        end if;
        opened := opened || token;
        parts := parts || 1;
        rest := ltrim(substr(rest, 2), ' ');
      elsif token = '(' then
        opened := opened || ''::text;
        parts := parts || 1;
      elsif token ~ '^[A-Za-z0-9א-ת]' then
        wants_number := false;
      elsif token <> '-' then
        return false;
      end if;
    elsif token = ')' then
      if deep = 0 or (opened[deep] <> '' and parts[deep] not between (functions -> opened[deep] ->> 0)::integer
        and (functions -> opened[deep] ->> 1)::integer) then
        return false;
      end if;
      opened := trim_array(opened, 1);
      parts := trim_array(parts, 1);
    elsif token = ',' then
      if deep = 0 or opened[deep] = '' then
        return false;
      end if;
      parts[deep] := parts[deep] + 1;
      wants_number := true;
    elsif token <> '%' then
      if token !~ '^(<=|>=|[-+*/^<>=≈])$' then
        return false;
      end if;
      wants_number := true;
    end if;
    if cardinality(opened) > 20 then
      return false;
    end if;
  end loop;
  return not wants_number and cardinality(opened) = 0;
end $$;
comment on function private.formula_fits(text) is
  'Whether a text can be read as a formula: numbers, names, Hebrew words, signs, brackets and ten functions, 300 letters and twenty brackets deep at most.';
revoke execute on function private.formula_fits(text) from public;

create or replace function private.rich_attrs_fit(type text, attrs jsonb) returns boolean
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
      where jsonb_typeof(mark) <> 'object' or coalesce(mark ->> 'type', '') not in ('bold', 'link')
        or exists (select from jsonb_object_keys(mark) as key where key not in ('type', 'attrs'))
        or (mark ->> 'type' = 'bold' and mark ? 'attrs')
        or (mark ->> 'type' = 'link' and (
          jsonb_typeof(mark -> 'attrs' -> 'href') is distinct from 'string' or octet_length(mark ->> 'attrs') > 3000
          or mark -> 'attrs' ->> 'href' !~* '^(https?://|mailto:|tel:|/(?!/)|#)[^\s<>"\\]*$'
          or exists (select from jsonb_object_keys(mark -> 'attrs') as key where key not in ('href', 'target', 'rel', 'class', 'title')))))
  then 'BODY' end
$$;
