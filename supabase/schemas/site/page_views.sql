create sequence private.visits;

create table public.page_views (
  id bigint generated always as identity primary key,
  path_pattern text not null check (path_pattern ~ '^/[A-Za-z:{}_*./-]{0,119}$'),
  occurred_at timestamptz not null default now(),
  visitor_key text check (visitor_key ~ '^[A-Za-z0-9_-]{8,64}$')
);
comment on table public.page_views is
  'Visits by route pattern: no address, no query, no person. The key of a browser comes only after a cookie choice.';
create index page_views_occurred_at_idx on public.page_views (occurred_at);
alter table public.page_views enable row level security;

create table private.route_patterns (pattern text primary key);
comment on table private.route_patterns is
  'Addresses of the academy whose visits are counted; another page joins by a line in the file that brings it.';
alter table private.route_patterns enable row level security;

create table public.page_view_days (
  day date not null,
  path_pattern text not null,
  views integer not null check (views > 0),
  visitors integer not null check (visitors >= 0),
  primary key (day, path_pattern)
);
comment on table public.page_view_days is 'Visits of a page on a day, once the single visits are forgotten.';
comment on column public.page_view_days.visitors is 'Different keys of browsers; visits without a key have none.';
alter table public.page_view_days enable row level security;

create function private.track_page_view(path_pattern text, visitor_key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  most_of_a_network constant integer := 600;
  most_of_a_day constant integer := 60000;
  caller text := private.caller_network();
begin
  if not coalesce(track_page_view.path_pattern ~ '^/[A-Za-z:{}_*./-]{0,119}$', false)
    or nullif(track_page_view.visitor_key, '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.raise_app_error('INVALID_PAGE_VIEW', 400, 'Send the pattern of a route, without digits or a query');
  end if;
  -- A page that there is not, and a visit past a limit: nothing is counted and nothing is said.
  if not exists (select from private.route_patterns as known where known.pattern = track_page_view.path_pattern)
    or (caller <> '' and not private.take_call('page view', caller, most_of_a_network, '1 hour'))
    or private.count_for_good('private.visits', '1 day') > most_of_a_day then
    return;
  end if;
  insert into public.page_views (path_pattern, visitor_key) values (track_page_view.path_pattern, nullif(track_page_view.visitor_key, ''));
end $$;
grant execute on function private.track_page_view(text, text) to anon, authenticated;

create function public.track_page_view(path_pattern text, visitor_key text default null) returns void
language sql set search_path = '' begin atomic select private.track_page_view(path_pattern, visitor_key); end;
comment on function public.track_page_view(text, text) is
  'Counts a visit of a route, such as /courses/:courseId ([2.1-19], [7-22]); past the limits it does nothing, silently.';
grant execute on function public.track_page_view(text, text) to anon, authenticated;

create function private.sum_up_visits(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_visitor_lines constant integer := 300000;
  visits integer;
  choices integer;
begin
  -- Whole days only, so that a browser counts once in the sum of its day.
  with due as (
    select (old.occurred_at at time zone 'Asia/Jerusalem')::date as day from public.page_views as old
    where old.occurred_at < (date_trunc('day', now() at time zone 'Asia/Jerusalem') - interval '35 days') at time zone 'Asia/Jerusalem'
    order by old.occurred_at limit 1
  ), gone as (
    delete from public.page_views using due
    where page_views.occurred_at >= due.day::timestamp at time zone 'Asia/Jerusalem'
      and page_views.occurred_at < (due.day + 1)::timestamp at time zone 'Asia/Jerusalem'
    returning page_views.path_pattern, page_views.visitor_key, due.day
  ), summed as (
    insert into public.page_view_days as days (day, path_pattern, views, visitors)
    select gone.day, gone.path_pattern, count(*), count(distinct gone.visitor_key) from gone group by gone.day, gone.path_pattern
    on conflict (day, path_pattern) do update set views = days.views + excluded.views, visitors = days.visitors + excluded.visitors
    returning views
  )
  select coalesce((select count(*) from gone), 0) into visits;
  delete from public.consent_events where id in (
    select old.id from public.consent_events as old
    where old.user_id is null and old.subject_key is not null and old.occurred_at < now() - interval '6 months'
    order by old.occurred_at limit batch_size);
  get diagnostics choices = row_count;
  delete from public.consent_events where id in (
    select old.id from public.consent_events as old
    where old.user_id is null and old.subject_key is not null
    order by old.occurred_at
    limit least(batch_size, greatest(0, (
      select count(*) from public.consent_events as lines where lines.user_id is null and lines.subject_key is not null) - most_visitor_lines)));
  delete from private.attempts where id in (
    select old.id from private.attempts as old where old.occurred_at < now() - interval '2 days' order by old.occurred_at limit batch_size);
  delete from private.caller_counts where started_at < now() - interval '2 days';
  return json_build_object('visits', visits, 'choices', choices);
end $$;
grant execute on function private.sum_up_visits(integer) to service_role;

create function public.sum_up_visits(batch_size integer default 20000) returns json
language sql volatile set search_path = '' begin atomic select private.sum_up_visits(batch_size); end;
comment on function public.sum_up_visits(integer) is
  'Turns the visits of one day that is 35 days gone into sums, and forgets choices about cookies that nobody''s account holds: after 6 months, and the oldest beyond 300,000 lines. A schedule calls it every hour.';

create function private.mark_removed_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.analytics_marks (figure, key) select distinct 'visits', private.day_of(gone.occurred_at)::text from gone;
  return null;
end $$;

create function private.mark_visit_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.analytics_marks (figure, key) select distinct 'visits', changed.day::text from changed;
  return null;
end $$;

create function private.mark_earlier_visits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.analytics_marks (figure, key)
  select distinct 'visits', private.day_of(added.occurred_at)::text from added where private.day_of(added.occurred_at) < private.day_of(now());
  return null;
end $$;

create trigger page_views_viewing_guard before insert or update or delete on public.page_views
  for each statement execute function private.refuse_in_viewing();

create trigger page_views_delete_marks after delete on public.page_views
  referencing old table as gone for each statement execute function private.mark_removed_visits();

create trigger page_view_days_insert_marks after insert on public.page_view_days
  referencing new table as changed for each statement execute function private.mark_visit_days();

create trigger page_view_days_update_marks after update on public.page_view_days
  referencing new table as changed for each statement execute function private.mark_visit_days();

create trigger page_view_days_delete_marks after delete on public.page_view_days
  referencing old table as changed for each statement execute function private.mark_visit_days();

create trigger page_views_insert_marks after insert on public.page_views
  referencing new table as added for each statement execute function private.mark_earlier_visits();
