create table private.quiz_checks (
  quiz_id uuid primary key references public.quizzes on delete cascade,
  pools_hash bytea not null,
  checked_at timestamptz not null default now()
);
comment on table private.quiz_checks is
  'The questions of a draft that were found valid, by their SHA-256. Nothing else of a draft is published.';
alter table private.quiz_checks enable row level security;

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

create function private.pools_hash(pools jsonb) returns bytea
language sql immutable set search_path = '' return sha256(convert_to(pools::text, 'UTF8'));

create function private.mark_quiz_checked(quiz uuid, version bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.quiz_checks (quiz_id, pools_hash)
  select items.id, private.pools_hash(items.draft -> 'pools') from private.content_items as items
  where items.kind = 'quiz' and items.id = mark_quiz_checked.quiz and items.version = mark_quiz_checked.version for update
  on conflict (quiz_id) do update set pools_hash = excluded.pools_hash, checked_at = now();
  return found;
end $$;
grant execute on function private.mark_quiz_checked(uuid, bigint) to service_role;

create function public.mark_quiz_checked(quiz uuid, version bigint) returns boolean
language sql volatile set search_path = '' begin atomic select private.mark_quiz_checked(quiz, version); end;
comment on function public.mark_quiz_checked(uuid, bigint) is
  'Says that the questions of a draft are valid; false when the draft is no longer of that version. The function quiz-authoring, which has validated them, calls it.';

create function private.quiz_fields(live jsonb) returns jsonb
language sql stable security definer set search_path = '' return coalesce((
  select jsonb_build_object(
    'title_he', versions.title_he, 'intro_he', nullif(versions.intro_he, ''), 'pass_percent', versions.pass_percent,
    'attempts_allowed', versions.attempts_allowed, 'wait_minutes', versions.wait_minutes, 'time_limit_minutes', versions.time_limit_minutes,
    'shuffle_questions', versions.shuffle_questions, 'review', versions.review, 'is_pretest', live ->> 'purpose' = 'pretest',
    'pools', (
      select jsonb_agg(jsonb_build_object('topic', pools.topic, 'draw', pools.draw, 'questions', (
        select jsonb_agg(jsonb_build_object('id', questions.question_id, 'definition', questions.definition) order by questions.place)
        from private.quiz_questions as questions
        where questions.quiz_id = pools.quiz_id and questions.version = pools.version and questions.pool = pools.pool)) order by pools.pool)
      from private.quiz_pools as pools where pools.quiz_id = versions.quiz_id and pools.version = versions.version))
  from public.quiz_versions as versions
  where versions.quiz_id = (live ->> 'id')::uuid and versions.version = (live ->> 'version')::smallint),
  -- What a new test begins with.
  jsonb_build_object('pass_percent', 70, 'wait_minutes', 0, 'shuffle_questions', false, 'review', 'after-submit',
    'is_pretest', live ->> 'purpose' = 'pretest', 'pools', '[]'::jsonb));
comment on function private.quiz_fields(jsonb) is
  'What the version that a test names asks, and by which rules, as a draft holds it.';

create function private.are_quiz_pools(list jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  questions jsonb;
begin
  if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 100 or list @? 'strict $[*] ? (@.type() != "object")' or exists (
    select from jsonb_array_elements(list) as pool
    where not (pool ?& '{topic,draw,questions}') or pool - '{topic,draw,questions}'::text[] <> '{}'
      or jsonb_typeof(pool -> 'topic') <> 'string' or char_length(pool ->> 'topic') > 60
      or not (pool -> 'draw' = 'null' or private.is_whole(pool -> 'draw', 1, 100))
      or jsonb_typeof(pool -> 'questions') <> 'array') then
    return false;
  end if;
  questions := jsonb_path_query_array(list, 'strict $[*].questions[*]');
  return jsonb_array_length(questions) <= 300 and not questions @? 'strict $[*] ? (@.type() != "object")' and not exists (
    select from jsonb_array_elements(questions) as question
    where question - '{id,definition}'::text[] <> '{}' or jsonb_typeof(question -> 'definition') is distinct from 'object'
      or coalesce(question ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or octet_length((question -> 'definition')::text) > 30000)
    and (select count(*) = count(distinct question ->> 'id') from jsonb_array_elements(questions) as question);
end $$;
comment on function private.are_quiz_pools(jsonb) is
  'A list of at most 100 pools {topic, draw, questions: [{id, definition}]} with at most 300 questions; what the definitions say is not looked at.';

create function private.is_whole(value jsonb, lowest integer, highest integer) returns boolean
language sql immutable set search_path = '' return case
  when jsonb_typeof(value) is distinct from 'number' or value #>> '{}' !~ '^\d{1,6}$' then false
  else (value #>> '{}')::integer between lowest and highest end;

create function private.quiz_field_problem(kind text, id uuid, field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_empty constant boolean := coalesce(value, 'null') = 'null';
begin
  case field
    when 'intro_he' then
      return case when not is_empty and (jsonb_typeof(value) <> 'string' or char_length(value #>> '{}') > 1000) then 'TOO_LONG' end;
    when 'pass_percent' then return case when not private.is_whole(value, 1, 100) then 'NUMBER' end;
    when 'wait_minutes' then return case when not private.is_whole(value, 0, 43200) then 'NUMBER' end;
    when 'attempts_allowed' then return case when not is_empty and not private.is_whole(value, 1, 100) then 'NUMBER' end;
    when 'time_limit_minutes' then return case when not is_empty and not private.is_whole(value, 1, 600) then 'NUMBER' end;
    when 'shuffle_questions', 'is_pretest' then return case when jsonb_typeof(value) is distinct from 'boolean' then 'INVALID' end;
    when 'review' then
      return case when coalesce(value #>> '{}', '') not in ('after-submit', 'after-pass', 'never') then 'INVALID' end;
    when 'lesson_id' then
      return case when not is_empty and not exists (
        select from public.lessons where lessons.id::text = value #>> '{}' and not exists (
          select from public.quizzes where quizzes.id = quiz_field_problem.id and quizzes.course_id <> lessons.course_id)) then 'NOT_THERE' end;
    when 'pools' then return case when not private.are_quiz_pools(value) then 'INVALID' end;
    else return private.general_content_field_problem(kind, id, field, value);
  end case;
end $$;

create function private.quiz_gaps(id uuid, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  quiz public.quizzes;
  is_pretest constant boolean := coalesce(data -> 'is_pretest' = 'true', false);
  pools constant jsonb := case when private.are_quiz_pools(data -> 'pools') then data -> 'pools' else '[]'::jsonb end;
  sizes constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('topic', trim(pool ->> 'topic'), 'draw', pool -> 'draw',
      'size', jsonb_array_length(pool -> 'questions'))), '[]') from jsonb_array_elements(pools) as pool);
begin
  select * into quiz from public.quizzes where quizzes.id = quiz_gaps.id;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', gaps.can_waive)), '[]')
    from (values
      ('NO_QUESTIONS', 'pools', false, sizes = '[]' or sizes @? 'strict $[*] ? (@.size == 0)'),
      ('TOPIC_MISSING', 'pools', false, sizes @? 'strict $[*] ? (@.topic == "")'),
      ('DRAW_TOO_MANY', 'pools', false, sizes @? 'strict $[*] ? (@.draw > @.size)'),
      ('TOO_MANY_QUESTIONS', 'pools', false, (
        select sum(coalesce((pool ->> 'draw')::integer, (pool ->> 'size')::integer)) > 100 from jsonb_array_elements(sizes) as pool)),
      ('QUESTIONS_UNCHECKED', 'pools', false, pools is distinct from private.quiz_fields(to_jsonb(quiz)) -> 'pools' and not exists (
        select from private.quiz_checks as checks
        where checks.quiz_id = quiz_gaps.id and checks.pools_hash = private.pools_hash(pools))),
      ('PRETEST_OF_LESSON', 'lesson_id', false, is_pretest and data ->> 'lesson_id' is not null),
      ('PRETEST_RULES', 'is_pretest', false, is_pretest and (data -> 'attempts_allowed' is distinct from '1' or data ->> 'review' is distinct from 'never')),
      ('PRETEST_TAKEN', 'is_pretest', false, is_pretest and exists (
        select from public.quizzes as others where others.course_id = quiz.course_id and others.purpose = 'pretest' and others.id <> quiz.id)),
      ('PURPOSE_FIXED', 'is_pretest', false, is_pretest <> (quiz.purpose = 'pretest') and exists (
        select from private.quiz_attempts as attempts where attempts.quiz_id = quiz.id)),
      ('COURSE_HIDDEN', null, true, exists (
        select from public.courses where courses.id = quiz.course_id and not courses.is_published)),
      ('LESSON_HIDDEN', 'lesson_id', true, exists (
        select from public.lessons where lessons.id::text = data ->> 'lesson_id' and not lessons.is_published)),
      ('READS_AS_ADVICE', 'intro_he', true, private.reads_as_advice(coalesce(data ->> 'intro_he', ''))))
      as gaps (code, field, can_waive, is_there)
    where gaps.is_there);
end $$;
comment on function private.quiz_gaps(uuid, jsonb) is
  'What is missing in a draft of a test. Questions that the server has not found valid are never published, whoever asks and by whatever way.';

create function private.show_quiz(id uuid, data jsonb, shown boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live constant jsonb := private.live_content('quiz', id);
begin
  if not shown then
    return '{}';
  end if;
  return jsonb_build_object(
    'lesson_id', data -> 'lesson_id', 'purpose', case when data -> 'is_pretest' = 'true' then 'pretest' else 'test' end,
    -- What asks the same by the same rules is the same version.
    'version', case when live ->> 'version' is not null
      and private.content_data('quiz', live) - 'lesson_id' = private.content_data('quiz', data) - 'lesson_id' then live -> 'version'
      else to_jsonb(private.make_quiz_version(id, data)) end);
end $$;

create function private.quiz_reach(id uuid) returns jsonb
language sql stable security definer set search_path = '' return jsonb_build_object('certificates', 0, 'students', (
  select count(*) from (
    select distinct attempts.user_id from private.quiz_attempts as attempts where attempts.quiz_id = quiz_reach.id limit 10000) as met));

create function private.quiz_title(live jsonb) returns text
language sql stable security definer set search_path = '' return (
  select versions.title_he from public.quiz_versions as versions
  where versions.quiz_id = (live ->> 'id')::uuid and versions.version = (live ->> 'version')::smallint);
comment on function private.quiz_title(jsonb) is
  'The title of the version that a test names; null for a test that was never published.';
