create function private.quiz_attempt_definitions(attempt uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select json_build_object(
      'state', case
        when attempts.started_at is null then 'new' when attempts.submitted_at is null then 'open'
        when attempts.scored_at is null then 'submitted' else 'scored' end,
      'questions', json_agg(json_build_object(
        'position', asked.position, 'definition', questions.definition, 'seed', asked.seed, 'answer', asked.answer)
        order by asked.position))
    from private.quiz_attempts as attempts
    join private.quiz_attempt_questions as asked on asked.attempt_id = attempts.id
    join private.quiz_questions as questions
      on questions.quiz_id = attempts.quiz_id and questions.version = attempts.version and questions.place = asked.place
    where attempts.id = attempt group by attempts.id);
end $$;
grant execute on function private.quiz_attempt_definitions(uuid) to service_role;

create function public.quiz_attempt_definitions(attempt uuid) returns json
language sql stable set search_path = '' begin atomic select private.quiz_attempt_definitions(attempt); end;
comment on function public.quiz_attempt_definitions(uuid) is
  'Questions of an attempt with keys, seeds and answers, and its state: new, open, submitted or scored. For the service key alone.';

create function private.ready_quiz_attempt(attempt uuid, presented jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  waiting private.quiz_attempts;
begin
  select * into waiting from private.quiz_attempts where quiz_attempts.id = attempt for update;
  if waiting.started_at is not null then
    return;
  end if;
  update private.quiz_attempt_questions as stored set presented = sent.one -> 'presented'
  from jsonb_array_elements(ready_quiz_attempt.presented) as sent (one)
  where stored.attempt_id = attempt and stored.position = (sent.one ->> 'position')::smallint;
  if exists (select from private.quiz_attempt_questions as stored where stored.attempt_id = attempt and stored.presented is null) then
    perform private.raise_app_error('INVALID_QUIZ_ATTEMPT', 400, 'A question is missing');
  end if;
  update private.quiz_attempts set started_at = clock_timestamp(), deadline_at = clock_timestamp() + (
    select make_interval(mins => versions.time_limit_minutes) from public.quiz_versions as versions
    where versions.quiz_id = waiting.quiz_id and versions.version = waiting.version)
  where quiz_attempts.id = attempt;
end $$;
grant execute on function private.ready_quiz_attempt(uuid, jsonb) to service_role;

create function public.ready_quiz_attempt(attempt uuid, presented jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.ready_quiz_attempt(attempt, presented); end;
comment on function public.ready_quiz_attempt(uuid, jsonb) is
  'Stores what the student sees of each question, once, and starts the clock. For the service key alone.';

create function private.score_quiz_attempt(attempt uuid, scores jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended private.quiz_attempts;
  rules public.quiz_versions;
  total numeric;
  -- Thirds are kept to six digits: three of them are one point.
  lost_digits constant numeric := 0.0001;
begin
  select * into ended from private.quiz_attempts where quiz_attempts.id = attempt for update;
  if ended.submitted_at is null or ended.scored_at is not null then
    return;
  end if;
  update private.quiz_attempt_questions as stored
  set points = round((sent.one ->> 'points')::numeric, 6), is_correct = (sent.one ->> 'correct')::boolean, review = sent.one -> 'review'
  from jsonb_array_elements(scores) as sent (one)
  where stored.attempt_id = attempt and stored.position = (sent.one ->> 'position')::smallint;
  select * into rules from public.quiz_versions as versions where versions.quiz_id = ended.quiz_id and versions.version = ended.version;
  -- A question without a score makes the sum null, which no column takes.
  select case when count(stored.points) = rules.question_count then sum(stored.points) end into total
  from private.quiz_attempt_questions as stored where stored.attempt_id = attempt;
  if total is null then
    perform private.raise_app_error('INVALID_QUIZ_ATTEMPT', 400, 'A score is missing');
  end if;
  update private.quiz_attempts
  set scored_at = clock_timestamp(), points = total,
    percent = floor((total + lost_digits) * 100 / rules.question_count),
    passed = (total + lost_digits) * 100 >= rules.pass_percent * rules.question_count
  where quiz_attempts.id = attempt;
end $$;
grant execute on function private.score_quiz_attempt(uuid, jsonb) to service_role;

create function public.score_quiz_attempt(attempt uuid, scores jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.score_quiz_attempt(attempt, scores); end;
comment on function public.score_quiz_attempt(uuid, jsonb) is
  'Stores the scores and reviews of an ended attempt, once, and whether it passed: [{position, points, correct, review}]. For the service key alone.';

create function private.quiz_attempts_to_score() returns uuid[]
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.close_quiz_attempt(late.id) from (
    select quiz_attempts.id from private.quiz_attempts
    where quiz_attempts.submitted_at is null and quiz_attempts.deadline_at < clock_timestamp() - private.quiz_grace()
    order by quiz_attempts.deadline_at limit 50 for update skip locked) as late;
  return (select coalesce(array_agg(waiting.id), '{}') from (
    select quiz_attempts.id from private.quiz_attempts
    where quiz_attempts.submitted_at is not null and quiz_attempts.scored_at is null
    order by quiz_attempts.submitted_at limit 50) as waiting);
end $$;
grant execute on function private.quiz_attempts_to_score() to service_role;

create function public.quiz_attempts_to_score() returns uuid[]
language sql volatile set search_path = '' begin atomic select private.quiz_attempts_to_score(); end;
comment on function public.quiz_attempts_to_score() is
  'Ends the attempts whose time is over, and gives those that wait for their score, fifty at most. For the service key alone.';
