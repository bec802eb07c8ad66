create function private.may_review_quiz_attempt(attempt private.quiz_attempts, rules public.quiz_versions) returns boolean
language sql stable security definer set search_path = '' return
  attempt.scored_at is not null and (
    rules.review = 'after-submit'
    or (rules.review = 'after-pass' and (
      exists (
        select from private.quiz_attempts as passed
        where passed.user_id = attempt.user_id and passed.quiz_id = attempt.quiz_id and passed.passed)
      or rules.attempts_allowed <= (
        select count(*) from private.quiz_attempts as made
        where made.user_id = attempt.user_id and made.quiz_id = attempt.quiz_id and made.scored_at is not null))));
comment on function private.may_review_quiz_attempt(private.quiz_attempts, public.quiz_versions) is
  'Whether answers and reasons may be told, by the rule of the version that was asked.';

create function private.read_quiz_attempt(attempt uuid) returns json
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
grant execute on function private.read_quiz_attempt(uuid) to authenticated;

create function public.read_quiz_attempt(attempt uuid) returns json
language sql volatile set search_path = '' begin atomic select private.read_quiz_attempt(attempt); end;
comment on function public.read_quiz_attempt(uuid) is
  'An attempt of the caller: state, questions as presented with the answers kept, and after scoring the result; answers and reasons by the rule of the version. An attempt past its deadline is closed.';
grant execute on function public.read_quiz_attempt(uuid) to authenticated;

create function private.my_quiz_attempts(quiz uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select json_build_object(
      'attempts', coalesce(json_agg(json_build_object(
        'id', made.id, 'created_at', made.created_at, 'submitted_at', made.submitted_at, 'ended_by', made.ended_by,
        'is_open', not private.has_ended(made), 'percent', made.percent, 'passed', made.passed) order by made.created_at desc), '[]'),
      'next_at', max(made.submitted_at) + make_interval(mins => (
        select versions.wait_minutes from public.quizzes
        join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
        where quizzes.id = my_quiz_attempts.quiz)),
      'now', clock_timestamp())
    from (
      select * from private.quiz_attempts
      where quiz_attempts.user_id = auth.uid() and quiz_attempts.quiz_id = quiz
      order by quiz_attempts.created_at desc limit 100) as made);
end $$;
grant execute on function private.my_quiz_attempts(uuid) to authenticated;

create function public.my_quiz_attempts(quiz uuid) returns json
language sql stable set search_path = '' begin atomic select private.my_quiz_attempts(quiz); end;
comment on function public.my_quiz_attempts(uuid) is
  'The caller''s attempts at a test, newest first, a hundred at most, when the next one may begin, and the time of the server.';
grant execute on function public.my_quiz_attempts(uuid) to authenticated;

create function private.my_quizzes(course uuid) returns json
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
grant execute on function private.my_quizzes(uuid) to authenticated;

create function public.my_quizzes(course uuid default null) returns json
language sql stable set search_path = '' begin atomic select private.my_quizzes(course); end;
comment on function public.my_quizzes(uuid) is
  'The published tests that the caller has tried, of one course or of all: attempts, best percent, whether passed, and the attempt that is open.';
grant execute on function public.my_quizzes(uuid) to authenticated;

create function private.is_late_pretest(quiz uuid, student uuid) returns boolean
language sql stable security definer set search_path = '' return exists (
  select from public.quizzes as pretest
  join public.quizzes as others on others.course_id = pretest.course_id and others.purpose = 'test'
  join private.quiz_attempts as made on made.quiz_id = others.id and made.user_id = student
  where pretest.id = quiz and pretest.purpose = 'pretest');
comment on function private.is_late_pretest(uuid, uuid) is
  'Whether a student may not begin a pretest any more: who has begun another test of the course has seen its questions.';

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
grant execute on function private.my_course_gain(uuid) to authenticated;

create function public.my_course_gain(course uuid) returns json
language sql stable set search_path = '' begin atomic select private.my_course_gain(course); end;
comment on function public.my_course_gain(uuid) is
  'Percent of the caller in the pretest of a course and in the first attempts at its tests, and the share of what was not known before that is known after; null where something is missing or nothing was gained.';
grant execute on function public.my_course_gain(uuid) to authenticated;
