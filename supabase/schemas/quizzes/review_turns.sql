create function private.own_review_turn(turn uuid) returns private.review_turns
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_turn private.review_turns;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  -- One at a time for a student, so that two windows neither ask twice nor take back what the other answers.
  perform pg_advisory_xact_lock(hashtextextended('review deck' || auth.uid(), 0));
  select * into found_turn from private.review_turns
  where review_turns.id = turn and review_turns.user_id = auth.uid() for update;
  if not found then
    perform private.raise_app_error('REVIEW_TURN_NOT_FOUND', 404, 'There is no such turn of yours');
  end if;
  return found_turn;
end $$;
comment on function private.own_review_turn(uuid) is
  'The turn of the caller, locked with the deck until the end of the statement.';

create function private.is_asked_still(turn private.review_turns) returns boolean
language sql stable security definer set search_path = '' return exists (
  select from private.askable_review_cards(turn.user_id) as askable
  where askable.quiz_id = turn.quiz_id and askable.question_id = turn.question_id and askable.version = turn.version);
comment on function private.is_asked_still(private.review_turns) is
  'Whether the question of a turn may still be answered: no attempt at its test was begun since, and no other version published.';

create function private.reviewed_today(student uuid) returns integer
language sql stable security definer set search_path = '' return (
  select count(*)::integer from private.review_turns as turns
  where turns.user_id = student and turns.undone_at is null
    and turns.answered_at >= private.review_day()::timestamp at time zone 'Asia/Jerusalem');

create function private.begin_review_turn(turn uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  known private.review_turns;
  card record;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  if turn is null then
    perform private.raise_app_error('INVALID_REVIEW_TURN', 400, 'turn is required');
  end if;
  -- One id of two students at once is a turn of one of them.
  perform pg_advisory_xact_lock(hashtextextended('review turn ' || turn, 0));
  perform pg_advisory_xact_lock(hashtextextended('review deck' || auth.uid(), 0));
  select * into known from private.review_turns where review_turns.id = turn;
  if found then
    if known.user_id <> auth.uid() then
      perform private.raise_app_error('REVIEW_TURN_NOT_FOUND', 404, 'There is no such turn of yours');
    end if;
    return known.id;
  end if;
  select * into known from private.review_turns where review_turns.user_id = auth.uid() and review_turns.is_correct is null;
  if found then
    if known.answered_at is not null or private.is_asked_still(known) then
      return known.id;
    end if;
    -- The question is not asked any more, or differently.
    delete from private.review_turns where review_turns.id = known.id;
  end if;
  if private.reviewed_today(auth.uid()) >= private.review_limit(auth.uid()) then
    return null;
  end if;
  select * into card from private.askable_review_cards(auth.uid()) as askable
  where askable.due_on <= private.review_day() and askable.buried_on is distinct from private.review_day()
  -- The longest due first; those of one day in an order that mixes the tests and stays the same on that day.
  order by askable.due_on, md5(askable.question_id::text || private.review_day()::text) limit 1;
  if not found then
    return null;
  end if;
  if not private.take_attempt('review turns', auth.uid()::text, turn::text, 600, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Six hundred questions a day');
  end if;
  insert into private.review_turns (id, user_id, quiz_id, question_id, version, place)
  values (turn, auth.uid(), card.quiz_id, card.question_id, card.version, card.place);
  return turn;
end $$;
grant execute on function private.begin_review_turn(uuid) to authenticated;

create function public.begin_review_turn(turn uuid) returns uuid
language sql volatile set search_path = '' begin atomic select private.begin_review_turn(turn); end;
comment on function public.begin_review_turn(uuid) is
  'Asks the caller the next question of the deck, or gives the turn that is open; null when nothing is due or the day is full. The function review-deck calls it and makes the question ready. 429 after six hundred a day.';
grant execute on function public.begin_review_turn(uuid) to authenticated;

create function private.answer_review_turn(turn uuid, answer jsonb, confidence text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.review_turns := private.own_review_turn(turn);
begin
  if own.answered_at is not null then
    return;
  end if;
  if own.presented is null then
    perform private.raise_app_error('REVIEW_TURN_NOT_READY', 409, 'The question is not ready');
  end if;
  if jsonb_typeof(coalesce(answer, 'null')) not in ('object', 'null') or octet_length(answer::text) > 4000
    or answer_review_turn.confidence not in ('sure', 'unsure') then
    perform private.raise_app_error('INVALID_QUIZ_ANSWERS', 400, 'The answer cannot be read');
  end if;
  if not private.is_asked_still(own) then
    perform private.raise_app_error('REVIEW_TURN_OVER', 409, 'The question is not asked at the moment');
  end if;
  update private.review_turns
  set answer = nullif(answer_review_turn.answer, 'null'), confidence = answer_review_turn.confidence, answered_at = clock_timestamp()
  where review_turns.id = turn;
end $$;
grant execute on function private.answer_review_turn(uuid, jsonb, text) to authenticated;

create function public.answer_review_turn(turn uuid, answer jsonb, confidence text default null) returns void
language sql volatile set search_path = '' begin atomic select private.answer_review_turn(turn, answer, confidence); end;
comment on function public.answer_review_turn(uuid, jsonb, text) is
  'Answers the question of a turn of the caller, once: a second answer is not taken. 409 REVIEW_TURN_OVER where an attempt at the test was begun meanwhile. The function review-deck calls it, and scores.';
grant execute on function public.answer_review_turn(uuid, jsonb, text) to authenticated;

create function private.review_turn_definition(turn uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select json_build_object(
      'state', case
        when turns.presented is null then 'new' when turns.answered_at is null then 'open'
        when turns.is_correct is null then 'submitted' else 'scored' end,
      'definition', questions.definition, 'seed', turns.seed, 'answer', turns.answer, 'confidence', turns.confidence,
      'answered_on', private.day_of(turns.answered_at),
      'card', json_build_object(
        'reviews', cards.reviews, 'lapses', cards.lapses, 'stability', cards.stability, 'difficulty', cards.difficulty,
        'reviewed_on', cards.reviewed_on, 'due_on', cards.due_on))
    from private.review_turns as turns
    join private.review_cards as cards using (user_id, quiz_id, question_id)
    join private.quiz_questions as questions
      on questions.quiz_id = turns.quiz_id and questions.version = turns.version and questions.place = turns.place
    where turns.id = turn);
end $$;
grant execute on function private.review_turn_definition(uuid) to service_role;

create function public.review_turn_definition(turn uuid) returns json
language sql stable set search_path = '' begin atomic select private.review_turn_definition(turn); end;
comment on function public.review_turn_definition(uuid) is
  'The question of a turn with key, seed, answer and card, and its state: new, open, submitted or scored. For the service key alone.';

create function private.ready_review_turn(turn uuid, presented jsonb) returns void
language sql volatile security definer set search_path = '' begin atomic
  update private.review_turns set presented = ready_review_turn.presented where review_turns.id = turn and review_turns.presented is null;
end;
grant execute on function private.ready_review_turn(uuid, jsonb) to service_role;

create function public.ready_review_turn(turn uuid, presented jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.ready_review_turn(turn, presented); end;
comment on function public.ready_review_turn(uuid, jsonb) is
  'Stores what the student sees of the question, once. For the service key alone.';

create function private.score_review_turn(turn uuid, is_correct boolean, review jsonb, card jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  answered private.review_turns;
  before private.review_cards;
begin
  select * into answered from private.review_turns where review_turns.id = turn for update;
  if answered.answered_at is null or answered.is_correct is not null then
    return;
  end if;
  select * into before from private.review_cards as cards
  where cards.user_id = answered.user_id and cards.quiz_id = answered.quiz_id and cards.question_id = answered.question_id for update;
  update private.review_cards as cards
  set stability = (card ->> 'stability')::double precision, difficulty = (card ->> 'difficulty')::double precision,
    reviews = cards.reviews + 1, lapses = (card ->> 'lapses')::integer, reviewed_on = private.day_of(answered.answered_at),
    due_on = private.day_of(answered.answered_at) + (card ->> 'days')::integer
  where cards.user_id = answered.user_id and cards.quiz_id = answered.quiz_id and cards.question_id = answered.question_id;
  update private.review_turns
  set is_correct = score_review_turn.is_correct, review = score_review_turn.review, card_before = to_jsonb(before),
    next_on = private.day_of(answered.answered_at) + (card ->> 'days')::integer
  where review_turns.id = turn;
end $$;
grant execute on function private.score_review_turn(uuid, boolean, jsonb, jsonb) to service_role;

create function public.score_review_turn(turn uuid, is_correct boolean, review jsonb, card jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.score_review_turn(turn, is_correct, review, card); end;
comment on function public.score_review_turn(uuid, boolean, jsonb, jsonb) is
  'Stores the score of an answered turn, once, and when the question comes back: card is {stability, difficulty, lapses, days}. For the service key alone.';

create function private.undo_review_turn(turn uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.review_turns := private.own_review_turn(turn);
begin
  if own.undone_at is not null then
    return;
  end if;
  if own.is_correct is null or private.day_of(own.answered_at) <> private.review_day() or exists (
    select from private.review_turns as later
    where later.user_id = own.user_id and later.answered_at > own.answered_at and later.undone_at is null) then
    perform private.raise_app_error('REVIEW_TURN_STANDS', 409, 'Only the last answer of today can be taken back');
  end if;
  update private.review_cards as cards
  set stability = before.stability, difficulty = before.difficulty, reviews = before.reviews, lapses = before.lapses,
    reviewed_on = before.reviewed_on, due_on = before.due_on
  from jsonb_populate_record(null::private.review_cards, own.card_before) as before
  where cards.user_id = own.user_id and cards.quiz_id = own.quiz_id and cards.question_id = own.question_id;
  update private.review_turns set undone_at = clock_timestamp() where review_turns.id = turn;
  -- It is asked again before the one that came after it.
  delete from private.review_turns where review_turns.user_id = own.user_id and review_turns.answered_at is null;
end $$;
grant execute on function private.undo_review_turn(uuid) to authenticated;

create function public.undo_review_turn(turn uuid) returns void
language sql volatile set search_path = '' begin atomic select private.undo_review_turn(turn); end;
comment on function public.undo_review_turn(uuid) is
  'Takes back the caller''s last answer of today: the question is asked again, as if it had not been. 409 REVIEW_TURN_STANDS for an earlier one.';
grant execute on function public.undo_review_turn(uuid) to authenticated;

create function private.bury_review_turn(turn uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.review_turns := private.own_review_turn(turn);
begin
  if own.answered_at is not null then
    perform private.raise_app_error('REVIEW_TURN_STANDS', 409, 'The question is answered');
  end if;
  update private.review_cards as cards set buried_on = private.review_day()
  where cards.user_id = own.user_id and cards.quiz_id = own.quiz_id and cards.question_id = own.question_id;
  delete from private.review_turns where review_turns.id = turn;
end $$;
grant execute on function private.bury_review_turn(uuid) to authenticated;

create function public.bury_review_turn(turn uuid) returns void
language sql volatile set search_path = '' begin atomic select private.bury_review_turn(turn); end;
comment on function public.bury_review_turn(uuid) is
  'Puts the question of an open turn of the caller off until tomorrow. 409 REVIEW_TURN_STANDS once it is answered.';
grant execute on function public.bury_review_turn(uuid) to authenticated;
