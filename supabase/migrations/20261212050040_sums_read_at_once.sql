-- The sums lie by day: those of one course are on as many pages as there are days. So all are read at once, and in order.
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
        'began', private.told(coalesce(counted.began, 0), coalesce(counted.began, 0)), 'completed', private.told(coalesce(counted.completed, 0), coalesce(counted.completed, 0)),
        'began_before', private.told(coalesce(counted.began_before, 0), coalesce(counted.began_before, 0)), 'completed_before', private.told(coalesce(counted.completed_before, 0), coalesce(counted.completed_before, 0)),
        'students', private.told(coalesce(counted.ever_began, 0), coalesce(counted.ever_began, 0)), 'finished', private.told(coalesce(counted.ever_completed, 0), coalesce(counted.ever_began, 0)),
        'average_percent', case when counted.ever_began >= 10 and watching.length > 0 then
          least(100, round(100.0 * watching.seconds / (counted.ever_began * watching.length))) end)
        order by counted.began desc nulls last, counted.ever_began desc nulls last, courses.title_he, courses.id), '[]')
      from public.courses
      left join (
        select sums.course_id,
          coalesce(sum(sums.began) filter (where sums.day between first and last), 0) as began,
          coalesce(sum(sums.completed) filter (where sums.day between first and last), 0) as completed,
          coalesce(sum(sums.began) filter (where sums.day between first - length and first - 1), 0) as began_before,
          coalesce(sum(sums.completed) filter (where sums.day between first - length and first - 1), 0) as completed_before,
          sum(sums.began) as ever_began, sum(sums.completed) as ever_completed
        from private.course_day_sums as sums group by sums.course_id) as counted on counted.course_id = courses.id
      cross join lateral (
        select sum(watching.watched_seconds) as seconds, sum(lessons.duration_seconds) as length
        from public.lessons left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        where lessons.course_id = courses.id and lessons.is_published) as watching
      where courses.is_published or counted.ever_began > 0));
end $$;

create or replace function private.analytics_tests(first date, last date) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return json_build_object(
    'counted_at', (select counts.counted_at from private.analytics_counts as counts),
    'tests', (
      select coalesce(json_agg(json_build_object('id', quizzes.id, 'title', versions.title_he, 'course_title', courses.title_he,
        'is_pretest', quizzes.purpose = 'pretest',
        'attempts', private.told(present.attempts, present.attempts), 'passed', private.told(present.passed, present.attempts),
        'students', private.told(sums.students, sums.students), 'first_passed', private.told(sums.passed, sums.students))
        order by present.attempts desc nulls last, courses.title_he, versions.title_he, quizzes.id), '[]')
      from public.quizzes
      join public.courses on courses.id = quizzes.course_id
      join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
      left join private.quiz_sums as sums on sums.quiz_id = quizzes.id
      left join (
        select days.quiz_id, sum(days.attempts) as attempts, sum(days.passed) as passed
        from private.quiz_day_sums as days where days.day between first and last group by days.quiz_id) as present on present.quiz_id = quizzes.id),
    'gains', (
      select coalesce(json_agg(json_build_object('id', courses.id, 'title', courses.title_he, 'students', private.told(gains.students, gains.students),
        'before', floor(gains.before), 'after', floor(gains.after)) order by gains.students desc, courses.title_he), '[]')
      from private.course_gains as gains join public.courses on courses.id = gains.course_id where gains.students >= 10));
end $$;
