create function private.disclosed_count(part bigint, whole bigint) returns integer
language sql immutable set search_path = '' return case when whole >= 10 and part >= 10 then
  least(round(part / 5.0) * 5, floor(whole / 5.0) * 5)::integer end;
comment on function private.disclosed_count(bigint, bigint) is
  'How many of a group did something, in fives and never more than the group has, so that two answers that differ by one person are mostly alike; null for fewer than ten, and of a group of fewer than ten.';

create function private.check_analytics_range(first date, last date) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if first is null or last is null or not isfinite(first) or not isfinite(last)
    or first > last or last - first > 365 or last > private.day_of(now()) or first < '2020-01-01' then
    perform private.raise_app_error('INVALID_RANGE', 400, 'A range is at most 366 days, until today');
  end if;
end $$;

create function private.analytics_totals(first date, last date) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'views', (select coalesce(sum(visits.views), 0) from private.visit_sums as visits where visits.day between first and last and visits.path_pattern = ''),
    'visitors', (select coalesce(sum(visits.visitors), 0) from private.visit_sums as visits where visits.day between first and last and visits.path_pattern = ''),
    'registrations', coalesce(sum(sums.registrations), 0), 'active_students', coalesce(sum(sums.active_students), 0),
    'completed_lessons', coalesce(sum(sums.completed_lessons), 0), 'completed_courses', coalesce(sum(sums.completed_courses), 0))
  from private.day_sums as sums where sums.day between first and last
$$;

create function private.analytics_funnel(first date, last date) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'views', (select coalesce(sum(visits.views), 0) from private.visit_sums as visits where visits.day between first and last and visits.path_pattern = ''),
    'registration_views', (select coalesce(sum(visits.views), 0) from private.visit_sums as visits
      where visits.day between first and last and visits.path_pattern = '/register'),
    'registered', coalesce(sum(sums.registered), 0),
    'verified', private.disclosed_count(sum(sums.verified), sum(sums.registered)),
    'began', private.disclosed_count(sum(sums.began), sum(sums.registered)),
    'completed_lesson', private.disclosed_count(sum(sums.completed_lesson), sum(sums.registered)),
    'completed_course', private.disclosed_count(sum(sums.completed_course), sum(sums.registered)))
  from private.cohort_sums as sums where sums.day between first and last
$$;
comment on function private.analytics_funnel(date, date) is
  'From visits to completed courses: of those who registered in a range, how many came how far until now.';

create function private.analytics_retention(last date) returns json
language sql stable security definer set search_path = '' as $$
  with cohorts as (
    select week.cohort, coalesce((select sum(sums.registered) from private.cohort_sums as sums
      where sums.day between week.cohort and week.cohort + 6), 0) as registered
    from (select private.week_of(last) - 7 * i as cohort from generate_series(0, 7) as i) as week)
  select json_agg(json_build_object('cohort', cohorts.cohort, 'registered', cohorts.registered, 'weeks', (
      select json_agg(private.disclosed_count(coalesce(sums.students, 0), cohorts.registered) order by i)
      from generate_series(0, (private.week_of(last) - cohorts.cohort) / 7) as i
      left join private.week_sums as sums on sums.cohort = cohorts.cohort and sums.week = cohorts.cohort + 7 * i))
    order by cohorts.cohort desc)
  from cohorts
$$;
comment on function private.analytics_retention(date) is
  'Of those who registered in each of the eight weeks up to a day, how many learned in that week and in each later one.';

create function private.analytics_overview(first date, last date) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  length integer;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  length := last - first + 1;
  return json_build_object(
    'counted_at', (select counts.counted_at from private.analytics_counts as counts),
    'days', (
      select json_agg(json_build_object('day', days.day, 'views', coalesce(visits.views, 0), 'visitors', coalesce(visits.visitors, 0),
        'registrations', coalesce(sums.registrations, 0), 'active_students', coalesce(sums.active_students, 0),
        'completed_lessons', coalesce(sums.completed_lessons, 0), 'completed_courses', coalesce(sums.completed_courses, 0)) order by days.day)
      from (select first + i as day from generate_series(0, length - 1) as i) as days
      left join private.visit_sums as visits on visits.day = days.day and visits.path_pattern = ''
      left join private.day_sums as sums on sums.day = days.day),
    'totals', private.analytics_totals(first, last),
    'before', private.analytics_totals(first - length, first - 1),
    'funnel', private.analytics_funnel(first, last),
    'funnel_before', private.analytics_funnel(first - length, first - 1),
    'retention', private.analytics_retention(last),
    'pages', (
      select coalesce(json_agg(json_build_object('pattern', pages.path_pattern, 'views', pages.views, 'before', pages.before)
        order by pages.views desc, pages.path_pattern), '[]')
      from (
        select visits.path_pattern, coalesce(sum(visits.views) filter (where visits.day >= first), 0) as views,
          coalesce(sum(visits.views) filter (where visits.day < first), 0) as before
        from private.visit_sums as visits
        where visits.day between first - length and last and visits.path_pattern <> '' group by 1) as pages
      where pages.views > 0 or pages.before > 0));
end $$;
grant execute on function private.analytics_overview(date, date) to authenticated;

create function public.analytics_overview(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_overview(first, last); end;
comment on function public.analytics_overview(date, date) is
  'For analytics.view: visits, registrations and learning of each day of a range of at most 366 days, their sums beside those of as many days before, the funnel of those who registered, eight weeks of coming back, and visits by page. What students did is told in fives, of fewer than ten not at all.';
grant execute on function public.analytics_overview(date, date) to authenticated;
