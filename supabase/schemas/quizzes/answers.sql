create function private.own_quiz_attempt(attempt uuid) returns private.quiz_attempts
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_attempt private.quiz_attempts;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  select * into found_attempt from private.quiz_attempts
  where quiz_attempts.id = attempt and quiz_attempts.user_id = auth.uid() for update;
  if not found then
    perform private.raise_app_error('QUIZ_ATTEMPT_NOT_FOUND', 404, 'There is no such attempt of yours');
  end if;
  return found_attempt;
end $$;
comment on function private.own_quiz_attempt(uuid) is
  'The attempt of the caller, locked until the end of the statement: saving, submitting and closing wait for each other.';

create function private.are_quiz_answers(answers jsonb) returns boolean
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
comment on function private.are_quiz_answers(jsonb) is
  'At most 100 of {position, sequence, answer, confidence, flagged}: an answer is an object of at most 4,000 bytes, or null.';

create function private.quiz_answer_order(answer jsonb, confidence text, flagged boolean) returns text
language sql immutable set search_path = '' return
  coalesce(answer::text, '') || ' ' || coalesce(confidence, '') || ' ' || flagged;
comment on function private.quiz_answer_order(jsonb, text, boolean) is
  'Which of two answers with the same count stays: the one whose text is greater (compared by bytes), and any before none.';

create function private.keep_quiz_answers(attempt uuid, answers jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update private.quiz_attempt_questions as stored
  set sequence = sent.sequence, answer = sent.answer, confidence = sent.confidence, is_flagged = sent.flagged,
    answered_at = clock_timestamp(),
    first_answered_at = coalesce(stored.first_answered_at, case when sent.answer is not null then statement_timestamp() end)
  from (
    select distinct on (position) *
    from (
      select (one ->> 'position')::smallint as position, (one ->> 'sequence')::integer as sequence,
        nullif(one -> 'answer', 'null') as answer, one ->> 'confidence' as confidence,
        coalesce((one ->> 'flagged')::boolean, false) as flagged
      from jsonb_array_elements(answers) as list (one)) as read
    order by position, sequence desc, private.quiz_answer_order(answer, confidence, flagged) collate "C" desc) as sent
  where stored.attempt_id = attempt and stored.position = sent.position
    and (sent.sequence > stored.sequence or (
      sent.sequence = stored.sequence
      and private.quiz_answer_order(sent.answer, sent.confidence, sent.flagged) collate "C"
        > private.quiz_answer_order(stored.answer, stored.confidence, stored.is_flagged) collate "C"))
$$;
comment on function private.keep_quiz_answers(uuid, jsonb) is
  'Of two answers to one question the one with the higher sequence stays, of two with the same one the greater text: whatever order they arrive in, and however often, the same stays.';

create function private.stored_quiz_answers(attempt uuid, answers jsonb) returns json
language sql volatile security definer set search_path = '' as $$
  select json_build_object(
    'state', case when quiz_attempts.submitted_at is null then 'open' when quiz_attempts.scored_at is null then 'submitted' else 'scored' end,
    'ended_by', quiz_attempts.ended_by,
    'seconds_left', private.seconds_left(quiz_attempts),
    'answers', (
      select coalesce(json_agg(json_build_object(
        'position', stored.position, 'sequence', stored.sequence, 'answer', stored.answer, 'confidence', stored.confidence,
        'flagged', stored.is_flagged) order by stored.position), '[]')
      from private.quiz_attempt_questions as stored
      where stored.attempt_id = attempt
        and stored.position in (select (one ->> 'position')::smallint from jsonb_array_elements(answers) as list (one))))
  from private.quiz_attempts where quiz_attempts.id = attempt
$$;

create function private.save_quiz_answers(attempt uuid, answers jsonb, submit boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.quiz_attempts := private.own_quiz_attempt(attempt);
begin
  if not private.are_quiz_answers(answers) then
    perform private.raise_app_error('INVALID_QUIZ_ANSWERS', 400, 'The answers cannot be read');
  end if;
  if own.started_at is null then
    perform private.raise_app_error('QUIZ_ATTEMPT_NOT_READY', 409, 'The questions are not ready');
  end if;
  if private.has_ended(own) then
    perform private.close_quiz_attempt(attempt);
  else
    perform private.keep_quiz_answers(attempt, answers);
    if submit then
      update private.quiz_attempts set submitted_at = clock_timestamp(), ended_by = 'student' where quiz_attempts.id = attempt;
    end if;
  end if;
  return private.stored_quiz_answers(attempt, answers);
end $$;
grant execute on function private.save_quiz_answers(uuid, jsonb, boolean) to authenticated;

create function public.save_quiz_answers(attempt uuid, answers jsonb) returns json
language sql volatile set search_path = '' begin atomic select private.save_quiz_answers(attempt, answers, false); end;
comment on function public.save_quiz_answers(uuid, jsonb) is
  'Saves answers of the caller''s open attempt: [{position, sequence, answer, confidence, flagged}]. Answers {state, ended_by, seconds_left, answers}: for each position sent what is kept now. After the deadline and ten seconds nothing is taken and the attempt is closed.';
grant execute on function public.save_quiz_answers(uuid, jsonb) to authenticated;

create function public.submit_quiz_attempt(attempt uuid, answers jsonb default '[]') returns json
language sql volatile set search_path = '' begin atomic select private.save_quiz_answers(attempt, answers, true); end;
comment on function public.submit_quiz_attempt(uuid, jsonb) is
  'Saves the last answers and ends the caller''s attempt, once: a second time it answers what is kept. The function quiz-attempts calls it, and scores.';
grant execute on function public.submit_quiz_attempt(uuid, jsonb) to authenticated;
