create function private.read_review_turn(turn uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.review_turns := private.own_review_turn(turn);
begin
  return (
    select json_build_object(
      'id', own.id, 'course_id', quizzes.course_id, 'course_title', courses.title_he, 'quiz_title', versions.title_he,
      'state', case
        when own.presented is null then 'new' when own.answered_at is null then 'open'
        when own.is_correct is null then 'submitted' else 'scored' end,
      'presented', own.presented, 'answer', own.answer, 'confidence', own.confidence,
      'correct', own.is_correct, 'review', own.review, 'next_on', own.next_on, 'days', own.next_on - private.day_of(own.answered_at))
    from public.quizzes
    join public.courses on courses.id = quizzes.course_id
    join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = own.version
    where quizzes.id = own.quiz_id);
end $$;
grant execute on function private.read_review_turn(uuid) to authenticated;

create function public.read_review_turn(turn uuid) returns json
language sql volatile set search_path = '' begin atomic select private.read_review_turn(turn); end;
comment on function public.read_review_turn(uuid) is
  'A turn of the caller: the question as presented and, once it is scored, whether the answer was right, why, and when it comes back.';
grant execute on function public.read_review_turn(uuid) to authenticated;

create function private.my_review_deck() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.review_day();
  -- From three weeks on what is learnt counts as known.
  known_from constant double precision := 21;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    with askable as materialized (select * from private.askable_review_cards(auth.uid())),
    cards as (
      select cards.*, askable.question_id is not null as is_asked
      from private.review_cards as cards left join askable using (quiz_id, question_id)
      where cards.user_id = auth.uid()),
    turns as (
      select private.day_of(review_turns.answered_at) as day, review_turns.is_correct
      from private.review_turns
      where review_turns.user_id = auth.uid() and review_turns.is_correct is not null and review_turns.undone_at is null
        and review_turns.answered_at >= (today - 29)::timestamp at time zone 'Asia/Jerusalem')
    select json_build_object(
      'today', today,
      'daily_limit', private.review_limit(auth.uid()),
      'answered_today', private.reviewed_today(auth.uid()),
      'due', (select count(*) from cards where is_asked and due_on <= today and buried_on is distinct from today),
      'next_on', (
        select min(case when buried_on = today then greatest(due_on, today + 1) else due_on end) from cards
        where is_asked and (due_on > today or buried_on = today)),
      'new', (select count(*) from cards where reviews = 0),
      'learning', (select count(*) from cards where stability < known_from),
      'known', (select count(*) from cards where stability >= known_from),
      'days', (
        select coalesce(json_agg(line order by line.day), '[]') from (
          select day, count(*) filter (where is_correct) as correct, count(*) filter (where not is_correct) as wrong
          from turns group by day) as line),
      'coming', (
        select json_agg(json_build_object('day', day::date, 'count', (
          select count(*) from cards where is_asked and cards.due_on = day::date)) order by day)
        from generate_series(today + 1, today + 7, interval '1 day') as day)));
end $$;
grant execute on function private.my_review_deck() to authenticated;

create function public.my_review_deck() returns json
language sql stable set search_path = '' begin atomic select private.my_review_deck(); end;
comment on function public.my_review_deck() is
  'The deck of the caller: how many questions are due and how many of today are answered, the limit of a day, what is new, being learnt and known (from three weeks on), answers of thirty days and what the next seven bring.';
grant execute on function public.my_review_deck() to authenticated;

create function private.set_review_limit(daily_limit integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  if set_review_limit.daily_limit is null or set_review_limit.daily_limit not between 1 and 200 then
    perform private.raise_app_error('INVALID_REVIEW_LIMIT', 400, 'The limit is 1 to 200 questions a day');
  end if;
  insert into private.review_settings (user_id, daily_limit) values (auth.uid(), set_review_limit.daily_limit)
  on conflict (user_id) do update set daily_limit = excluded.daily_limit;
end $$;
grant execute on function private.set_review_limit(integer) to authenticated;

create function public.set_review_limit(daily_limit integer) returns void
language sql volatile set search_path = '' begin atomic select private.set_review_limit(daily_limit); end;
comment on function public.set_review_limit(integer) is
  'How many questions of the deck the caller wants in a day, 1 to 200.';
grant execute on function public.set_review_limit(integer) to authenticated;
