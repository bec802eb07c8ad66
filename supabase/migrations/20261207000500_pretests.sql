-- A short test before a course, which tells no answers and counts for nothing, and what was learnt between it and the others.
alter table public.quizzes
  add column purpose text not null default 'test' check (purpose in ('test', 'pretest')),
  add constraint quizzes_pretest_check check (purpose = 'test' or lesson_id is null);
comment on column public.quizzes.purpose is
  'A pretest is taken once, before the first attempt at a test of its course; it tells no answers and no certificate asks for it.';
create unique index quizzes_pretest_idx on public.quizzes (course_id) where purpose = 'pretest';

create function private.is_late_pretest(quiz uuid, student uuid) returns boolean
language sql stable security definer set search_path = '' return exists (
  select from public.quizzes as pretest
  join public.quizzes as others on others.course_id = pretest.course_id and others.purpose = 'test'
  join private.quiz_attempts as made on made.quiz_id = others.id and made.user_id = student
  where pretest.id = quiz and pretest.purpose = 'pretest');
comment on function private.is_late_pretest(uuid, uuid) is
  'Whether a student may not begin a pretest any more: who has begun another test of the course has seen its questions.';
revoke execute on function private.is_late_pretest(uuid, uuid) from public;

create or replace function private.publish_quiz(quiz jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  target constant uuid := (quiz ->> 'id')::uuid;
  next_version smallint;
  is_pretest constant boolean := coalesce(quiz ->> 'purpose', 'test') = 'pretest';
  asked integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quiz' || target, 0));
  if quiz ->> 'lesson_id' is not null and not exists (
    select from public.lessons where lessons.id = (quiz ->> 'lesson_id')::uuid and lessons.course_id = (quiz ->> 'course_id')::uuid) then
    perform private.raise_app_error('LESSON_NOT_FOUND', 400, 'The lesson is not part of the course');
  end if;
  select coalesce(max(quiz_versions.version), 0) + 1 into next_version from public.quiz_versions where quiz_versions.quiz_id = target;
  select sum(least(coalesce((pool ->> 'draw')::integer, 100), jsonb_array_length(pool -> 'questions')))
  into asked from jsonb_array_elements(quiz -> 'pools') as pool;
  insert into public.quizzes (id, course_id, lesson_id, order_index, purpose)
  values (
    target, (quiz ->> 'course_id')::uuid, (quiz ->> 'lesson_id')::uuid, coalesce((quiz ->> 'order_index')::integer, 0),
    case when is_pretest then 'pretest' else 'test' end)
  on conflict (id) do nothing;
  insert into public.quiz_versions (
    quiz_id, version, title_he, intro_he, pass_percent, attempts_allowed, wait_minutes, time_limit_minutes,
    shuffle_questions, review, question_count)
  values (
    target, next_version, quiz ->> 'title', quiz ->> 'intro', (quiz ->> 'passPercent')::smallint,
    case when is_pretest then 1 else (quiz ->> 'attemptsAllowed')::smallint end, (quiz ->> 'waitMinutes')::integer, (quiz ->> 'timeLimitMinutes')::smallint,
    (quiz ->> 'shuffleQuestions')::boolean, case when is_pretest then 'never' else quiz ->> 'review' end, asked);
  insert into private.quiz_pools (quiz_id, version, pool, topic, draw)
  select target, next_version, number, pool ->> 'topic', (pool ->> 'draw')::smallint
  from jsonb_array_elements(quiz -> 'pools') with ordinality as pools (pool, number);
  insert into private.quiz_questions (quiz_id, version, place, pool, question_id, definition)
  select target, next_version, row_number() over (order by pools.number, questions.number), pools.number,
    (question ->> 'id')::uuid, question -> 'definition'
  from jsonb_array_elements(quiz -> 'pools') with ordinality as pools (pool, number),
    jsonb_array_elements(pool -> 'questions') with ordinality as questions (question, number);
  update public.quizzes set version = next_version, is_published = true where quizzes.id = target;
  return next_version;
end $$;

create or replace function private.begin_quiz_attempt(quiz uuid, attempt uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules public.quiz_versions;
  known private.quiz_attempts;
  earlier record;
  next_at timestamptz;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  if quiz is null or attempt is null then
    perform private.raise_app_error('INVALID_QUIZ_ATTEMPT', 400, 'quiz and attempt are required');
  end if;
  -- One at a time for a student and a test, so that two windows cannot begin twice.
  perform pg_advisory_xact_lock(hashtextextended('quiz attempt' || auth.uid() || quiz, 0));
  select * into known from private.quiz_attempts where quiz_attempts.id = attempt;
  if found then
    if known.user_id <> auth.uid() or known.quiz_id <> quiz then
      perform private.raise_app_error('QUIZ_ATTEMPT_NOT_FOUND', 404, 'There is no such attempt of yours');
    end if;
    return known.id;
  end if;
  select versions.* into rules
  from public.quizzes
  join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
  join public.courses on courses.id = quizzes.course_id and courses.is_published
  left join public.lessons on lessons.id = quizzes.lesson_id
  where quizzes.id = begin_quiz_attempt.quiz and quizzes.is_published and (quizzes.lesson_id is null or lessons.is_published);
  if not found then
    perform private.raise_app_error('QUIZ_NOT_FOUND', 404, 'There is no such test');
  end if;
  select * into known from private.quiz_attempts
  where quiz_attempts.user_id = auth.uid() and quiz_attempts.quiz_id = quiz and quiz_attempts.submitted_at is null for update;
  if found and not private.has_ended(known) then
    return known.id;
  end if;
  if found then
    perform private.close_quiz_attempt(known.id);
  end if;
  select count(*) as made, max(quiz_attempts.submitted_at) as ended_at into earlier
  from private.quiz_attempts where quiz_attempts.user_id = auth.uid() and quiz_attempts.quiz_id = quiz;
  if earlier.made >= rules.attempts_allowed then
    perform private.raise_app_error('NO_ATTEMPTS_LEFT', 409, 'All attempts at this test are used');
  end if;
  next_at := earlier.ended_at + make_interval(mins => rules.wait_minutes);
  if next_at > clock_timestamp() then
    perform private.raise_app_error('QUIZ_ATTEMPT_TOO_SOON', 409, 'The next attempt may begin later', to_json(next_at) #>> '{}');
  end if;
  if private.is_late_pretest(quiz, auth.uid()) then
    perform private.raise_app_error('PRETEST_TOO_LATE', 409, 'A test of the course was begun already');
  end if;
  if not private.take_attempt('quiz attempts', auth.uid()::text, attempt::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty attempts an hour');
  end if;
  insert into private.quiz_attempts (id, user_id, quiz_id, version) values (attempt, auth.uid(), quiz, rules.version);
  insert into private.quiz_attempt_questions (attempt_id, position, place)
  select attempt, row_number() over (order by case when rules.shuffle_questions then gen_random_uuid() end, drawn.place), drawn.place
  from (
    select questions.place, pools.draw, row_number() over (partition by questions.pool order by gen_random_uuid()) as turn
    from private.quiz_questions as questions
    join private.quiz_pools as pools using (quiz_id, version, pool)
    where questions.quiz_id = rules.quiz_id and questions.version = rules.version) as drawn
  where drawn.draw is null or drawn.turn <= drawn.draw;
  return attempt;
end $$;

create or replace function private.my_quizzes(course uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select coalesce(json_agg(row_to_json(line) order by line.last_at desc), '[]') from (
      select attempts.quiz_id, quizzes.course_id, quizzes.lesson_id, courses.title_he as course_title, versions.title_he as title,
        quizzes.purpose,
        versions.pass_percent, count(*) as attempts, max(attempts.percent) as best_percent,
        coalesce(bool_or(attempts.passed), false) as passed, max(attempts.created_at) as last_at,
        (array_agg(attempts.id) filter (where not private.has_ended(attempts)))[1] as open_attempt
      from private.quiz_attempts as attempts
      join public.quizzes on quizzes.id = attempts.quiz_id and quizzes.is_published
      join public.courses on courses.id = quizzes.course_id and courses.is_published
      join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
      where attempts.user_id = auth.uid() and (my_quizzes.course is null or quizzes.course_id = my_quizzes.course)
      group by attempts.quiz_id, quizzes.id, courses.id, versions.quiz_id, versions.version
      order by last_at desc limit 200) as line);
end $$;

create or replace function private.read_quiz_attempt(attempt uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.quiz_attempts := private.own_quiz_attempt(attempt);
  rules public.quiz_versions;
  may_review boolean;
begin
  if private.has_ended(own) and own.submitted_at is null then
    perform private.close_quiz_attempt(attempt);
    select * into own from private.quiz_attempts where quiz_attempts.id = attempt;
  end if;
  select * into rules from public.quiz_versions as versions where versions.quiz_id = own.quiz_id and versions.version = own.version;
  may_review := private.may_review_quiz_attempt(own, rules);
  return (
    select json_build_object(
      'id', own.id, 'quiz_id', own.quiz_id, 'course_id', quizzes.course_id, 'lesson_id', quizzes.lesson_id,
      'course_title', courses.title_he, 'title', rules.title_he, 'purpose', quizzes.purpose,
      'state', case
        when own.started_at is null then 'new' when own.submitted_at is null then 'open'
        when own.scored_at is null then 'submitted' else 'scored' end,
      'started_at', own.started_at, 'submitted_at', own.submitted_at, 'ended_by', own.ended_by,
      'time_limit_minutes', rules.time_limit_minutes,
      'seconds_left', private.seconds_left(own),
      'pass_percent', rules.pass_percent, 'percent', own.percent, 'passed', own.passed,
      'review', rules.review, 'may_review', may_review,
      'questions', (
        select json_agg(json_build_object(
          'position', asked.position, 'presented', asked.presented, 'answer', asked.answer, 'confidence', asked.confidence,
          'flagged', asked.is_flagged, 'sequence', asked.sequence,
          'correct', case when may_review then asked.is_correct end, 'review', case when may_review then asked.review end)
          order by asked.position)
        from private.quiz_attempt_questions as asked where asked.attempt_id = own.id))
    from public.quizzes join public.courses on courses.id = quizzes.course_id where quizzes.id = own.quiz_id);
end $$;

create function private.my_course_gain(course uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    with scored as (
      -- Of each test the first attempt: nothing of it had been told before.
      select distinct on (quizzes.id) quizzes.id, quizzes.purpose, attempts.points, versions.question_count
      from public.quizzes
      join private.quiz_attempts as attempts
        on attempts.quiz_id = quizzes.id and attempts.user_id = auth.uid() and attempts.scored_at is not null
      join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version
      where quizzes.course_id = course and quizzes.is_published
      order by quizzes.id, attempts.created_at),
    shares as (
      select floor(100 * sum(points) filter (where purpose = 'pretest') / sum(question_count) filter (where purpose = 'pretest') + 0.001) as before,
        floor(100 * sum(points) filter (where purpose = 'test') / sum(question_count) filter (where purpose = 'test') + 0.001) as after
      from scored)
    select json_build_object(
      'before', shares.before, 'after', shares.after,
      -- Of what one did not know before, how much one knows after (Hake, 1998).
      'gain', case when shares.after > shares.before then floor(100 * (shares.after - shares.before) / (100 - shares.before)) end)
    from shares);
end $$;
revoke execute on function private.my_course_gain(uuid) from public;
grant execute on function private.my_course_gain(uuid) to authenticated;
create function public.my_course_gain(course uuid) returns json
language sql stable set search_path = '' begin atomic select private.my_course_gain(course); end;
comment on function public.my_course_gain(uuid) is
  'Percent of the caller in the pretest of a course and in the first attempts at its tests, and the share of what was not known before that is known after; null where something is missing or nothing was gained.';
revoke execute on function public.my_course_gain(uuid) from public, anon;
grant execute on function public.my_course_gain(uuid) to authenticated;
