-- A day without end, and a whole number with a point in it, passed the checks and met what read them.
create or replace function private.check_analytics_range(first date, last date) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if first is null or last is null or not isfinite(first) or not isfinite(last)
    or first > last or last - first > 365 or last > private.day_of(now()) or first < '2020-01-01' then
    perform private.raise_app_error('INVALID_RANGE', 400, 'A range is at most 366 days, until today');
  end if;
end $$;

create or replace function private.analytics_overview(first date, last date) returns json
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

create or replace function private.analytics_courses(first date, last date) returns json
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

create or replace function private.analytics_work(first date, last date) returns json
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
    'mails', (
      select coalesce(json_agg(row_to_json(kinds) order by kinds.sent desc, kinds.kind), '[]') from (
        select sums.kind, coalesce(sum(sums.sent) filter (where sums.day >= first), 0) as sent,
          coalesce(sum(sums.waiting) filter (where sums.day >= first), 0) as waiting,
          coalesce(sum(sums.failed) filter (where sums.day >= first), 0) as failed,
          coalesce(sum(sums.sent) filter (where sums.day < first), 0) as sent_before,
          coalesce(sum(sums.failed) filter (where sums.day < first), 0) as failed_before
        from private.mail_day_sums as sums where sums.day between first - length and last group by sums.kind) as kinds),
    'days', (
      select json_agg(json_build_object('day', days.day, 'sent', coalesce(mails.sent, 0), 'failed', coalesce(mails.failed, 0),
        'opened', coalesce(tickets.opened, 0), 'closed', coalesce(tickets.closed, 0)) order by days.day)
      from (select first + i as day from generate_series(0, length - 1) as i) as days
      left join (select sums.day, sum(sums.sent) as sent, sum(sums.failed) as failed from private.mail_day_sums as sums
        where sums.day between first and last group by sums.day) as mails on mails.day = days.day
      left join private.ticket_day_sums as tickets on tickets.day = days.day),
    'tickets', (
      select json_build_object(
        'opened', coalesce(sum(sums.opened) filter (where sums.day >= first), 0),
        'opened_before', coalesce(sum(sums.opened) filter (where sums.day < first), 0),
        'of_lessons', coalesce(sum(sums.of_lessons) filter (where sums.day >= first), 0),
        'of_visitors', coalesce(sum(sums.of_visitors) filter (where sums.day >= first), 0),
        'answered', coalesce(sum(sums.answered) filter (where sums.day >= first), 0),
        'answered_before', coalesce(sum(sums.answered) filter (where sums.day < first), 0),
        'in_time', coalesce(sum(sums.in_time) filter (where sums.day >= first), 0),
        'in_time_before', coalesce(sum(sums.in_time) filter (where sums.day < first), 0),
        'closed', coalesce(sum(sums.closed) filter (where sums.day >= first), 0),
        'closed_before', coalesce(sum(sums.closed) filter (where sums.day < first), 0))
      from private.ticket_day_sums as sums where sums.day between first - length and last));
end $$;

create or replace function private.is_ticket_change(change jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_typeof(change) = 'object' and change ? 'id' and (change ->> 'id')::uuid is not null
    and not exists (select from jsonb_object_keys(change) as key
      where key not in ('id', 'was', 'status', 'priority', 'assignee_id', 'snoozed_until', 'is_spam', 'add_tags', 'remove_tags'))
    and (not change ? 'was' or jsonb_typeof(change -> 'was') = 'object')
    and (not change ? 'status' or coalesce(change ->> 'status', '') in ('open', 'pending', 'solved', 'closed'))
    and (not change ? 'priority' or (change -> 'priority')::text in ('0', '1', '2', '3'))
    and (not change ? 'is_spam' or jsonb_typeof(change -> 'is_spam') = 'boolean')
    and (change ->> 'assignee_id' is null or (change ->> 'assignee_id')::uuid is not null)
    and (change ->> 'snoozed_until' is null or (change ->> 'snoozed_until')::timestamptz < now() + interval '1 year')
    and (not change ? 'add_tags' or jsonb_typeof(change -> 'add_tags') = 'array')
    and (not change ? 'remove_tags' or jsonb_typeof(change -> 'remove_tags') = 'array');
exception
  when data_exception then
    return false;
end $$;

create or replace function private.are_quiz_answers(answers jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(answers) is distinct from 'array' then false
    when jsonb_array_length(answers) > 100 then false
    when answers @? 'strict $[*] ? (@.type() != "object")' then false
    else not exists (
      select from jsonb_array_elements(answers) as sent (one)
      where not coalesce(
        one ->> 'position' ~ '^\d+$' and one ->> 'sequence' ~ '^\d+$'
        and one @? '$.position ? (@.type() == "number" && @ >= 1 && @ <= 100 && @.floor() == @)'
        and one @? '$.sequence ? (@.type() == "number" && @ >= 1 && @ <= 1000000000 && @.floor() == @)'
        and jsonb_typeof(coalesce(one -> 'answer', 'null')) in ('object', 'null')
        and octet_length(coalesce(one ->> 'answer', '')) <= 4000
        and jsonb_typeof(coalesce(one -> 'flagged', 'false')) = 'boolean'
        and coalesce(one -> 'confidence', 'null') in ('null', '"sure"', '"unsure"'), false))
  end
$$;
