-- A knowledge test by a link to its draft: by which rules it is taken for whoever holds the link, and its questions,
-- whose keys nobody is told, for the function that asks and scores them.
alter table private.content_previews add column seed uuid not null default gen_random_uuid();
comment on column private.content_previews.seed is
  'What questions of a test are drawn by: with the token alone nobody could tell the order in which they were written.';

create or replace function private.make_content_preview(kind text, id uuid, hours integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  ends constant timestamptz := now() + make_interval(hours => make_content_preview.hours);
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  if kind not in ('category', 'author', 'course', 'lesson', 'news', 'essay', 'quiz') then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Records of this kind have no preview');
  end if;
  if hours is null or hours not between 1 and 168 then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A link lasts between one hour and seven days');
  end if;
  if not private.take_attempt('content preview', auth.uid()::text, token, 100, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'A hundred links a day');
  end if;
  delete from private.content_previews as previews where previews.expires_at <= now();
  insert into private.content_previews (token_hash, kind, id, made_by, expires_at)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), item.kind, item.id, auth.uid(), ends);
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), 'preview linked', kinds.live, item.id::text, jsonb_build_object('expires_at', ends)
  from private.content_kinds as kinds where kinds.kind = item.kind;
  return jsonb_build_object('token', token, 'expires_at', ends);
end $$;

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
revoke execute on function private.previewed_quiz(uuid) from public;

create or replace function private.preview_rows(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  draft jsonb;
  author jsonb;
begin
  -- Its draft holds the keys of its questions.
  if kind = 'quiz' then
    return private.previewed_quiz(id);
  end if;
  draft := private.draft_content(kind, id);
  author := (select to_jsonb(authors) from public.authors where authors.id::text = draft ->> 'author_id');
  case kind
    when 'category' then
      return draft || jsonb_build_object('courses', (
        select coalesce(jsonb_agg(to_jsonb(courses) || jsonb_build_object(
          'author', to_jsonb(authors), 'lessons', (
            select coalesce(jsonb_agg(jsonb_build_object('id', lessons.id)), '[]') from public.lessons
            where lessons.course_id = courses.id and lessons.is_published)) order by courses.order_index), '[]')
        from public.courses left join public.authors on authors.id = courses.author_id
        where courses.category_id = preview_rows.id and courses.is_published));
    when 'course' then
      return draft || jsonb_build_object(
        'category', (select to_jsonb(categories) from public.categories where categories.id::text = draft ->> 'category_id'),
        'author', author, 'opened', private.draft_lessons(id), 'lessons', private.draft_lessons(id), 'quizzes', '[]'::jsonb);
    when 'lesson' then
      return draft || jsonb_build_object('course_lessons', private.draft_lessons((draft ->> 'course_id')::uuid));
    when 'news', 'essay' then
      return draft || jsonb_build_object('author', author, 'published_at', coalesce(draft -> 'published_at', to_jsonb(now())), 'categories', '[]'::jsonb,
        'related', (
          select coalesce(jsonb_agg(to_jsonb(related) || jsonb_build_object('author', to_jsonb(authors))), '[]')
          from private.related_articles(id, array(select jsonb_array_elements_text(coalesce(draft -> 'related_ids', '[]')))::uuid[],
            array(select jsonb_array_elements_text(coalesce(draft -> 'tags', '[]')))) as related
          left join public.authors on authors.id = related.author_id));
    else
      return draft;
  end case;
end $$;

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
revoke execute on function private.draw_previewed_quiz(text, uuid) from public;
grant execute on function private.draw_previewed_quiz(text, uuid) to service_role;
create function public.draw_previewed_quiz(token text, round uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.draw_previewed_quiz(token, round); end;
comment on function public.draw_previewed_quiz(text, uuid) is
  'The test that a link shows with its rules, the version of its draft, and the questions that a round is asked, keys and seeds with them: always the same ones for a round. Null without a link to a test; 429 after three hundred an hour. For the service key alone.';
revoke execute on function public.draw_previewed_quiz(text, uuid) from public, anon, authenticated;
grant execute on function public.draw_previewed_quiz(text, uuid) to service_role;
