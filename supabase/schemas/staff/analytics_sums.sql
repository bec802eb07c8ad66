create table private.day_sums (
  day date primary key,
  registrations integer not null,
  active_students integer not null,
  completed_lessons integer not null,
  completed_courses integer not null,
  counted_at timestamptz not null default now()
);
comment on table private.day_sums is
  'How many registered, learned, completed lessons and completed courses on a day. Who learned is known for 60 days; after that this number stands.';
alter table private.day_sums enable row level security;

create table private.days_to_count (
  id bigint generated always as identity primary key,
  day date not null
);
comment on table private.days_to_count is
  'Days before today whose rows changed. Lines are only added, never joined: what a transaction adds while the job counts is there for the next time.';
create index days_to_count_day_idx on private.days_to_count (day);
alter table private.days_to_count enable row level security;

create table private.analytics_marks (
  id bigint generated always as identity primary key,
  figure text not null check (figure in ('visits', 'cohort', 'week', 'learning', 'attempts', 'quiz', 'mails',
    'tickets')),
  key text not null
);
comment on table private.analytics_marks is
  'Days and weeks to count anew. Lines are only added, never joined: what a transaction adds while the job counts is there for the next time.';
create index analytics_marks_figure_key_idx on private.analytics_marks (figure, key);
alter table private.analytics_marks enable row level security;

create table private.visit_sums (
  day date not null,
  path_pattern text not null,
  views integer not null,
  visitors integer not null,
  primary key (day, path_pattern)
);
comment on table private.visit_sums is
  'Visits of a page on a day in Israel; the empty pattern stands for all pages together.';
comment on column private.visit_sums.visitors is 'Different keys of browsers that agreed to statistics. Of all pages together it is known while the single visits are; after that it stands.';
alter table private.visit_sums enable row level security;

create table private.cohort_sums (
  day date primary key,
  registered integer not null,
  verified integer not null,
  began integer not null,
  completed_lesson integer not null,
  completed_course integer not null
);
comment on table private.cohort_sums is
  'Of those who registered on a day in Israel, how many came how far until now.';
alter table private.cohort_sums enable row level security;

create table private.week_sums (
  week date not null,
  cohort date not null,
  students integer not null,
  primary key (week, cohort)
);
comment on table private.week_sums is
  'How many of those who registered in the week of a Sunday learned in another. Who learned is known for 60 days; after that the number stands.';
alter table private.week_sums enable row level security;

create table private.course_day_sums (
  day date not null,
  course_id uuid not null references public.courses on delete cascade,
  began integer not null,
  completed integer not null,
  primary key (course_id, day)
);
comment on table private.course_day_sums is
  'How many watched something of a course for the first time on a day, and how many completed it.';
create index course_day_sums_day_idx on private.course_day_sums (day);
alter table private.course_day_sums enable row level security;

create table private.lesson_day_sums (
  day date not null,
  lesson_id uuid not null references public.lessons on delete cascade,
  began integer not null,
  completed integer not null,
  primary key (lesson_id, day)
);
comment on table private.lesson_day_sums is 'The same of a lesson.';
create index lesson_day_sums_day_idx on private.lesson_day_sums (day);
alter table private.lesson_day_sums enable row level security;

create table private.analytics_counts (
  only_one boolean primary key default true check (only_one),
  counted_at timestamptz not null
);
comment on table private.analytics_counts is 'When the sums were last counted.';
alter table private.analytics_counts enable row level security;

create function private.sum_up_days(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  days date[];
  deleted integer;
begin
  -- One at a time: an older count never takes the place of a newer one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.day_sums', 0)) then
    return json_build_object('days', 0);
  end if;
  days := array(select distinct marks.day from private.days_to_count as marks order by marks.day desc
    limit least(greatest(batch_size, 1), 400));
  -- Before counting: the statement that counts sees at least what those had committed who left these marks.
  delete from private.days_to_count where day = any (days);
  insert into private.day_sums as sums (day, registrations, active_students, completed_lessons, completed_courses)
  select counted.day,
    (select count(*) from public.users where users.created_at >= bounds.first and users.created_at < bounds.after),
    (select count(*) from private.learning_days as learned where learned.day = counted.day),
    (select count(*) from public.user_progress as progress
      where progress.completed_at >= bounds.first and progress.completed_at < bounds.after),
    (select count(*) from public.course_completions as done
      where done.completed_at >= bounds.first and done.completed_at < bounds.after)
  from (select unnest(days) as day union select today union select today - 1) as counted,
    lateral (select counted.day::timestamp at time zone 'Asia/Jerusalem' as first,
      (counted.day + 1)::timestamp at time zone 'Asia/Jerusalem' as after) as bounds
  on conflict (day) do update set
    registrations = excluded.registrations,
    active_students = case when sums.day >= today - 60 then excluded.active_students else sums.active_students end,
    completed_lessons = excluded.completed_lessons,
    completed_courses = excluded.completed_courses,
    counted_at = now();
  delete from private.learning_days where (day, user_id) in (
    select old.day, old.user_id from private.learning_days as old where old.day < today - 60 order by old.day limit 20000);
  get diagnostics deleted = row_count;
  return json_build_object('days', cardinality(days) + 2, 'deleted', deleted);
end $$;
grant execute on function private.sum_up_days(integer) to service_role;

create function public.sum_up_days(batch_size integer default 20) returns json
language sql volatile set search_path = '' begin atomic select private.sum_up_days(batch_size); end;
comment on function public.sum_up_days(integer) is
  'Counts registrations, active students, completed lessons and courses of today, yesterday and up to batch_size earlier days whose rows changed, and forgets who learned more than 60 days ago. A schedule calls it every minute.';

create function private.week_of(day date) returns date
language sql immutable set search_path = '' return day - extract(dow from day)::integer;
comment on function private.week_of(date) is 'The Sunday with which the week of a day begins.';

create function private.begin_of(day date) returns timestamptz
language sql stable set search_path = '' return day::timestamp at time zone 'Asia/Jerusalem';
comment on function private.begin_of(date) is 'The moment with which a day begins in Israel.';

create function private.mark_learning_of(student uuid, course uuid, at timestamptz[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.analytics_marks (figure, key)
  select distinct 'learning', private.day_of(moment)::text from unnest(at) as moment where private.day_of(moment) < private.day_of(now())
  union
  -- Of earlier rows that came late: the first day of the course may be another one now.
  select 'learning', private.day_of(other.created_at)::text from public.user_progress as other
  where course is not null and other.user_id = student and other.course_id = course and private.day_of(other.created_at) < private.day_of(now())
  union
  select 'cohort', private.day_of(users.created_at)::text from public.users
  where users.id = student and private.day_of(users.created_at) < private.day_of(now())
$$;
comment on function private.mark_learning_of(uuid, uuid, timestamptz[]) is
  'Marks the days of these moments, of what else the student began of the course where one is given, and of the registration.';

create function private.count_visits(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.visit_sums where visit_sums.day = any (days) and visit_sums.path_pattern <> '';
  insert into private.visit_sums as sums (day, path_pattern, views, visitors)
  with raw as materialized (
    select counted.day, visits.path_pattern, visits.visitor_key
    from unnest(days) as counted (day)
    join public.page_views as visits
      on visits.occurred_at >= private.begin_of(counted.day) and visits.occurred_at < private.begin_of(counted.day + 1)),
  pages as (
    select raw.day, raw.path_pattern, count(*) as views, count(distinct raw.visitor_key) as visitors from raw group by 1, 2
    union all
    select past.day, past.path_pattern, past.views, past.visitors from public.page_view_days as past where past.day = any (days))
  select pages.day, pages.path_pattern, sum(pages.views), sum(pages.visitors) from pages group by 1, 2
  union all
  -- Without single visits nobody knows any more who saw two pages: what was counted before stands, else the page with the most.
  select pages.day, '', sum(pages.views), coalesce(
    (select count(distinct raw.visitor_key) from raw where raw.day = pages.day having count(*) > 0),
    (select whole.visitors from private.visit_sums as whole where whole.day = pages.day and whole.path_pattern = ''),
    max(pages.visitors))
  from pages group by pages.day
  on conflict (day, path_pattern) do update set views = excluded.views, visitors = excluded.visitors;
  delete from private.visit_sums where visit_sums.day = any (days) and visit_sums.path_pattern = ''
    and not exists (select from private.visit_sums as page where page.day = visit_sums.day and page.path_pattern <> '');
end $$;

create function private.count_cohorts(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.cohort_sums where cohort_sums.day = any (days);
  insert into private.cohort_sums (day, registered, verified, began, completed_lesson, completed_course)
  select counted.day, count(*), count(*) filter (where users.email_verified),
    count(*) filter (where exists (select from public.user_progress as progress where progress.user_id = users.id)),
    count(*) filter (where exists (select from public.user_progress as progress where progress.user_id = users.id and progress.completed)),
    count(*) filter (where exists (select from public.course_completions as done where done.user_id = users.id))
  from unnest(days) as counted (day)
  join public.users on users.created_at >= private.begin_of(counted.day) and users.created_at < private.begin_of(counted.day + 1)
  group by counted.day;
end $$;

create function private.count_weeks(weeks date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known date[] := array(select week from unnest(weeks) as week where week >= private.day_of(now()) - 60);
begin
  delete from private.week_sums where week_sums.week = any (known);
  insert into private.week_sums (week, cohort, students)
  select counted.week, private.week_of(private.day_of(users.created_at)), count(distinct users.id)
  from unnest(known) as counted (week)
  join private.learning_days as learned on learned.day between counted.week and counted.week + 6
  join public.users on users.id = learned.user_id
  group by 1, 2;
end $$;

create function private.count_learning(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.lesson_day_sums where lesson_day_sums.day = any (days);
  insert into private.lesson_day_sums (day, lesson_id, began, completed)
  select events.day, events.lesson_id, count(*) filter (where events.is_begin), count(*) filter (where not events.is_begin)
  from (
    select counted.day, progress.lesson_id, true as is_begin from unnest(days) as counted (day)
    join public.user_progress as progress
      on progress.created_at >= private.begin_of(counted.day) and progress.created_at < private.begin_of(counted.day + 1)
    union all
    select counted.day, progress.lesson_id, false from unnest(days) as counted (day)
    join public.user_progress as progress
      on progress.completed_at >= private.begin_of(counted.day) and progress.completed_at < private.begin_of(counted.day + 1)) as events
  group by 1, 2;
  delete from private.course_day_sums where course_day_sums.day = any (days);
  insert into private.course_day_sums (day, course_id, began, completed)
  select events.day, events.course_id, count(*) filter (where events.is_begin), count(*) filter (where not events.is_begin)
  from (
    select distinct counted.day, progress.course_id, progress.user_id, true as is_begin from unnest(days) as counted (day)
    join public.user_progress as progress
      on progress.created_at >= private.begin_of(counted.day) and progress.created_at < private.begin_of(counted.day + 1)
    where not exists (
      select from public.user_progress as earlier where earlier.user_id = progress.user_id and earlier.course_id = progress.course_id
        and earlier.created_at < private.begin_of(counted.day))
    union all
    select counted.day, done.course_id, done.user_id, false from unnest(days) as counted (day)
    join public.course_completions as done
      on done.completed_at >= private.begin_of(counted.day) and done.completed_at < private.begin_of(counted.day + 1)) as events
  group by 1, 2;
end $$;

create function private.take_analytics_marks(figure text, most integer, always date[]) returns date[]
language plpgsql volatile security definer set search_path = '' as $$
declare
  keys text[] := array(select distinct marks.key from private.analytics_marks as marks
    where marks.figure = take_analytics_marks.figure order by marks.key desc limit most);
begin
  -- Before counting: the statement that counts sees at least what those had committed who left these marks.
  delete from private.analytics_marks as marks where marks.figure = take_analytics_marks.figure and marks.key = any (keys);
  return array(select distinct day from unnest(keys::date[] || always) as day);
end $$;
comment on function private.take_analytics_marks(text, integer, date[]) is
  'Takes marks of a figure away, the newest first, and gives their days with those that are counted always.';

create function private.sum_up_analytics(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  always constant date[] := array[today, today - 1];
  most constant integer := least(greatest(batch_size, 1), 1000);
begin
  -- One at a time: an older count never takes the place of a newer one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.analytics', 0)) then
    return json_build_object('left', null);
  end if;
  -- Yesterday too: what was written before midnight may have come to rest after it.
  perform private.count_visits(private.take_analytics_marks('visits', most, always));
  perform private.count_cohorts(private.take_analytics_marks('cohort', most, always));
  perform private.count_weeks(private.take_analytics_marks('week', most, array[private.week_of(today), private.week_of(today - 1)]));
  perform private.count_learning(private.take_analytics_marks('learning', most, always));
  perform private.count_watched_lessons(least(most, 100));
  perform private.count_attempts(private.take_analytics_marks('attempts', most, always));
  perform private.count_quizzes(most);
  perform private.count_mails(private.take_analytics_marks('mails', most, always));
  perform private.sum_up_tickets(private.take_analytics_marks('tickets', most, always));
  insert into private.analytics_counts (counted_at) values (now())
  on conflict (only_one) do update set counted_at = excluded.counted_at;
  return json_build_object('left', (select count(*) from private.analytics_marks));
end $$;
grant execute on function private.sum_up_analytics(integer) to service_role;

create function public.sum_up_analytics(batch_size integer default 60) returns json
language sql volatile set search_path = '' begin atomic select private.sum_up_analytics(batch_size); end;
comment on function public.sum_up_analytics(integer) is
  'Counts what the pages of analytics show: of today, yesterday and up to batch_size earlier days and weeks of each kind whose rows changed. Says how many marks are left; null when another count runs. A schedule calls it every five minutes.';
