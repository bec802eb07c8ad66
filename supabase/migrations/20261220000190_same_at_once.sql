-- One address, pretest or id taken by two at once met the key of a table; now the second is told what it would be told later.
create or replace function private.create_content(kind text, id uuid, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
begin
  if id is null then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'id is required');
  end if;
  -- Sent again after its answer was lost, it is the record that was made.
  perform pg_advisory_xact_lock(hashtextextended('content made ' || id, 0));
  if private.live_content(kind, id) is not null then
    return private.read_content(kind, id);
  end if;
  perform private.check_content_fields(kind, id, changes - coalesce(rules.parent_field, ''));
  if rules.parent_field is not null and private.content_field_problem('course', id, 'parent', changes -> rules.parent_field) is not null then
    perform private.refuse_content_field(rules.parent_field, 'NOT_THERE');
  end if;
  if coalesce(trim(changes ->> rules.title_field), '') = '' then
    perform private.refuse_content_field(rules.title_field, 'REQUIRED');
  end if;
  if 'slug' = any (rules.fields) and changes ->> 'slug' is null then
    perform private.refuse_content_field('slug', 'REQUIRED');
  end if;
  if not private.take_attempt('content made', auth.uid()::text, id::text, 300, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Three hundred new records a day');
  end if;
  begin
    perform private.insert_content(rules, id, changes);
  exception when unique_violation then
    -- Somebody took the address since it was looked at.
    perform private.check_content_fields(kind, id, changes - coalesce(rules.parent_field, ''));
    raise;
  end;
  return private.content_record(kind, id);
end $$;

create or replace function private.show_content(kind text, id uuid, data jsonb, shown boolean, waiver text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rules private.content_kinds;
  before constant jsonb := private.live_content(kind, id);
  own jsonb;
begin
  select * into rules from private.content_kinds as kinds where kinds.kind = show_content.kind;
  perform set_config('academy.publishing', 'true', true);
  own := data - rules.part_fields;
  if rules.show_rule is not null then
    execute format('select private.%I($1, $2, $3)', rules.show_rule) into own using id, own, shown;
  end if;
  own := own || case when rules.shown_field is not null then jsonb_build_object(rules.shown_field, shown) else '{}' end;
  if rules.part is not null then
    perform private.write_content_part(rules, id, data);
  end if;
  if own <> '{}' then
    execute format('update public.%1$I as live set %2$s from jsonb_populate_record(null::public.%1$I, $2) as made where live.id = $1', rules.live, (
      select string_agg(format('%1$I = made.%1$I', field), ', ') from jsonb_object_keys(own) as field)) using id, own;
  end if;
  perform set_config('academy.publishing', '', true);
  perform private.keep_content(kind, id, before, private.live_content(kind, id), waiver);
exception when unique_violation then
  -- Somebody took the address, or the place of the pretest, since it was looked at.
  if private.content_problems(kind, id, data) @? 'strict $[*] ? (@.can_waive == false)' then
    perform private.raise_app_error('CONTENT_INCOMPLETE', 409, 'Something is missing before it can be published',
      private.content_problems(kind, id, data)::text);
  end if;
  raise;
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
  -- One id for two tests or by two students at once is an attempt at one of them.
  perform pg_advisory_xact_lock(hashtextextended('quiz attempt ' || attempt, 0));
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

create or replace function private.begin_review_turn(turn uuid) returns uuid
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
