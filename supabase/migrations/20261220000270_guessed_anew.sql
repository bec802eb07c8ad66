-- The result of a test says of what was right by luck, too, that it is asked again from tomorrow: so it is.
create or replace function private.add_review_cards() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What may not be told yet may not be practised either; it joins with the attempt that opens it.
  if private.may_review_quiz_attempt(new, (
    select versions from public.quiz_versions as versions
    where versions.quiz_id = new.quiz_id and versions.version = new.version)) then
    insert into private.review_cards (user_id, quiz_id, question_id, reason, added_on, due_on)
    select distinct on (questions.question_id) new.user_id, new.quiz_id, questions.question_id,
      case when asked.is_correct then 'unsure' else 'missed' end, private.review_day(), private.review_day() + 1
    from private.quiz_attempts as attempts
    join private.quiz_attempt_questions as asked on asked.attempt_id = attempts.id
    join private.quiz_questions as questions
      on questions.quiz_id = attempts.quiz_id and questions.version = attempts.version and questions.place = asked.place
    where attempts.user_id = new.user_id and attempts.quiz_id = new.quiz_id and attempts.scored_at is not null
      and (not asked.is_correct or asked.confidence = 'unsure')
    order by questions.question_id, asked.is_correct
    on conflict do nothing;
    update private.review_cards as cards set reason = case when asked.is_correct then cards.reason else 'missed' end,
      due_on = least(cards.due_on, private.review_day() + 1)
    from private.quiz_attempt_questions as asked
    join private.quiz_questions as questions
      on questions.quiz_id = new.quiz_id and questions.version = new.version and questions.place = asked.place
    where asked.attempt_id = new.id and (not asked.is_correct or asked.confidence = 'unsure')
      and cards.user_id = new.user_id and cards.quiz_id = new.quiz_id and cards.question_id = questions.question_id
      and (cards.due_on > private.review_day() + 1 or not asked.is_correct and cards.reason <> 'missed');
  end if;
  return null;
end $$;
