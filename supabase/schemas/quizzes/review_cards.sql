create table private.review_cards (
  user_id uuid not null references public.users(id) on delete cascade,
  quiz_id uuid not null references public.quizzes(id) on delete cascade,
  question_id uuid not null,
  reason text not null check (reason in ('missed', 'unsure')),
  added_on date not null,
  due_on date not null,
  buried_on date,
  reviewed_on date,
  reviews integer not null default 0 check (reviews >= 0),
  lapses integer not null default 0 check (lapses >= 0),
  stability double precision check (stability > 0::double precision and stability < 'Infinity'::double precision),
  difficulty double precision check (difficulty >= 1::double precision and difficulty <= 10::double precision),
  constraint review_cards_pkey primary key (user_id, quiz_id, question_id),
  constraint review_cards_reviewed_check check ((reviews = 0) = (reviewed_on is null) and (reviews = 0) = (stability
    is null) and (reviews = 0) = (difficulty is null))
);
comment on table private.review_cards is
  'A question of a test in the deck of a student, with its state in the plan (FSRS; supabase/functions/review-deck).';
comment on column private.review_cards.due_on is 'Day in Israel from which on it is asked.';
comment on column private.review_cards.buried_on is 'Day in Israel on which the student did not want it.';
comment on column private.review_cards.stability is 'Days after which nine of ten still know it.';
create index review_cards_quiz_id_idx on private.review_cards (quiz_id);
alter table private.review_cards enable row level security;

create table private.review_turns (
  id uuid primary key,
  user_id uuid not null,
  quiz_id uuid not null,
  question_id uuid not null,
  version smallint not null,
  place smallint not null,
  seed text not null default gen_random_uuid()::text,
  presented jsonb,
  created_at timestamptz not null default now(),
  answer jsonb check (octet_length(answer::text) <= 4000),
  confidence text check (confidence in ('sure', 'unsure')),
  answered_at timestamptz,
  is_correct boolean,
  review jsonb,
  card_before jsonb,
  next_on date,
  undone_at timestamptz,
  foreign key (user_id, quiz_id, question_id) references private.review_cards on delete cascade,
  foreign key (quiz_id, version, place) references private.quiz_questions on delete cascade,
  constraint review_turns_scored_check check (
    (is_correct is null) = (review is null) and (is_correct is null) = (next_on is null)
    and (is_correct is null) = (card_before is null) and (is_correct is null or answered_at is not null)),
  constraint review_turns_undone_check check (undone_at is null or is_correct is not null)
);
comment on table private.review_turns is 'Each time that a question of the deck was asked.';
comment on column private.review_turns.id is 'Made by the browser, so that asking twice is one turn.';
comment on column private.review_turns.seed is 'Numbers and orders are drawn from it; it never leaves the server.';
comment on column private.review_turns.card_before is 'The card as it was, for the student who takes the answer back.';
create unique index review_turns_open_idx on private.review_turns (user_id) where is_correct is null;
create index review_turns_user_id_answered_at_idx on private.review_turns (user_id, answered_at);
create index review_turns_user_id_quiz_id_question_id_idx on private.review_turns (user_id, quiz_id, question_id);
create index review_turns_quiz_id_version_place_idx on private.review_turns (quiz_id, version, place);
alter table private.review_turns enable row level security;

create table private.review_settings (
  user_id uuid primary key references public.users on delete cascade,
  daily_limit smallint not null check (daily_limit between 1 and 200)
);
comment on table private.review_settings is
  'How many questions of the deck a student wants in a day, who chose; 20 for the others.';
alter table private.review_settings enable row level security;

create view private.export_review_cards with (security_invoker = true) as
  select cards.user_id as person, versions.title_he as quiz, questions.definition ->> 'topic' as topic, cards.reason, cards.added_on,
    cards.due_on, cards.reviews, cards.lapses, cards.reviewed_on
  from private.review_cards as cards
  join public.quizzes on quizzes.id = cards.quiz_id
  left join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
  left join private.quiz_questions as questions
    on questions.quiz_id = quizzes.id and questions.version = quizzes.version and questions.question_id = cards.question_id;

create view private.export_review_answers with (security_invoker = true) as
  select turns.user_id as person, turns.created_at, turns.presented, turns.answer, turns.confidence, turns.answered_at,
    turns.is_correct, turns.undone_at
  from private.review_turns as turns;

create view private.export_review_settings with (security_invoker = true) as
  select user_id as person, daily_limit from private.review_settings;

create function private.review_day() returns date
language sql stable set search_path = '' return private.day_of(now());
comment on function private.review_day() is
  'Today in Israel: the deck counts in days, which begin at midnight there.';

create function private.review_limit(student uuid) returns integer
language sql stable security definer set search_path = '' return coalesce(
  (select settings.daily_limit from private.review_settings as settings where settings.user_id = student), 20);

create function private.askable_review_cards(student uuid)
returns table (quiz_id uuid, question_id uuid, version smallint, place smallint, due_on date, buried_on date)
language sql stable security definer set search_path = '' as $$
  select cards.quiz_id, cards.question_id, questions.version, questions.place, cards.due_on, cards.buried_on
  from private.review_cards as cards
  join public.quizzes on quizzes.id = cards.quiz_id and quizzes.is_published
  join public.courses on courses.id = quizzes.course_id and courses.is_published
  left join public.lessons on lessons.id = quizzes.lesson_id
  join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
  join private.quiz_questions as questions
    on questions.quiz_id = quizzes.id and questions.version = quizzes.version and questions.question_id = cards.question_id
  where cards.user_id = student and (quizzes.lesson_id is null or lessons.is_published)
    and not exists (
      select from private.quiz_attempts as open
      where open.user_id = student and open.quiz_id = quizzes.id and open.submitted_at is null)
    and exists (
      select from private.quiz_attempts as attempts
      where attempts.user_id = student and attempts.quiz_id = quizzes.id
        and private.may_review_quiz_attempt(attempts, versions))
$$;
comment on function private.askable_review_cards(uuid) is
  'Cards whose questions stand in the version of today, whose answers its rule tells the student, and of which no attempt is open: the deck never helps in a running test.';
