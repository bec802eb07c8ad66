-- A rule of an audience by the tags that staff give to students.
create or replace function private.audience_rule(rule jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  op text := rule ->> 'op';
  days text := case when jsonb_typeof(rule -> 'days') = 'number' and rule ->> 'days' ~ '^\d{1,4}$' then rule ->> 'days' end;
  lessons text := case when jsonb_typeof(rule -> 'lessons') = 'number' and rule ->> 'lessons' ~ '^\d{1,4}$' then rule ->> 'lessons' end;
  id text := case when rule ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then rule ->> 'id' end;
begin
  -- What a format does not get it leaves out, and the rest would be another condition.
  if (rule ->> 'field' in ('registered', 'activity') and days is null) or (rule ->> 'field' in ('course', 'test') and id is null)
    or (rule ->> 'field' = 'tag' and not private.are_tags(array[rule ->> 'tag']))
    or (rule ->> 'field' = 'progress' and (lessons is null or op not in ('at_least', 'at_most'))) or op is null then
    return null;
  end if;
  return case rule ->> 'field'
    when 'state' then case op
      when 'active' then 'users.is_active and users.deletion_due_at is null and users.email_verified'
      when 'leaving' then 'users.is_active and users.deletion_due_at is not null' end
    when 'marketing' then case op when 'agreed' then 'users.marketing_consent' when 'not_agreed' then 'not users.marketing_consent' end
    when 'registered' then case op
      when 'within' then format('users.created_at >= now() - make_interval(days => %s)', days)
      when 'before' then format('users.created_at < now() - make_interval(days => %s)', days) end
    when 'activity' then format(case op
      when 'within' then '%1$s' when 'not_within' then 'not %1$s' end,
      format($c$(coalesce(users.last_login_at, '-infinity') >= now() - make_interval(days => %1$s) or exists (
        select from public.user_progress as seen where seen.user_id = users.id and seen.last_watched >= now() - make_interval(days => %1$s)))$c$, days))
    when 'progress' then format(
      '(select count(*) from public.user_progress as done where done.user_id = users.id and done.completed) %s %s',
      case op when 'at_least' then '>=' when 'at_most' then '<=' end, lessons)
    when 'tag' then case op
      when 'has' then private.tag_condition('users.id', rule ->> 'tag')
      when 'has_not' then 'not ' || private.tag_condition('users.id', rule ->> 'tag') end
    when 'course' then case op
      when 'began' then format('exists (select from public.user_progress as begun where begun.user_id = users.id and begun.course_id = %L)', id)
      when 'not_began' then format('not exists (select from public.user_progress as begun where begun.user_id = users.id and begun.course_id = %L)', id)
      when 'completed' then format('exists (select from public.course_completions as done where done.user_id = users.id and done.course_id = %L)', id)
      when 'not_completed' then format($c$(exists (select from public.user_progress as begun where begun.user_id = users.id and begun.course_id = %1$L)
        and not exists (select from public.course_completions as done where done.user_id = users.id and done.course_id = %1$L))$c$, id) end
    when 'test' then case op
      when 'tried' then format('exists (select from private.quiz_attempts as tries where tries.user_id = users.id and tries.quiz_id = %L and tries.submitted_at is not null)', id)
      when 'not_tried' then format('not exists (select from private.quiz_attempts as tries where tries.user_id = users.id and tries.quiz_id = %L and tries.submitted_at is not null)', id)
      when 'passed' then format('exists (select from private.quiz_attempts as tries where tries.user_id = users.id and tries.quiz_id = %L and tries.passed)', id)
      when 'not_passed' then format($c$(exists (select from private.quiz_attempts as tries where tries.user_id = users.id and tries.quiz_id = %1$L and tries.submitted_at is not null)
        and not exists (select from private.quiz_attempts as tries where tries.user_id = users.id and tries.quiz_id = %1$L and tries.passed))$c$, id) end
  end;
end $$;
