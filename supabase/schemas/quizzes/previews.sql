create function private.previewed_quiz(id uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_build_object(
    'id', previewed_quiz.id, 'course_id', draft.of ->> 'course_id', 'lesson_id', draft.of ->> 'lesson_id',
    'purpose', case when (draft.of ->> 'is_pretest')::boolean then 'pretest' else 'test' end,
    'course', (
      select jsonb_build_object('title_he', items.draft ->> 'title_he') from private.content_items as items
      where items.kind = 'course' and items.id::text = draft.of ->> 'course_id'),
    'lesson', (
      select jsonb_build_object('title_he', items.draft ->> 'title_he') from private.content_items as items
      where items.kind = 'lesson' and items.id::text = draft.of ->> 'lesson_id'),
    'rules', jsonb_build_object(
      'title_he', draft.of -> 'title_he', 'intro_he', coalesce(draft.of ->> 'intro_he', ''), 'pass_percent', draft.of -> 'pass_percent',
      'attempts_allowed', case when (draft.of ->> 'is_pretest')::boolean then to_jsonb(1) else draft.of -> 'attempts_allowed' end,
      'wait_minutes', draft.of -> 'wait_minutes', 'time_limit_minutes', draft.of -> 'time_limit_minutes',
      'review', case when (draft.of ->> 'is_pretest')::boolean then to_jsonb('never'::text) else draft.of -> 'review' end,
      'question_count', (
        select coalesce(sum(least((pool ->> 'draw')::integer, jsonb_array_length(pool -> 'questions'))), 0)
        from jsonb_array_elements(draft.of -> 'pools') as pools (pool))))
  from (values (private.draft_content('quiz', previewed_quiz.id))) as draft (of));
comment on function private.previewed_quiz(uuid) is
  'A test as its page reads it, as it would be if its draft were published: what it is about and its rules, without a question.';

create function private.draw_previewed_quiz(token text, round uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  preview constant private.content_previews := private.preview_of(token);
  item private.content_items;
  draft jsonb;
begin
  if preview.kind is distinct from 'quiz' or round is null then
    return null;
  end if;
  if not private.take_attempt('quiz preview', preview.token_hash, gen_random_uuid()::text, 300, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'A link is asked three hundred times an hour');
  end if;
  select * into item from private.content_items as items where items.kind = 'quiz' and items.id = preview.id;
  draft := private.draft_content('quiz', preview.id);
  return private.previewed_quiz(preview.id) || jsonb_build_object('version', item.version, 'questions', (
    select coalesce(jsonb_agg(jsonb_build_object('definition', drawn.definition, 'seed', drawn.seed)
      order by case when (draft ->> 'shuffle_questions')::boolean then drawn.seed end, drawn.place), '[]')
    from (
      select seeded.*, row_number() over (partition by seeded.pool order by sha256(convert_to('draw' || seeded.seed, 'UTF8'))) as turn
      from (
        select question -> 'definition' as definition, pools.number as pool, (pool ->> 'draw')::integer as draw,
          row_number() over (order by pools.number, questions.number) as place,
          encode(sha256(convert_to(preview.seed::text || round || (question ->> 'id'), 'UTF8')), 'hex') as seed
        from jsonb_array_elements(draft -> 'pools') with ordinality as pools (pool, number),
          jsonb_array_elements(pool -> 'questions') with ordinality as questions (question, number)) as seeded) as drawn
    where drawn.draw is null or drawn.turn <= drawn.draw));
end $$;
grant execute on function private.draw_previewed_quiz(text, uuid) to service_role;

create function public.draw_previewed_quiz(token text, round uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.draw_previewed_quiz(token, round); end;
comment on function public.draw_previewed_quiz(text, uuid) is
  'The test that a link shows with its rules, the version of its draft, and the questions that a round is asked, keys and seeds with them: always the same ones for a round. Null without a link to a test; 429 after three hundred an hour. For the service key alone.';
