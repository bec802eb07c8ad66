create table public.quizzes (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses(id) on delete cascade,
  lesson_id uuid references public.lessons(id) on delete cascade,
  order_index integer not null default 0,
  is_published boolean not null default false,
  version smallint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  purpose text not null default 'test' check (purpose in ('test', 'pretest')),
  constraint quizzes_pretest_check check (purpose = 'test' or lesson_id is null),
  constraint quizzes_published_version_check check (version is not null or not is_published)
);
alter table public.quizzes add constraint quizzes_version_fkey foreign key (id, version) references public.quiz_versions(quiz_id, version) deferrable initially deferred;
comment on table public.quizzes is 'Knowledge tests ([1-01], [2.12-12]): of a course, or of one of its lessons.';
comment on column public.quizzes.version is 'The version that new attempts are asked.';
comment on column public.quizzes.purpose is 'A pretest is taken once, before the first attempt at a test of its course; it tells no answers and no certificate asks for it.';
create index quizzes_course_id_order_index_idx on public.quizzes (course_id, order_index);
create index quizzes_lesson_id_idx on public.quizzes (lesson_id);
create unique index quizzes_pretest_idx on public.quizzes (course_id) where purpose = 'pretest';
grant select on public.quizzes to anon, authenticated;
alter table public.quizzes enable row level security;

create table public.quiz_versions (
  quiz_id uuid not null references public.quizzes on delete cascade,
  version smallint not null check (version > 0),
  title_he text not null check (char_length(title_he) between 1 and 120 and title_he ~ '\S'),
  intro_he text not null default '' check (char_length(intro_he) <= 1000),
  pass_percent smallint not null check (pass_percent between 1 and 100),
  attempts_allowed smallint check (attempts_allowed between 1 and 100),
  wait_minutes integer not null default 0 check (wait_minutes between 0 and 43200),
  time_limit_minutes smallint check (time_limit_minutes between 1 and 600),
  shuffle_questions boolean not null default false,
  review text not null default 'after-submit' check (review in ('after-submit', 'after-pass', 'never')),
  question_count smallint not null check (question_count between 1 and 100),
  published_at timestamptz not null default now(),
  primary key (quiz_id, version)
);
comment on table public.quiz_versions is
  'What a test asks and by which rules, from one change to the next. A version never changes: attempts point at the one they were asked.';
comment on column public.quiz_versions.attempts_allowed is 'Attempts that one student has; without limit when null.';
comment on column public.quiz_versions.wait_minutes is 'From the end of an attempt to the next one.';
comment on column public.quiz_versions.review is 'When answers and reasons are told: after submitting, after passing or the last attempt, or never.';
comment on column public.quiz_versions.question_count is 'Questions of one attempt: the sum of what is drawn from the pools.';
grant select on public.quiz_versions to anon, authenticated;
alter table public.quiz_versions enable row level security;

-- No interface reaches the schema private: not by a select, an embed, a filter or an order.
create table private.quiz_pools (
  quiz_id uuid not null,
  version smallint not null,
  pool smallint not null check (pool between 1 and 100),
  topic text not null check (char_length(topic) between 1 and 60),
  draw smallint check (draw between 1 and 100),
  primary key (quiz_id, version, pool),
  foreign key (quiz_id, version) references public.quiz_versions on delete cascade
);
comment on table private.quiz_pools is
  'Groups of questions; each attempt is asked `draw` of a group, or all when null.';
alter table private.quiz_pools enable row level security;

create table private.quiz_questions (
  quiz_id uuid not null,
  version smallint not null,
  place smallint not null check (place between 1 and 1000),
  pool smallint not null,
  question_id uuid not null,
  definition jsonb not null check (jsonb_typeof(definition) = 'object' and octet_length(definition::text) <= 30000),
  primary key (quiz_id, version, place),
  unique (quiz_id, version, question_id),
  foreign key (quiz_id, version, pool) references private.quiz_pools on delete cascade
);
comment on table private.quiz_questions is
  'Questions with keys, reasons and formulas (supabase/functions/_shared/quizzes/types.ts). Only the function quiz-attempts reads them.';
comment on column private.quiz_questions.question_id is 'The same for one question in every version.';
alter table private.quiz_questions enable row level security;

create function private.can_read_draft_quizzes() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_permission('quizzes.manage', 'courses.manage');
end $$;
comment on function private.can_read_draft_quizzes() is
  'Whether the caller reads tests before they are published: who manages tests or courses ([6-20]).';
grant execute on function private.can_read_draft_quizzes() to authenticated;

create function private.refuse_change_of_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.raise_app_error('QUIZ_VERSION_STANDS', 409, 'A published version of a test never changes');
  return null;
end $$;

create function private.publish_quiz(quiz jsonb) returns integer
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
grant execute on function private.publish_quiz(jsonb) to service_role;

create function public.publish_quiz(quiz jsonb) returns integer
language sql volatile set search_path = '' begin atomic select private.publish_quiz(quiz); end;
comment on function public.publish_quiz(jsonb) is
  'Makes a test, or the next version of one, and gives its number: {id, course_id, lesson_id, order_index, ...rules, pools: [{topic, draw, questions: [{id, definition}]}]}. The caller has validated the definitions.';

-- Courses and lessons are read under their own policies: a test of a draft stays hidden with it.
create policy quizzes_select_published on public.quizzes for select to anon
  using (
    is_published and course_id in (select courses.id from public.courses)
    and (lesson_id is null or lesson_id in (select lessons.id from public.lessons)));

create policy quizzes_select_published_or_manager on public.quizzes for select to authenticated
  using (
    (is_published and course_id in (select courses.id from public.courses where courses.is_published)
      and (lesson_id is null or lesson_id in (select lessons.id from public.lessons where lessons.is_published)))
    or (select private.can_read_draft_quizzes()));

create policy quiz_versions_select_published on public.quiz_versions for select to anon
  using (exists (select from public.quizzes where quizzes.id = quiz_versions.quiz_id and quizzes.version = quiz_versions.version));

create policy quiz_versions_select_published_or_manager on public.quiz_versions for select to authenticated
  using (
    exists (select from public.quizzes where quizzes.id = quiz_versions.quiz_id and quizzes.version = quiz_versions.version)
    or (select private.can_read_draft_quizzes()));

create trigger quizzes_update_touch before update on public.quizzes
  for each row execute function private.set_updated_at();

create trigger quizzes_change_audit after insert or update or delete on public.quizzes
  for each row execute function private.record_change();

create trigger quiz_versions_update_refuse before update on public.quiz_versions
  for each row execute function private.refuse_change_of_version();

create trigger quiz_pools_update_refuse before update on private.quiz_pools
  for each row execute function private.refuse_change_of_version();

create trigger quiz_questions_update_refuse before update on private.quiz_questions
  for each row execute function private.refuse_change_of_version();

create trigger quizzes_change_pages after insert or update or delete or truncate on public.quizzes
  for each statement execute function private.notify_page_change();

create trigger quiz_versions_change_pages after insert or update or delete or truncate on public.quiz_versions
  for each statement execute function private.notify_page_change();

create trigger quizzes_change_quiz_content after insert or update on public.quizzes for each row execute function private.note_content('quiz');

create trigger quizzes_delete_quiz_content after delete on public.quizzes for each row execute function private.note_content('quiz');

create trigger quizzes_delete_keep before delete on public.quizzes
  for each row execute function private.keep_student_work();

create trigger quiz_versions_delete_keep before delete on public.quiz_versions
  for each row execute function private.keep_student_work();
