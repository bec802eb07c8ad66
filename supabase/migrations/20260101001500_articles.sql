create table public.articles (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('news', 'essay')),
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  title_he text not null,
  excerpt_he text,
  body jsonb not null default '{"type": "doc", "content": []}' check (body ->> 'type' = 'doc'),
  cover_url text,
  author_id uuid references public.authors on delete set null,
  published_at timestamptz,
  is_published boolean not null default false,
  checked_on date,
  reading_minutes integer not null default 1 check (reading_minutes > 0),
  order_index integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.articles is 'News and essays; the body is the editor''s JSON, never HTML.';
comment on column public.articles.checked_on is 'Day on which the facts were last checked.';
create index articles_published_at_idx on public.articles (kind, published_at desc) where is_published;
create index articles_author_id_idx on public.articles (author_id);
revoke all on public.articles from anon, authenticated;
grant select on public.articles to anon;
grant select, insert, update, delete on public.articles to authenticated;
alter table public.articles enable row level security;

create function private.can_manage_article(kind text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('courses.manage', case kind when 'news' then 'news.manage' else 'essays.manage' end);
end $$;
comment on function private.can_manage_article(text) is
  'The permission of the kind, or the one that the screens of news and essays ask for ([6-20]).';
revoke execute on function private.can_manage_article(text) from public;
grant execute on function private.can_manage_article(text) to authenticated;

create policy articles_select_published on public.articles for select to anon
  using (is_published and coalesce(published_at, created_at) <= now());
create policy articles_select_published_or_manager on public.articles for select to authenticated
  using (
    (is_published and coalesce(published_at, created_at) <= now())
    or (kind = 'news' and (select private.can_manage_article('news')))
    or (kind = 'essay' and (select private.can_manage_article('essay'))));
create policy articles_insert_manager on public.articles for insert to authenticated
  with check ((kind = 'news' and (select private.can_manage_article('news'))) or (kind = 'essay' and (select private.can_manage_article('essay'))));
create policy articles_update_manager on public.articles for update to authenticated
  using ((kind = 'news' and (select private.can_manage_article('news'))) or (kind = 'essay' and (select private.can_manage_article('essay'))))
  with check ((kind = 'news' and (select private.can_manage_article('news'))) or (kind = 'essay' and (select private.can_manage_article('essay'))));
create policy articles_delete_manager on public.articles for delete to authenticated
  using ((kind = 'news' and (select private.can_manage_article('news'))) or (kind = 'essay' and (select private.can_manage_article('essay'))));
create trigger articles_update_touch before update on public.articles
  for each row execute function private.set_updated_at();
create trigger articles_change_audit after insert or update or delete on public.articles
  for each row execute function private.record_change();

create function public.site_categories(public.articles) returns setof public.categories
language sql stable rows 20 set search_path = '' as $$
  select * from public.categories where is_active order by order_index
$$;
comment on function public.site_categories(public.articles) is
  'The same active categories beside any article, so that its page and the footer around it are one statement.';
revoke execute on function public.site_categories(public.articles) from public;
grant execute on function public.site_categories(public.articles) to anon, authenticated;
