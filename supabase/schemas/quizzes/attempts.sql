create table private.quiz_attempts (
  id uuid primary key,
  user_id uuid not null references public.users on delete cascade,
  quiz_id uuid not null,
  version smallint not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  deadline_at timestamptz,
  submitted_at timestamptz,
  ended_by text check (ended_by in ('student', 'deadline')),
  scored_at timestamptz,
  points numeric(9, 6),
  percent smallint check (percent between 0 and 100),
  passed boolean,
  foreign key (quiz_id, version) references public.quiz_versions on delete cascade,
  constraint quiz_attempts_ended_check check ((submitted_at is null) = (ended_by is null)),
  constraint quiz_attempts_scored_check check (
    (scored_at is null) = (points is null) and (scored_at is null) = (percent is null) and (scored_at is null) = (passed is null)
    and (scored_at is null or submitted_at is not null))
);
comment on table private.quiz_attempts is 'Attempts of students at knowledge tests.';
comment on column private.quiz_attempts.id is 'Made by the browser, so that a start that is sent twice is one attempt.';
comment on column private.quiz_attempts.started_at is 'When the questions were ready; the time limit runs from here.';
comment on column private.quiz_attempts.percent is 'Whole percent, cut: what is shown is never more than what was reached.';
create unique index quiz_attempts_open_idx on private.quiz_attempts (user_id, quiz_id) where submitted_at is null;
create index quiz_attempts_user_id_quiz_id_idx on private.quiz_attempts (user_id, quiz_id, created_at);
create index quiz_attempts_quiz_id_version_idx on private.quiz_attempts (quiz_id, version);
create index quiz_attempts_deadline_at_idx on private.quiz_attempts (deadline_at) where submitted_at is null;
create index quiz_attempts_submitted_at_idx on private.quiz_attempts (submitted_at) where scored_at is null;
create index quiz_attempts_scored_at_idx on private.quiz_attempts (scored_at) where scored_at is not null;
alter table private.quiz_attempts enable row level security;

create table private.quiz_attempt_questions (
  attempt_id uuid not null references private.quiz_attempts on delete cascade,
  position smallint not null,
  place smallint not null,
  seed text not null default gen_random_uuid()::text,
  presented jsonb,
  answer jsonb check (octet_length(answer::text) <= 4000),
  confidence text check (confidence in ('sure', 'unsure')),
  is_flagged boolean not null default false,
  sequence integer not null default 0,
  answered_at timestamptz,
  points numeric(7, 6) check (points between 0 and 1),
  is_correct boolean,
  review jsonb,
  primary key (attempt_id, position),
  first_answered_at timestamptz
);
comment on table private.quiz_attempt_questions is
  'The questions of an attempt, in its order, with the last answer to each.';
comment on column private.quiz_attempt_questions.place is 'Which question of the version it is.';
comment on column private.quiz_attempt_questions.seed is 'Numbers and orders are drawn from it; it never leaves the server.';
comment on column private.quiz_attempt_questions.presented is 'What the student sees of the question.';
comment on column private.quiz_attempt_questions.sequence is 'Count of the student''s changes of this answer over all devices, by which a late message is known.';
comment on column private.quiz_attempt_questions.review is 'What is told of the answer once the rule of the version allows it.';
comment on column private.quiz_attempt_questions.first_answered_at is 'When the first answer arrived; later changes leave it. What one message brought has one moment.';
alter table private.quiz_attempt_questions enable row level security;

create view private.export_quiz_attempts with (security_invoker = true) as
  select attempts.user_id as person, attempts.created_at, courses.title_he as course, versions.title_he as quiz,
    attempts.started_at, attempts.submitted_at, attempts.ended_by, attempts.percent, attempts.passed
  from private.quiz_attempts as attempts
  join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version
  join public.quizzes on quizzes.id = attempts.quiz_id
  join public.courses on courses.id = quizzes.course_id;

create view private.export_quiz_answers with (security_invoker = true) as
  select attempts.user_id as person, attempts.created_at, versions.title_he as quiz, questions.position,
    questions.presented, questions.answer, questions.confidence, questions.is_flagged, questions.answered_at, questions.points
  from private.quiz_attempt_questions as questions
  join private.quiz_attempts as attempts on attempts.id = questions.attempt_id
  join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version;

create function private.quiz_grace() returns interval
language sql immutable set search_path = '' return interval '10 seconds';
comment on function private.quiz_grace() is
  'How long after the deadline an answer may still arrive that was sent before it.';

create function private.has_ended(attempt private.quiz_attempts) returns boolean
language sql volatile set search_path = '' return
  attempt.submitted_at is not null or coalesce(clock_timestamp() > attempt.deadline_at + private.quiz_grace(), false);
comment on function private.has_ended(private.quiz_attempts) is
  'Whether no answer is taken any more: submitted, or past the deadline and its grace.';

create function private.seconds_left(attempt private.quiz_attempts) returns numeric
language sql volatile set search_path = '' return
  case when attempt.submitted_at is null and attempt.deadline_at is not null then greatest(0, extract(epoch from attempt.deadline_at - clock_timestamp())) end;
comment on function private.seconds_left(private.quiz_attempts) is
  'Seconds to the deadline by the clock of the server; null without one, and after the end.';

create function private.begin_quiz_attempt(quiz uuid, attempt uuid) returns uuid
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
grant execute on function private.begin_quiz_attempt(uuid, uuid) to authenticated;

create function public.begin_quiz_attempt(quiz uuid, attempt uuid) returns uuid
language sql volatile set search_path = '' begin atomic select private.begin_quiz_attempt(quiz, attempt); end;
comment on function public.begin_quiz_attempt(uuid, uuid) is
  'Begins an attempt of the caller, or gives the one that is open; the function quiz-attempts calls it and makes the questions ready. 404 QUIZ_NOT_FOUND, 409 NO_ATTEMPTS_LEFT, 409 QUIZ_ATTEMPT_TOO_SOON with the moment in details, 429 after thirty an hour.';
grant execute on function public.begin_quiz_attempt(uuid, uuid) to authenticated;

create function private.close_quiz_attempt(attempt uuid) returns void
language sql volatile security definer set search_path = '' begin atomic
  update private.quiz_attempts set submitted_at = quiz_attempts.deadline_at, ended_by = 'deadline'
  where quiz_attempts.id = attempt and quiz_attempts.submitted_at is null
    and clock_timestamp() > quiz_attempts.deadline_at + private.quiz_grace();
end;
comment on function private.close_quiz_attempt(uuid) is
  'Ends an attempt whose time is over as of its deadline; any other stays as it is.';

create function private.add_review_cards() returns trigger
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

create function private.mark_attempt() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  line private.quiz_attempts := case when tg_op = 'DELETE' then old else new end;
begin
  insert into private.analytics_marks (figure, key)
  select 'attempts', private.day_of(at)::text
  from unnest(array[line.scored_at, case when tg_op = 'UPDATE' then old.scored_at end]) as at where private.day_of(at) < private.day_of(now())
  union select 'quiz', line.quiz_id::text;
  return null;
end $$;

create trigger quiz_attempts_update_review after update of scored_at on private.quiz_attempts
  for each row when (old.scored_at is null and new.scored_at is not null) execute function private.add_review_cards();

create trigger quiz_attempts_insert_marks after insert on private.quiz_attempts
  for each row when (new.scored_at is not null) execute function private.mark_attempt();

create trigger quiz_attempts_update_marks after update on private.quiz_attempts
  for each row when ((old.scored_at, old.points, old.passed) is distinct from (new.scored_at, new.points, new.passed))
  execute function private.mark_attempt();

create trigger quiz_attempts_delete_marks after delete on private.quiz_attempts
  for each row when (old.scored_at is not null) execute function private.mark_attempt();
