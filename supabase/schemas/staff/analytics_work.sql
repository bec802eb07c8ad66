create table private.quiz_day_sums (
  day date not null,
  quiz_id uuid not null references public.quizzes on delete cascade,
  attempts integer not null,
  passed integer not null,
  primary key (quiz_id, day)
);
comment on table private.quiz_day_sums is
  'Attempts at a test that were scored on a day, and how many of them passed.';
create index quiz_day_sums_day_idx on private.quiz_day_sums (day);
alter table private.quiz_day_sums enable row level security;

create table private.quiz_sums (
  quiz_id uuid primary key references public.quizzes on delete cascade,
  students integer not null,
  passed integer not null,
  questions jsonb not null,
  counted_at timestamptz not null
);
comment on table private.quiz_sums is
  'Of the first scored attempts of the 5,000 newest students: how many there are and passed, and of each question how it did ([{id, version, answers, share, discrimination}]).';
alter table private.quiz_sums enable row level security;

create table private.course_gains (
  course_id uuid primary key references public.courses on delete cascade,
  students integer not null,
  before numeric,
  after numeric
);
comment on table private.course_gains is
  'Mean percent in the pretest and in the first attempts at the tests of a course, of the students who have both.';
alter table private.course_gains enable row level security;

create table private.mail_day_sums (
  day date not null,
  kind text not null,
  sent integer not null,
  waiting integer not null,
  failed integer not null,
  primary key (day, kind)
);
comment on table private.mail_day_sums is
  'Mails of the product by the day they were written: sent, still waiting, given up. What mails are forgotten after, the numbers stand.';
alter table private.mail_day_sums enable row level security;

create table private.ticket_day_sums (
  day date primary key,
  opened integer not null,
  of_lessons integer not null,
  of_visitors integer not null,
  answered integer not null,
  in_time integer not null,
  closed integer not null
);
comment on table private.ticket_day_sums is
  'Questions to the academy by the day they came, without spam and what was merged: about lessons, by visitors, and how many of them are answered, were so within the time that was promised, and are closed by now.';
alter table private.ticket_day_sums enable row level security;

create function private.mark_day() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  at constant timestamptz := case when tg_op = 'DELETE' then old.created_at else new.created_at end;
begin
  if private.day_of(at) < private.day_of(now()) then
    insert into private.analytics_marks (figure, key) values (tg_argv[0], private.day_of(at)::text);
  end if;
  return null;
end $$;
comment on function private.mark_day() is
  'Marks the day on which a row came, for the figure that the trigger names.';

create function private.count_attempts(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.quiz_day_sums where quiz_day_sums.day = any (days);
  insert into private.quiz_day_sums (day, quiz_id, attempts, passed)
  select counted.day, attempts.quiz_id, count(*), count(*) filter (where attempts.passed)
  from unnest(days) as counted (day)
  join private.quiz_attempts as attempts
    on attempts.scored_at >= private.begin_of(counted.day) and attempts.scored_at < private.begin_of(counted.day + 1)
  group by 1, 2;
end $$;

create function private.count_quiz(quiz uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with firsts as materialized (
    select found.* from (
      select distinct on (attempts.user_id) attempts.id, attempts.version, attempts.points, attempts.passed, attempts.created_at
      from private.quiz_attempts as attempts
      where attempts.quiz_id = quiz and attempts.scored_at is not null
      order by attempts.user_id, attempts.created_at, attempts.id) as found
    order by found.created_at desc limit 5000),
  asked as (
    select questions.question_id, firsts.version, coalesce(asked.points, 0)::double precision as points,
      ((firsts.points - coalesce(asked.points, 0)) / greatest(count(*) over (partition by asked.attempt_id) - 1, 1))::double precision as rest
    from firsts
    join private.quiz_attempt_questions as asked on asked.attempt_id = firsts.id
    join private.quiz_questions as questions
      on questions.quiz_id = quiz and questions.version = firsts.version and questions.place = asked.place),
  items as (
    select asked.question_id, max(asked.version) as version, count(*) as answers, avg(asked.points) as share, corr(asked.points, asked.rest) as discrimination
    from asked group by asked.question_id)
  insert into private.quiz_sums as sums (quiz_id, students, passed, questions, counted_at)
  select quiz, (select count(*) from firsts), (select count(*) from firsts where firsts.passed),
    (select coalesce(jsonb_agg(jsonb_build_object('id', items.question_id, 'version', items.version, 'answers', items.answers,
      'share', round(items.share::numeric, 4), 'discrimination', round(items.discrimination::numeric, 4)) order by items.question_id), '[]') from items),
    now()
  where exists (select from public.quizzes where quizzes.id = quiz)
  on conflict (quiz_id) do update set
    students = excluded.students, passed = excluded.passed, questions = excluded.questions, counted_at = excluded.counted_at
$$;
comment on function private.count_quiz(uuid) is 'First attempts only, as decision 0088 says for authors.';

create function private.count_gain(course uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with scored as (
    select distinct on (attempts.user_id, quizzes.id) attempts.user_id, quizzes.purpose, attempts.points, versions.question_count
    from public.quizzes
    join private.quiz_attempts as attempts on attempts.quiz_id = quizzes.id and attempts.scored_at is not null
    join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version
    where quizzes.course_id = course and quizzes.is_published
    order by attempts.user_id, quizzes.id, attempts.created_at, attempts.id),
  shares as (
    select 100 * sum(scored.points) filter (where scored.purpose = 'pretest') / sum(scored.question_count) filter (where scored.purpose = 'pretest') as before,
      100 * sum(scored.points) filter (where scored.purpose = 'test') / sum(scored.question_count) filter (where scored.purpose = 'test') as after
    from scored group by scored.user_id)
  insert into private.course_gains as gains (course_id, students, before, after)
  select course, count(*), avg(shares.before), avg(shares.after) from shares
  where shares.before is not null and shares.after is not null
  having exists (select from public.courses where courses.id = course)
  on conflict (course_id) do update set students = excluded.students, before = excluded.before, after = excluded.after
$$;

create function private.count_quizzes(most integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  due constant uuid[] := array(select distinct marks.key::uuid from private.analytics_marks as marks where marks.figure = 'quiz' limit most);
begin
  delete from private.analytics_marks as marks where marks.figure = 'quiz' and marks.key::uuid = any (due);
  perform private.count_quiz(quiz) from unnest(due) as quiz;
  perform private.count_gain(courses.id) from (select distinct quizzes.course_id as id from public.quizzes where quizzes.id = any (due)) as courses;
end $$;

create function private.count_mails(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail_days constant integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  whole constant date[] := array(select day from unnest(days) as day where day > private.day_of(now()) - mail_days);
begin
  -- Of a day whose mails begin to be forgotten, what was counted stands.
  delete from private.mail_day_sums where mail_day_sums.day = any (whole);
  insert into private.mail_day_sums (day, kind, sent, waiting, failed)
  select counted.day, mails.kind, count(*) filter (where mails.status = 'sent'), count(*) filter (where mails.status = 'queued'),
    count(*) filter (where mails.status = 'abandoned' and mails.last_failure is not null)
  from unnest(whole) as counted (day)
  join public.email_outbox as mails
    on mails.created_at >= private.begin_of(counted.day) and mails.created_at < private.begin_of(counted.day + 1)
  where not mails.is_decoy group by 1, 2;
end $$;

create function private.sum_up_tickets(days date[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.ticket_day_sums where ticket_day_sums.day = any (days);
  insert into private.ticket_day_sums (day, opened, of_lessons, of_visitors, answered, in_time, closed)
  select counted.day, count(*), count(*) filter (where tickets.lesson_id is not null), count(*) filter (where tickets.user_id is null),
    count(tickets.first_answer_at), count(*) filter (where tickets.first_answer_at <= tickets.first_answer_due_at),
    count(*) filter (where tickets.status in ('solved', 'closed'))
  from unnest(days) as counted (day)
  join public.support_tickets as tickets
    on tickets.created_at >= private.begin_of(counted.day) and tickets.created_at < private.begin_of(counted.day + 1)
  where not tickets.is_spam and tickets.merged_into is null
  group by 1;
end $$;

create function private.analytics_tests(first date, last date) returns json
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
        'attempts', private.disclosed_count(present.attempts, present.attempts), 'passed', private.disclosed_count(present.passed, present.attempts),
        'students', private.disclosed_count(sums.students, sums.students), 'first_passed', private.disclosed_count(sums.passed, sums.students))
        order by present.attempts desc nulls last, courses.title_he, versions.title_he, quizzes.id), '[]')
      from public.quizzes
      join public.courses on courses.id = quizzes.course_id
      join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
      left join private.quiz_sums as sums on sums.quiz_id = quizzes.id
      left join (
        select days.quiz_id, sum(days.attempts) as attempts, sum(days.passed) as passed
        from private.quiz_day_sums as days where days.day between first and last group by days.quiz_id) as present on present.quiz_id = quizzes.id),
    'gains', (
      select coalesce(json_agg(json_build_object('id', courses.id, 'title', courses.title_he, 'students', private.disclosed_count(gains.students, gains.students),
        'before', floor(gains.before), 'after', floor(gains.after)) order by gains.students desc, courses.title_he), '[]')
      from private.course_gains as gains join public.courses on courses.id = gains.course_id where gains.students >= 10));
end $$;
grant execute on function private.analytics_tests(date, date) to authenticated;

create function public.analytics_tests(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_tests(first, last); end;
comment on function public.analytics_tests(date, date) is
  'For analytics.view: of each test the attempts of a range and how many passed, how many students ever tried and passed at first; of courses with a pretest the mean percent before and after. In fives, of fewer than ten not at all.';
grant execute on function public.analytics_tests(date, date) to authenticated;

create function private.analytics_test(quiz uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  return (
    select json_build_object('title', versions.title_he, 'course_title', courses.title_he, 'counted_at', sums.counted_at,
      'students', private.disclosed_count(sums.students, sums.students),
      'questions', case when sums.students >= 10 then (
        select coalesce(json_agg(json_build_object('id', items.id, 'text', questions.definition ->> 'text',
          'answers', private.disclosed_count(items.answers, items.answers),
          'share', case when items.answers >= 10 then round(100 * items.share) end,
          'discrimination', case when items.answers >= 10 then round(items.discrimination, 2) end) order by items.share, items.id), '[]')
        from jsonb_to_recordset(sums.questions) as items (id uuid, version smallint, answers integer, share numeric, discrimination numeric)
        join private.quiz_questions as questions
          on questions.quiz_id = quiz and questions.version = items.version and questions.question_id = items.id) else '[]' end)
    from public.quizzes
    join public.courses on courses.id = quizzes.course_id
    join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
    left join private.quiz_sums as sums on sums.quiz_id = quizzes.id
    where quizzes.id = quiz);
end $$;
grant execute on function private.analytics_test(uuid) to authenticated;

create function public.analytics_test(quiz uuid) returns json
language sql stable set search_path = '' begin atomic select private.analytics_test(quiz); end;
comment on function public.analytics_test(uuid) is
  'For analytics.view: of each question of a test its words, the mean share of its points and how well it tells, over first attempts; no key, no option, nothing of fewer than ten; null for no test.';
grant execute on function public.analytics_test(uuid) to authenticated;

create function private.analytics_work(first date, last date) returns json
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
grant execute on function private.analytics_work(date, date) to authenticated;

create function public.analytics_work(first date, last date) returns json
language sql stable set search_path = '' begin atomic select private.analytics_work(first, last); end;
comment on function public.analytics_work(date, date) is
  'For analytics.view: mails of the product by kind and day (sent, waiting, given up) and questions to the academy (about lessons, by visitors, answered and within the promised hours of work, closed by now) of a range, beside as many days before. Nothing about anybody.';
grant execute on function public.analytics_work(date, date) to authenticated;
