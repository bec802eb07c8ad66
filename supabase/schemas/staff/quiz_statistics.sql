create function private.quiz_statistics(id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  fewest constant integer := 10;
begin
  perform private.own_content_item('quiz', quiz_statistics.id);
  return (
    with firsts as materialized (
      select found.* from (
        select distinct on (attempts.user_id) attempts.id, attempts.version, attempts.points, attempts.passed, attempts.created_at, attempts.started_at,
          extract(epoch from attempts.submitted_at - attempts.started_at) as seconds
        from private.quiz_attempts as attempts
        where attempts.quiz_id = quiz_statistics.id and attempts.scored_at is not null
        order by attempts.user_id, attempts.created_at, attempts.id) as found
      order by found.created_at desc limit 5000),
    asked as materialized (
      select questions.question_id, questions.version, questions.definition, asked.answer, asked.presented, asked.confidence, asked.is_correct,
        -- From the answer before it, or the start. What arrived together tells nothing of each, and half an hour is a pause.
        case when count(*) over (partition by asked.attempt_id, asked.first_answered_at) = 1 then nullif(least(1800, extract(epoch from
          asked.first_answered_at - coalesce(lag(asked.first_answered_at) over (partition by asked.attempt_id order by asked.first_answered_at),
            firsts.started_at))), 1800) end as seconds,
        coalesce(asked.points, 0)::double precision as points,
        ((firsts.points - coalesce(asked.points, 0)) / greatest(count(*) over (partition by asked.attempt_id) - 1, 1))::double precision as rest
      from firsts
      join private.quiz_attempt_questions as asked on asked.attempt_id = firsts.id
      join private.quiz_questions as questions
        on questions.quiz_id = quiz_statistics.id and questions.version = firsts.version and questions.place = asked.place),
    chosen as (
      select asked.question_id, coalesce(option.value ->> 'text', asked.answer ->> 'claim') as option, count(*) as times, avg(asked.rest) as rest
      from asked left join lateral jsonb_array_elements(
          case when jsonb_typeof(asked.presented -> 'options') = 'array' then asked.presented -> 'options' else '[]' end) as option (value)
        on option.value ->> 'id' = asked.answer ->> 'choice' or asked.answer -> 'choices' ? (option.value ->> 'id')
      where asked.definition ->> 'kind' in ('single-choice', 'multiple-choice', 'true-false')
        and coalesce(option.value ->> 'text', asked.answer ->> 'claim') is not null
      group by 1, 2),
    items as (
      select asked.question_id, count(*) as answers, (array_agg(asked.definition order by asked.version desc))[1] as definition,
        avg(asked.points) as share, corr(asked.points, asked.rest) as discrimination,
        percentile_cont(0.5) within group (order by asked.seconds) as median_seconds, count(asked.seconds) as timed,
        count(*) filter (where asked.answer is null) as skipped,
        count(*) filter (where asked.confidence = 'sure') as sure,
        count(*) filter (where asked.confidence = 'sure' and asked.is_correct is not true) as sure_wrong
      from asked group by asked.question_id)
    select jsonb_build_object(
      'students', (select count(*) from firsts),
      'fewest', fewest,
      'passed', (select case when count(*) >= fewest then avg(firsts.passed::integer) end from firsts),
      'median_seconds', (select case when count(*) >= fewest then percentile_cont(0.5) within group (order by firsts.seconds) end from firsts),
      'questions', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', items.question_id, 'kind', items.definition ->> 'kind', 'text', items.definition ->> 'text', 'answers', items.answers,
          'is_asked', exists (
            select from public.quizzes join private.quiz_questions as now_asked on now_asked.quiz_id = quizzes.id and now_asked.version = quizzes.version
            where quizzes.id = quiz_statistics.id and now_asked.question_id = items.question_id))
          || case when items.answers < fewest then '{}' else jsonb_build_object(
            'share', items.share, 'discrimination', items.discrimination, 'skipped', items.skipped,
            'median_seconds', case when items.timed >= fewest then items.median_seconds end, 'sure', items.sure, 'sure_wrong', items.sure_wrong,
            'options', coalesce((
              select jsonb_agg(jsonb_build_object('text', chosen.option, 'times', chosen.times, 'rest', chosen.rest,
                'is_right', case items.definition ->> 'kind' when 'true-false' then chosen.option = items.definition ->> 'right'
                  else exists (
                    select from jsonb_array_elements(items.definition -> 'options') as option (value)
                    where option.value ->> 'text' = chosen.option and (items.definition ->> 'right' = option.value ->> 'id'
                      or (jsonb_typeof(items.definition -> 'right') = 'array' and items.definition -> 'right' ? (option.value ->> 'id')))) end)
                order by chosen.times desc, chosen.option)
              from chosen where chosen.question_id = items.question_id), '[]')) end
          order by items.question_id)
        from items), '[]')));
end $$;
grant execute on function private.quiz_statistics(uuid) to authenticated;

create function public.quiz_statistics(id uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.quiz_statistics(id); end;
comment on function public.quiz_statistics(uuid) is
  'Of each question of a test over the first finished attempts of its students (the 5,000 newest at most): how many met it, the mean share of its points, its correlation with the rest of the attempt, the median of the time that it took, what was chosen, and who was sure and wrong. Fewer than ten say only how many they are.';
grant execute on function public.quiz_statistics(uuid) to authenticated;
