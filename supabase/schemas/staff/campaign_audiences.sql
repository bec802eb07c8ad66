create function private.audience_rule(rule jsonb) returns text
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
comment on function private.audience_rule(jsonb) is
  'The condition of one rule over a row of users; null for one that is not a rule. Values are checked by their form and quoted here.';

create function private.audience_condition(audience jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  joined text := case audience ->> 'match' when 'all' then ' and ' when 'any' then ' or ' end;
  rules jsonb := audience -> 'rules';
  conditions text[];
begin
  if joined is null or jsonb_typeof(rules) is distinct from 'array' or jsonb_array_length(rules) > 20 then
    perform private.raise_app_error('AUDIENCE_INVALID', 400, 'An audience is {match: all or any, rules}', '{"field": "audience"}');
  end if;
  select array_agg(private.audience_rule(rule)) into conditions from jsonb_array_elements(rules) as rule;
  if array_position(conditions, null) is not null then
    perform private.raise_app_error('AUDIENCE_INVALID', 400, 'A rule of the audience is not complete', '{"field": "audience"}');
  end if;
  return coalesce('(' || array_to_string(conditions, joined) || ')', 'true');
end $$;
comment on function private.audience_condition(jsonb) is
  'The condition of an audience over users: everybody without rules. 400 AUDIENCE_INVALID for what it does not know.';

create function private.count_audience(audience jsonb, kind text) returns json
language plpgsql stable set search_path = '' set jit = off as $$
declare
  counted json;
begin
  execute format($list$
    with found as (select users.id, users.first_name, users.last_name, users.email, users.last_login_at, %s as reason from public.users where %s)
    select json_build_object(
      'total', count(*), 'reached', count(*) filter (where found.reason is null),
      'left_out', (select coalesce(json_object_agg(missed.reason, missed.people), '{}')
        from (select found.reason, count(*) as people from found where found.reason is not null group by found.reason) as missed),
      'samples', (select coalesce(json_agg(json_build_object(
          'id', sample.id, 'first_name', sample.first_name, 'last_name', sample.last_name,
          'email_masked', private.mask_email(sample.email), 'last_login_at', sample.last_login_at)), '[]')
        from (select * from found where found.reason is null order by md5(found.id::text) limit 10) as sample))
    from found
    $list$, private.why_not_sent(kind, null), private.audience_condition(audience)) into counted;
  return counted;
end $$;
comment on function private.count_audience(jsonb, text) is
  'How many an audience finds, how many of them get a campaign of the kind, why the others do not, and ten of those who do, addresses masked; one statement.';

create function private.require_notifier() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
end $$;

create function private.campaign_audience(audience jsonb, kind text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_notifier();
  if kind is null or kind not in ('service', 'marketing') or octet_length(audience::text) > 8000 then
    perform private.raise_app_error('AUDIENCE_INVALID', 400, 'The kind is service or marketing');
  end if;
  return private.count_audience(coalesce(audience, '{}'), kind);
end $$;
grant execute on function private.campaign_audience(jsonb, text) to authenticated;

create function public.campaign_audience(audience jsonb, kind text) returns json
language sql stable set search_path = '' begin atomic select private.campaign_audience(audience, kind); end;
comment on function public.campaign_audience(jsonb, text) is
  'Whom an audience finds, for staff with notifications.manage: total, reached, left_out by reason, ten samples.';
grant execute on function public.campaign_audience(jsonb, text) to authenticated;
