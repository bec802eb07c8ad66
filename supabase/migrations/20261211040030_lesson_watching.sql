-- How many watched each second of a lesson, so that a page tells at which sentence they leave. A save of progress leaves
-- a line once a day for its lesson and no more; the lesson is counted anew as long as it is watched, and once after that.
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
comment on table private.lesson_watching is 'Of each second of a lesson, from the first on, how many students watched it.';
comment on column private.lesson_watching.watched_seconds is 'The sum of them all.';
alter table private.lesson_watching enable row level security;

create function private.note_watched_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.lessons_watched (day, lesson_id) values (private.day_of(now()), new.lesson_id) on conflict do nothing;
  return null;
end $$;
revoke execute on function private.note_watched_lesson() from public;
create trigger user_progress_insert_watched after insert on public.user_progress
  for each row execute function private.note_watched_lesson();
-- The merge writes updated_at, so this is the first save of a row on a day, whenever it was watched.
create trigger user_progress_update_watched after update on public.user_progress
  for each row when ((new.updated_at at time zone 'Asia/Jerusalem')::date is distinct from (old.updated_at at time zone 'Asia/Jerusalem')::date)
  execute function private.note_watched_lesson();
create function private.note_forgotten_lessons() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.lessons_watched (day, lesson_id)
  select distinct private.day_of(now()), gone.lesson_id from gone
  where exists (select from public.lessons where lessons.id = gone.lesson_id)
  on conflict do nothing;
  return null;
end $$;
revoke execute on function private.note_forgotten_lessons() from public;
create trigger user_progress_delete_watched after delete on public.user_progress
  referencing old table as gone for each statement execute function private.note_forgotten_lessons();

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
revoke execute on function private.count_watching(uuid) from public;

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
revoke execute on function private.count_watched_lessons(integer) from public;

create or replace function private.sum_up_analytics(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  most constant integer := least(greatest(batch_size, 1), 1000);
begin
  -- One at a time: an older count never takes the place of a newer one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.analytics', 0)) then
    return json_build_object('left', null);
  end if;
  -- Yesterday too: what was written before midnight may have come to rest after it.
  perform private.count_visits(private.take_analytics_marks('visits', most, array[today, today - 1]));
  perform private.count_cohorts(private.take_analytics_marks('cohort', most, array[today, today - 1]));
  perform private.count_weeks(private.take_analytics_marks('week', most, array[private.week_of(today), private.week_of(today - 1)]));
  perform private.count_learning(private.take_analytics_marks('learning', most, array[today, today - 1]));
  perform private.count_watched_lessons(least(most, 100));
  insert into private.analytics_counts (counted_at) values (now())
  on conflict (only_one) do update set counted_at = excluded.counted_at;
  return json_build_object('left', (select count(*) from private.analytics_marks));
end $$;

insert into private.lessons_watched (day, lesson_id)
select distinct private.day_of(now()), progress.lesson_id from public.user_progress as progress on conflict do nothing;

create function private.analytics_courses(first date, last date) returns json
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
        'began', private.told(present.began, present.began), 'completed', private.told(present.completed, present.completed),
        'began_before', private.told(before.began, before.began), 'completed_before', private.told(before.completed, before.completed),
        'students', private.told(ever.began, ever.began), 'finished', private.told(ever.completed, ever.began),
        'average_percent', case when ever.began >= 10 and watching.length > 0 then
          least(100, round(100.0 * watching.seconds / (ever.began * watching.length))) end)
        order by present.began desc, ever.began desc, courses.title_he, courses.id), '[]')
      from public.courses
      cross join lateral (
        select coalesce(sum(sums.began), 0) as began, coalesce(sum(sums.completed), 0) as completed
        from private.course_day_sums as sums where sums.course_id = courses.id and sums.day between first and last) as present
      cross join lateral (
        select coalesce(sum(sums.began), 0) as began, coalesce(sum(sums.completed), 0) as completed
        from private.course_day_sums as sums where sums.course_id = courses.id and sums.day between first - length and first - 1) as before
      cross join lateral (
        select coalesce(sum(sums.began), 0) as began, coalesce(sum(sums.completed), 0) as completed
        from private.course_day_sums as sums where sums.course_id = courses.id) as ever
      cross join lateral (
        select sum(watching.watched_seconds) as seconds, sum(lessons.duration_seconds) as length
        from public.lessons left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        where lessons.course_id = courses.id and lessons.is_published) as watching
      where courses.is_published or ever.began > 0));
end $$;
revoke execute on function private.analytics_courses(date, date) from public;
grant execute on function private.analytics_courses(date, date) to authenticated;
create function public.analytics_courses(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_courses(first, last); end;
comment on function public.analytics_courses(date, date) is
  'For analytics.view: of each course how many began and completed it in a range and in as many days before, and ever; how much of it those who began watched. In fives, of fewer than ten not at all.';
revoke execute on function public.analytics_courses(date, date) from public, anon;
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
          'began', private.told(present.began, present.began), 'completed', private.told(present.completed, present.completed),
          'students', private.told(watching.students, watching.students),
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
revoke execute on function private.analytics_course(uuid, date, date) from public;
grant execute on function private.analytics_course(uuid, date, date) to authenticated;
create function public.analytics_course(course uuid, first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_course(course, first, last); end;
comment on function public.analytics_course(uuid, date, date) is
  'For analytics.view: of each lesson of a course how many began and completed it in a range, how many ever watched, and how much of it on average; null for no course. In fives, of fewer than ten not at all.';
revoke execute on function public.analytics_course(uuid, date, date) from public, anon;
grant execute on function public.analytics_course(uuid, date, date) to authenticated;

create function private.analytics_lesson(lesson uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  piece constant integer := 15;
  counted private.lesson_watching;
  watched integer[];
  sentences jsonb;
  told jsonb[] := '{}';
  said record;
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
    for said in
      select floor((sentence ->> 'start')::numeric)::integer as begins, ceil((sentence ->> 'end')::numeric)::integer as ends, sentence ->> 'text' as words
      from jsonb_array_elements(sentences) as sentence
      union all
      select i * piece, (i + 1) * piece, null from generate_series(0, (cardinality(watched) - 1) / piece) as i
      where coalesce(jsonb_array_length(sentences), 0) = 0
      order by 1, 2
    loop
      select coalesce(sum(students), 0) / greatest(said.ends - said.begins, 1)::numeric into average
      from unnest(watched[said.begins + 1:said.ends]) as students;
      told := array_append(told, jsonb_build_object('start', said.begins, 'end', said.ends, 'text', said.words,
        'students', private.told(round(average)::bigint, counted.students)));
    end loop;
  end if;
  return (
    select json_build_object('title', lessons.title_he, 'course_id', courses.id, 'course_title', courses.title_he,
      'seconds', lessons.duration_seconds, 'counted_at', counted.counted_at,
      'students', private.told(counted.students, counted.students), 'sentences', to_jsonb(told))
    from public.lessons join public.courses on courses.id = lessons.course_id where lessons.id = lesson);
end $$;
revoke execute on function private.analytics_lesson(uuid) from public;
grant execute on function private.analytics_lesson(uuid) to authenticated;
create function public.analytics_lesson(lesson uuid) returns json
language sql stable set search_path = '' begin atomic select private.analytics_lesson(lesson); end;
comment on function public.analytics_lesson(uuid) is
  'For analytics.view: of each sentence of a lesson (without a transcript, of each quarter of a minute) how many watched it, in fives, of fewer than ten not at all; nothing of a lesson with fewer than ten students, null for no lesson.';
revoke execute on function public.analytics_lesson(uuid) from public, anon;
grant execute on function public.analytics_lesson(uuid) to authenticated;
