create table private.lessons_watched (
  day date not null,
  lesson_id uuid not null references public.lessons on delete cascade,
  primary key (lesson_id, day)
);
comment on table private.lessons_watched is
  'Lessons of which something was saved on a day of the server; a line goes when the lesson was counted after that day.';
alter table private.lessons_watched enable row level security;

create table private.lesson_watching (
  lesson_id uuid primary key references public.lessons on delete cascade,
  students integer not null,
  watched_seconds bigint not null,
  watched integer[] not null,
  counted_at timestamptz not null
);
comment on table private.lesson_watching is
  'Of each second of a lesson, from the first on, how many students watched it.';
comment on column private.lesson_watching.watched_seconds is 'The sum of them all.';
alter table private.lesson_watching enable row level security;

create function private.count_watching(lesson uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with parts as materialized (
    select part from public.user_progress as progress, unnest(progress.watched_ranges::int4multirange) as part
    where progress.lesson_id = lesson),
  steps as (
    select step.second, sum(step.change) as change
    from parts, lateral (values (lower(part), 1), (upper(part), -1)) as step (second, change) group by step.second),
  seconds as (
    select second, sum(coalesce(steps.change, 0)) over (order by second) as students
    from generate_series(0, (select coalesce(max(upper(part)), 0) - 1 from parts)) as second left join steps using (second))
  insert into private.lesson_watching as watching (lesson_id, students, watched_seconds, watched, counted_at)
  select lesson, (select count(*) from public.user_progress as progress where progress.lesson_id = lesson),
    coalesce(sum(seconds.students), 0), coalesce(array_agg(seconds.students::integer order by seconds.second), '{}'), now()
  from seconds
  having exists (select from public.lessons where lessons.id = lesson)
  on conflict (lesson_id) do update set
    students = excluded.students, watched_seconds = excluded.watched_seconds, watched = excluded.watched, counted_at = excluded.counted_at
$$;

create function private.count_watched_lessons(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant uuid[] := array(
    select noted.lesson_id from private.lessons_watched as noted
    left join private.lesson_watching as watching on watching.lesson_id = noted.lesson_id
    where watching.counted_at is null or watching.counted_at <= now() - interval '30 minutes'
    group by noted.lesson_id, watching.counted_at order by watching.counted_at nulls first limit most);
begin
  perform private.count_watching(lesson) from unnest(due) as lesson;
  -- A save that began before midnight has come to rest ten minutes after it.
  delete from private.lessons_watched as noted
  where noted.lesson_id = any (due) and private.begin_of(noted.day + 1) + interval '10 minutes' < now();
  return cardinality(due);
end $$;
comment on function private.count_watched_lessons(integer) is
  'Counts lessons that were watched since, those first that were counted longest ago, none more often than every half hour.';

create function private.analytics_courses(first date, last date) returns json
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
        'began', private.disclosed_count(coalesce(counted.began, 0), coalesce(counted.began, 0)), 'completed', private.disclosed_count(coalesce(counted.completed, 0), coalesce(counted.completed, 0)),
        'began_before', private.disclosed_count(coalesce(counted.began_before, 0), coalesce(counted.began_before, 0)), 'completed_before', private.disclosed_count(coalesce(counted.completed_before, 0), coalesce(counted.completed_before, 0)),
        'students', private.disclosed_count(coalesce(counted.ever_began, 0), coalesce(counted.ever_began, 0)), 'finished', private.disclosed_count(coalesce(counted.ever_completed, 0), coalesce(counted.ever_began, 0)),
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
grant execute on function private.analytics_courses(date, date) to authenticated;

create function public.analytics_courses(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_courses(first, last); end;
comment on function public.analytics_courses(date, date) is
  'For analytics.view: of each course how many began and completed it in a range and in as many days before, and ever; how much of it those who began watched. In fives, of fewer than ten not at all.';
grant execute on function public.analytics_courses(date, date) to authenticated;

create function private.analytics_course(course uuid, first date, last date) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return (
    select json_build_object(
      'counted_at', (select counts.counted_at from private.analytics_counts as counts),
      'title', courses.title_he,
      'lessons', (
        select coalesce(json_agg(json_build_object(
          'id', lessons.id, 'title', lessons.title_he, 'seconds', lessons.duration_seconds,
          'began', private.disclosed_count(present.began, present.began), 'completed', private.disclosed_count(present.completed, present.completed),
          'students', private.disclosed_count(watching.students, watching.students),
          'average_percent', case when watching.students >= 10 and lessons.duration_seconds > 0 then
            least(100, round(100.0 * watching.watched_seconds / (watching.students::bigint * lessons.duration_seconds))) end)
          order by lessons.order_index, lessons.id), '[]')
        from public.lessons
        left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        cross join lateral (
          select coalesce(sum(sums.began), 0) as began, coalesce(sum(sums.completed), 0) as completed
          from private.lesson_day_sums as sums where sums.lesson_id = lessons.id and sums.day between first and last) as present
        where lessons.course_id = courses.id and (lessons.is_published or watching.students > 0)))
    from public.courses where courses.id = course);
end $$;
grant execute on function private.analytics_course(uuid, date, date) to authenticated;

create function public.analytics_course(course uuid, first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_course(course, first, last); end;
comment on function public.analytics_course(uuid, date, date) is
  'For analytics.view: of each lesson of a course how many began and completed it in a range, how many ever watched, and how much of it on average; null for no course. In fives, of fewer than ten not at all.';
grant execute on function public.analytics_course(uuid, date, date) to authenticated;

create function private.analytics_lesson(lesson uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  piece constant integer := 15;
  counted private.lesson_watching;
  watched integer[];
  sentences jsonb;
  counts jsonb[] := '{}';
  span record;
  average numeric;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  select * into counted from private.lesson_watching as watching where watching.lesson_id = lesson;
  watched := counted.watched;
  select contents.transcript into sentences from public.lesson_contents as contents where contents.lesson_id = lesson;
  if counted.students >= 10 then
    -- Without a transcript, pieces of a quarter of a minute.
    for span in
      select floor((sentence ->> 'start')::numeric)::integer as begins, ceil((sentence ->> 'end')::numeric)::integer as ends, sentence ->> 'text' as words
      from jsonb_array_elements(sentences) as sentence
      union all
      select i * piece, (i + 1) * piece, null from generate_series(0, (cardinality(watched) - 1) / piece) as i
      where coalesce(jsonb_array_length(sentences), 0) = 0
      order by 1, 2
    loop
      select coalesce(sum(students), 0) / greatest(span.ends - span.begins, 1)::numeric into average
      from unnest(watched[span.begins + 1:span.ends]) as students;
      counts := array_append(counts, jsonb_build_object('start', span.begins, 'end', span.ends, 'text', span.words,
        'students', private.disclosed_count(round(average)::bigint, counted.students)));
    end loop;
  end if;
  return (
    select json_build_object('title', lessons.title_he, 'course_id', courses.id, 'course_title', courses.title_he,
      'seconds', lessons.duration_seconds, 'counted_at', counted.counted_at,
      'students', private.disclosed_count(counted.students, counted.students),
      'since', (select min(sums.day) from private.lesson_day_sums as sums where sums.lesson_id = lessons.id and sums.began > 0), 'sentences', to_jsonb(counts))
    from public.lessons join public.courses on courses.id = lessons.course_id where lessons.id = lesson);
end $$;
grant execute on function private.analytics_lesson(uuid) to authenticated;

create function public.analytics_lesson(lesson uuid) returns json
language sql stable set search_path = '' begin atomic select private.analytics_lesson(lesson); end;
comment on function public.analytics_lesson(uuid) is
  'For analytics.view: of each sentence of a lesson (without a transcript, of each quarter of a minute) how many watched it, in fives, of fewer than ten not at all; nothing of a lesson with fewer than ten students, null for no lesson.';
grant execute on function public.analytics_lesson(uuid) to authenticated;
