-- A version of a test is made by one function, from what a seed brings and from what staff wrote.
create function private.make_quiz_version(quiz uuid, data jsonb) returns smallint
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_pretest constant boolean := coalesce((data ->> 'is_pretest')::boolean, false);
  next_version smallint;
  asked integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('quiz' || quiz, 0));
  select coalesce(max(versions.version), 0) + 1 into next_version
  from public.quiz_versions as versions where versions.quiz_id = make_quiz_version.quiz;
  select sum(least(coalesce((pool ->> 'draw')::integer, 100), jsonb_array_length(pool -> 'questions')))
  into asked from jsonb_array_elements(data -> 'pools') as pool;
  insert into public.quiz_versions (
    quiz_id, version, title_he, intro_he, pass_percent, attempts_allowed, wait_minutes, time_limit_minutes,
    shuffle_questions, review, question_count)
  values (
    quiz, next_version, data ->> 'title_he', coalesce(data ->> 'intro_he', ''), (data ->> 'pass_percent')::smallint,
    case when is_pretest then 1 else (data ->> 'attempts_allowed')::smallint end, (data ->> 'wait_minutes')::integer,
    (data ->> 'time_limit_minutes')::smallint, (data ->> 'shuffle_questions')::boolean,
    case when is_pretest then 'never' else data ->> 'review' end, asked);
  insert into private.quiz_pools (quiz_id, version, pool, topic, draw)
  select quiz, next_version, number, pool ->> 'topic', (pool ->> 'draw')::smallint
  from jsonb_array_elements(data -> 'pools') with ordinality as pools (pool, number);
  insert into private.quiz_questions (quiz_id, version, place, pool, question_id, definition)
  select quiz, next_version, row_number() over (order by pools.number, questions.number), pools.number,
    (question ->> 'id')::uuid, question -> 'definition'
  from jsonb_array_elements(data -> 'pools') with ordinality as pools (pool, number),
    jsonb_array_elements(pool -> 'questions') with ordinality as questions (question, number);
  return next_version;
end $$;
comment on function private.make_quiz_version(uuid, jsonb) is
  'Makes the next version of a test from the fields of a draft and gives its number. Attempts go on with the version that they were asked.';
revoke execute on function private.make_quiz_version(uuid, jsonb) from public;

create or replace function private.publish_quiz(quiz jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  target constant uuid := (quiz ->> 'id')::uuid;
  is_pretest constant boolean := coalesce(quiz ->> 'purpose', 'test') = 'pretest';
  next_version smallint;
begin
  perform pg_advisory_xact_lock(hashtextextended('quiz' || target, 0));
  if quiz ->> 'lesson_id' is not null and not exists (
    select from public.lessons where lessons.id = (quiz ->> 'lesson_id')::uuid and lessons.course_id = (quiz ->> 'course_id')::uuid) then
    perform private.raise_app_error('LESSON_NOT_FOUND', 400, 'The lesson is not part of the course');
  end if;
  insert into public.quizzes (id, course_id, lesson_id, order_index, purpose)
  values (
    target, (quiz ->> 'course_id')::uuid, (quiz ->> 'lesson_id')::uuid, coalesce((quiz ->> 'order_index')::integer, 0),
    case when is_pretest then 'pretest' else 'test' end)
  on conflict (id) do nothing;
  next_version := private.make_quiz_version(target, jsonb_build_object(
    'title_he', quiz -> 'title', 'intro_he', quiz -> 'intro', 'pass_percent', quiz -> 'passPercent',
    'attempts_allowed', quiz -> 'attemptsAllowed', 'wait_minutes', quiz -> 'waitMinutes', 'time_limit_minutes', quiz -> 'timeLimitMinutes',
    'shuffle_questions', quiz -> 'shuffleQuestions', 'review', quiz -> 'review', 'is_pretest', is_pretest, 'pools', quiz -> 'pools'));
  update public.quizzes set version = next_version, is_published = true where quizzes.id = target;
  return next_version;
end $$;
