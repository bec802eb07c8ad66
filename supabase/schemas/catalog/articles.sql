create table public.articles (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('news', 'essay')),
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  title_he text not null,
  excerpt_he text,
  body jsonb not null default '{"type": "doc", "content": []}'::jsonb,
  cover_url text,
  author_id uuid references public.authors(id) on delete set null,
  published_at timestamptz,
  is_published boolean not null default false,
  checked_on date,
  reading_minutes integer not null default 1 check (reading_minutes > 0),
  order_index integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  tags text[] not null default '{}' check (private.are_tags(tags)),
  related_ids uuid[] not null default '{}' check (cardinality(related_ids) <= 3),
  constraint articles_bounds_check check (char_length(title_he) <= 120 and char_length(excerpt_he) <= 400 and
    char_length(slug) <= 80),
  constraint articles_rich_text_check check (private.is_rich_text(body)),
  constraint articles_tags_once check (private.are_different(tags))
);
alter table public.articles add constraint articles_cover_url_check check (private.is_picture_address(cover_url)) not valid;
comment on table public.articles is 'News and essays; the body is the editor''s JSON, never HTML.';
comment on column public.articles.checked_on is 'Day on which the facts were last checked.';
comment on column public.articles.related_ids is 'Articles that staff chose to show at the end; without them, those that share most tags are. One that is hidden is left out.';
create index articles_published_at_idx on public.articles (kind, published_at desc) where is_published;
create index articles_author_id_idx on public.articles (author_id);
create index articles_fact_ids_idx on public.articles using gin (private.fact_ids(body));
create index articles_lacking_picture_words_idx on public.articles (kind, id) where is_published and private.lacks_picture_words(body);
create index articles_skipping_heading_level_idx on public.articles (kind, id) where is_published and private.skips_heading_level(body);
grant select on public.articles to anon, authenticated;
alter table public.articles enable row level security;

create function private.can_manage_article(kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', case kind when 'news' then 'news.manage' else 'essays.manage' end);
end $$;
comment on function private.can_manage_article(text) is
  'The permission of the kind, or the one that the screens of news and essays ask for ([6-20]).';
grant execute on function private.can_manage_article(text) to authenticated;

create function public.site_categories(public.articles) returns setof public.categories
language sql stable rows 20 set search_path = '' as $$
  select * from public.categories where is_active order by order_index
$$;
comment on function public.site_categories(public.articles) is
  'The same active categories beside any article, so that its page and the footer around it are one statement.';
grant execute on function public.site_categories(public.articles) to anon, authenticated;

create function private.fill_article_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.body := private.fill_facts(new.body);
  return new;
end $$;

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
grant execute on function private.related_articles(uuid, uuid[], text[]) to anon, authenticated;

create function public.related_articles(public.articles) returns setof public.articles
language sql stable rows 3 set search_path = '' begin atomic
  select related.* from private.related_articles($1.id, $1.related_ids, $1.tags) as related;
end;
comment on function public.related_articles(public.articles) is
  'The articles shown at the end of another, so that its page is one statement.';
grant execute on function public.related_articles(public.articles) to anon, authenticated;

create function private.article_tag_names() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_content_manager('news');
  return (
    select coalesce(json_agg(names.tag order by names.tag), '[]') from (
      select distinct tag from private.content_items as items, jsonb_array_elements_text(items.draft -> 'tags') as tag
      where items.kind in ('news', 'essay') and items.trashed_at is null limit 500) as names);
end $$;
grant execute on function private.article_tag_names() to authenticated;

create function public.article_tag_names() returns json
language sql stable set search_path = '' begin atomic select private.article_tag_names(); end;
comment on function public.article_tag_names() is
  'The tags of news and essays, drafts too, by the alphabet, five hundred at most, for staff with courses.manage.';
grant execute on function public.article_tag_names() to authenticated;

create function private.are_different(words text[]) returns boolean
language sql immutable set search_path = '' return
  (select count(distinct lower(word)) = count(*) from unnest(words) as word);
comment on function private.are_different(text[]) is 'Whether no word stands twice, however it is written.';
grant execute on function private.are_different(text[]) to authenticated, service_role;

create policy articles_select_published on public.articles for select to anon
  using (is_published and coalesce(published_at, created_at) <= now());

create policy articles_select_published_or_manager on public.articles for select to authenticated
  using (
    (is_published and coalesce(published_at, created_at) <= now())
    or (kind = 'news' and (select private.can_manage_article('news')))
    or (kind = 'essay' and (select private.can_manage_article('essay'))));

create trigger articles_update_touch before update on public.articles
  for each row execute function private.set_updated_at();

create trigger articles_change_audit after insert or update or delete on public.articles
  for each row execute function private.record_change();

create trigger articles_change_pages after insert or update or delete or truncate on public.articles
  for each statement execute function private.notify_page_change();

create trigger articles_change_news_content after insert or update on public.articles
  for each row when (new.kind = 'news') execute function private.note_content('news');

create trigger articles_delete_news_content after delete on public.articles for each row execute function private.note_content('news');

create trigger articles_change_essay_content after insert or update on public.articles
  for each row when (new.kind = 'essay') execute function private.note_content('essay');

create trigger articles_delete_essay_content after delete on public.articles for each row execute function private.note_content('essay');

create trigger articles_write_facts before insert or update of body on public.articles
  for each row execute function private.fill_article_facts();
