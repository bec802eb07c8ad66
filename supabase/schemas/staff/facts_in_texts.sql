create function private.fact_ids(body jsonb) returns text[]
language sql immutable set search_path = '' return (
  select coalesce(array_agg(distinct found.id #>> '{}'), '{}')
  from jsonb_path_query(coalesce(body, 'null'), '$.** ? (@.type == "fact").attrs.id') as found (id));
comment on function private.fact_ids(jsonb) is 'The facts that a rich text refers to.';
grant execute on function private.fact_ids(jsonb) to authenticated, service_role;

create function private.with_facts(node jsonb, attrs jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if node ->> 'type' = 'fact' then
    return node || case when attrs ? (node -> 'attrs' ->> 'id') then jsonb_build_object('attrs', attrs -> (node -> 'attrs' ->> 'id')) else '{}' end;
  end if;
  if jsonb_typeof(node -> 'content') is distinct from 'array' or private.fact_ids(node) = '{}' then
    return node;
  end if;
  return node || jsonb_build_object('content', (
    select jsonb_agg(private.with_facts(child.node, attrs) order by child.place)
    from jsonb_array_elements(node -> 'content') with ordinality as child (node, place)));
end $$;

create function private.fill_facts(doc jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ids constant text[] := private.fact_ids(doc);
  attrs jsonb;
begin
  if ids = '{}' then
    return doc;
  end if;
  select jsonb_object_agg(facts.id, jsonb_build_object('id', facts.id, 'says', private.format_fact(facts), 'checked_on', facts.checked_on, 'source', facts.source_name))
  into attrs from public.finance_facts as facts where facts.id::text = any (ids) and facts.is_published;
  return case when attrs is null then doc else private.with_facts(doc, attrs) end;
end $$;
comment on function private.fill_facts(jsonb) is
  'A rich text in which every reference to a published fact says what the fact says now; what is not published stays as it was said last.';

create function private.today_in_israel() returns date
language sql stable set search_path = '' return (now() at time zone 'Asia/Jerusalem')::date;

create function private.article_and_fact_gaps(id uuid, data jsonb) returns jsonb
language sql stable security definer set search_path = '' return private.article_gaps(id, data) || (
  with used as (
    select facts.id is not null and facts.is_published as is_shown, facts.review_by < private.today_in_israel() as is_overdue
    from unnest(private.fact_ids(data -> 'body')) as reference (id) left join public.finance_facts as facts on facts.id::text = reference.id)
  select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', 'body', 'can_waive', gaps.can_waive)), '[]')
  from (values
    ('FACT_WITHDRAWN', false, exists (select from used where not used.is_shown)),
    ('FACT_OVERDUE', true, exists (select from used where used.is_shown and used.is_overdue)))
    as gaps (code, can_waive, is_there)
  where gaps.is_there);
comment on function private.article_and_fact_gaps(uuid, jsonb) is
  'What an article lacks, and what the facts lack that it refers to: one that visitors do not see stops it, one past its day of review wants a reason.';

create function private.fact_uses(id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_content_manager('fact');
  return json_build_object(
    'uses', (
      select coalesce(json_agg(json_build_object('kind', line.kind, 'id', line.id, 'title', line.title, 'is_shown', line.is_shown,
        'in_text', line.in_text, 'in_draft', line.in_draft) order by line.title, line.id), '[]')
      from (
        select articles.kind, articles.id, articles.title_he as title, articles.is_published as is_shown, named.in_text, named.in_draft
        from (
          select found.id, bool_or(found.in_text) as in_text, bool_or(not found.in_text) as in_draft
          from (
            select texts.id, true as in_text from public.articles as texts where private.fact_ids(texts.body) @> array[fact_uses.id::text]
            union all
            select items.id, false from private.content_items as items
            where items.kind in ('news', 'essay') and items.trashed_at is null and private.fact_ids(items.draft -> 'body') @> array[fact_uses.id::text]) as found
          group by found.id) as named
        join public.articles on articles.id = named.id
        order by articles.title_he, articles.id limit 200) as line),
    'corrections', (
      select coalesce(json_agg(json_build_object('id', line.id, 'said_before', line.said_before, 'says', line.says, 'reason', line.reason_he,
        'at', line.corrected_at) order by line.id desc), '[]')
      from (
        select * from public.finance_fact_corrections as corrections where corrections.fact_id = fact_uses.id
        order by corrections.id desc limit 100) as line));
end $$;
grant execute on function private.fact_uses(uuid) to authenticated;

create function public.fact_uses(id uuid) returns json
language sql stable set search_path = '' begin atomic select private.fact_uses(id); end;
comment on function public.fact_uses(uuid) is
  'The articles that refer to a fact, publicly or in their draft, 200 at most, and what the fact said before, for courses.manage: {uses: [{kind, id, title, is_shown, in_text, in_draft}], corrections: [{id, said_before, says, reason, at}]}.';
grant execute on function public.fact_uses(uuid) to authenticated;

create function private.list_finance_facts(search text, overdue boolean) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  sought constant text := '%' || replace(replace(replace(left(trim(coalesce(search, '')), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.require_content_manager('fact');
  return (
    select coalesce(json_agg(json_build_object('id', line.id, 'name', line.name_he, 'slug', line.slug, 'says', line.says, 'checked_on', line.checked_on,
      'source', line.source_name, 'valid_from', line.valid_from, 'valid_to', line.valid_to, 'review_by', line.review_by) order by line.place), '[]')
    from (
      select facts.*, private.format_fact(facts) as says,
        row_number() over (order by case when overdue then facts.review_by end, facts.name_he, facts.valid_from desc nulls last, facts.id) as place
      from public.finance_facts as facts
      where facts.is_published and (facts.name_he ilike sought or facts.slug ilike sought)
        and (not coalesce(overdue, false) or facts.review_by < private.today_in_israel())
      order by place limit 200) as line);
end $$;
grant execute on function private.list_finance_facts(text, boolean) to authenticated;

create function public.list_finance_facts(search text default '', overdue boolean default false) returns json
language sql stable set search_path = '' begin atomic select private.list_finance_facts(search, overdue); end;
comment on function public.list_finance_facts(text, boolean) is
  'Published facts by name, two hundred at most, for courses.manage: [{id, name, slug, says, checked_on, source, valid_from, valid_to, review_by}]; with overdue those past their day of review, the oldest first.';
grant execute on function public.list_finance_facts(text, boolean) to authenticated;
