-- Visits of a year, and the removal of all that was made up; needs students.sql in the same session.

-- Fewer at the weekend and more from month to month.
create function pg_temp.visit_days(seed integer, until date) returns table (day date, path_pattern text, views integer, visitors integer)
language sql immutable as $$
  select counted.day, pages.pattern, counted.views, greatest(1, round(counted.views * 0.62)::integer)
  from (values ('/', 60), ('/courses', 44), ('/courses/:courseId', 52), ('/courses/:courseId/lessons/:lessonId', 95),
      ('/categories', 14), ('/categories/:slug', 18), ('/news', 12), ('/news/:slug', 16), ('/login', 22), ('/register', 11),
      ('/dashboard', 35), ('/contact', 5), ('/about-us', 6)) as pages (pattern, weight),
    generate_series(0, 364) as ago,
    lateral (select (until - ago) as day, greatest(1, round(pages.weight
      * (1.15 - ago / 400.0) * case extract(dow from until - ago) when 5 then 0.6 when 6 then 0.45 else 1 end
      * (0.75 + 0.5 * pg_temp.draw(seed, ago, pages.pattern)))::integer) as views) as counted
$$;

-- Adds a year of visits where there are none of them; gives the number of daily sums.
create function pg_temp.add_visits(seed integer, until date) returns integer
language plpgsql as $$
declare
  added integer;
  raw constant integer := 35;
begin
  perform pg_temp.require_demo_academy();
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  if exists (select from public.page_views where page_views.visitor_key like 'demo-%')
    or exists (select from public.page_view_days where page_view_days.day < until - raw - 300) then
    return 0;
  end if;
  insert into public.page_view_days (day, path_pattern, views, visitors)
    select days.day, days.path_pattern, days.views, days.visitors from pg_temp.visit_days(seed, until) as days
    where days.day < until - raw on conflict do nothing;
  get diagnostics added = row_count;
  -- Those of five weeks are single ones, as the academy itself keeps them; none lies in the future.
  insert into public.page_views (path_pattern, occurred_at, visitor_key)
    select days.path_pattern,
      (days.day + interval '7 hours' + interval '16 hours' * pg_temp.draw(seed, visit, days.path_pattern || days.day)) at time zone 'Asia/Jerusalem',
      'demo-' || lpad((visit * 31 % greatest(days.visitors, 1))::text, 6, '0')
    from pg_temp.visit_days(seed, until) as days, generate_series(1, days.views) as visit
    where days.day >= until - raw and days.day < until;
  return added;
end $$;

-- Removes up to so many students with all that is theirs, gives how many; where none is left the visits and the desk go too.
create function pg_temp.remove_people(seed integer, until date, most integer) returns integer
language plpgsql as $$
declare
  leaving uuid[] := array(
    select users.id from auth.users where users.raw_app_meta_data @> '{"demo":true}' and users.email like '%@students.example'
    order by users.id limit least(greatest(most, 0), 500));
begin
  -- Also where the academy is no demo any more: that is when they have to go.
  delete from public.email_outbox as mails using auth.users as gone where gone.id = any (leaving) and mails.recipient = gone.email;
  delete from public.consent_events where consent_events.user_id = any (leaving);
  delete from auth.users where users.id = any (leaving);
  if cardinality(leaving) = 0 then
    delete from public.page_views where page_views.visitor_key like 'demo-%';
    delete from public.page_view_days as days using pg_temp.visit_days(seed, until) as made
      where days.day = made.day and days.path_pattern = made.path_pattern and days.views = made.views and days.visitors = made.visitors;
    delete from public.support_tickets as tickets using generate_series(1, 6) as n where tickets.id = pg_temp.id(seed, n, 'visitor');
    delete from public.lesson_answers as answers using generate_series(1, 6) as n where answers.id = pg_temp.id(seed, n, 'answer');
    delete from private.campaigns using generate_series(1, 6) as n where campaigns.id = pg_temp.id(seed, n, 'campaign');
    delete from private.canned_replies as replies using generate_series(1, 6) as n where replies.id = pg_temp.id(seed, n, 'ready');
    delete from public.email_suppressions as held where held.address like '%@students.example';
  end if;
  return cardinality(leaving);
end $$;
