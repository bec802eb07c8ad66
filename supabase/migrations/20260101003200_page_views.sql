create table public.page_views (
  id bigint generated always as identity primary key,
  path_pattern text not null check (path_pattern ~ '^/[A-Za-z:{}_*./-]{0,119}$'),
  occurred_at timestamptz not null default now(),
  visitor_key text check (visitor_key ~ '^[A-Za-z0-9_-]{8,64}$')
);
comment on table public.page_views is 'Visits by route pattern: no address, no query, no person. The key of a browser comes only after a cookie choice.';
create index page_views_occurred_at_idx on public.page_views (occurred_at);
revoke all on public.page_views from anon, authenticated;
grant select on public.page_views to authenticated;
alter table public.page_views enable row level security;
create policy page_views_select_analyst on public.page_views for select to authenticated
  using ((select private.has_permission('analytics.view')));

create function private.track_page_view(path_pattern text, visitor_key text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.page_views (path_pattern, visitor_key) values (track_page_view.path_pattern, nullif(track_page_view.visitor_key, ''));
exception
  when check_violation or not_null_violation then
    perform private.raise_app_error('INVALID_PAGE_VIEW', 400, 'Send the pattern of a route, without digits or a query');
end $$;
revoke execute on function private.track_page_view(text, text) from public;
grant execute on function private.track_page_view(text, text) to anon, authenticated;
create function public.track_page_view(path_pattern text, visitor_key text default null) returns void
language sql set search_path = '' begin atomic select private.track_page_view(path_pattern, visitor_key); end;
comment on function public.track_page_view(text, text) is 'Counts a visit of a route, such as /courses/:courseId ([2.1-19], [7-22]).';
revoke execute on function public.track_page_view(text, text) from public;
grant execute on function public.track_page_view(text, text) to anon, authenticated;
