-- Each course reads its sums once for both ranges and for ever.
create or replace function private.analytics_courses(first date, last date) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  length constant integer := last - first + 1;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return json_build_object(
    'counted_at', (select counts.counted_at from private.analytics_counts as counts),
    'courses', (
      select coalesce(json_agg(json_build_object(
        'id', courses.id, 'title', courses.title_he, 'is_published', courses.is_published,
        'began', private.told(counted.began, counted.began), 'completed', private.told(counted.completed, counted.completed),
        'began_before', private.told(counted.began_before, counted.began_before), 'completed_before', private.told(counted.completed_before, counted.completed_before),
        'students', private.told(counted.ever_began, counted.ever_began), 'finished', private.told(counted.ever_completed, counted.ever_began),
        'average_percent', case when counted.ever_began >= 10 and watching.length > 0 then
          least(100, round(100.0 * watching.seconds / (counted.ever_began * watching.length))) end)
        order by counted.began desc, counted.ever_began desc, courses.title_he, courses.id), '[]')
      from public.courses
      left join lateral (
        select coalesce(sum(sums.began) filter (where sums.day between first and last), 0) as began,
          coalesce(sum(sums.completed) filter (where sums.day between first and last), 0) as completed,
          coalesce(sum(sums.began) filter (where sums.day between first - length and first - 1), 0) as began_before,
          coalesce(sum(sums.completed) filter (where sums.day between first - length and first - 1), 0) as completed_before,
          coalesce(sum(sums.began), 0) as ever_began, coalesce(sum(sums.completed), 0) as ever_completed
        from private.course_day_sums as sums where sums.course_id = courses.id) as counted on true
      cross join lateral (
        select sum(watching.watched_seconds) as seconds, sum(lessons.duration_seconds) as length
        from public.lessons left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        where lessons.course_id = courses.id and lessons.is_published) as watching
      where courses.is_published or counted.ever_began > 0));
end $$;
