-- Who learned in a range of days, and how far somebody came: the lists behind two more figures of the analytics, by the
-- same rows and the same conditions that the figures are counted by.
create function private.learned_condition(student text, first text, last text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when private.beginning_of(first, 0) is not null and private.beginning_of(last, 0) is not null then
    format('exists (select from private.learning_days as learned where learned.user_id = %s and learned.day between %L and %L)', student, first, last) end;
end $$;
comment on function private.learned_condition(text, text, text) is
  'Whether the student that an expression names learned on one of the days; null for what is no range of days.';
revoke execute on function private.learned_condition(text, text, text) from public;

create function private.stage_condition(student text, stage text) returns text
language sql stable set search_path = '' return case stage
  when 'verified' then format('exists (select from public.users as reached where reached.id = %s and reached.email_verified)', student)
  when 'began' then format('exists (select from public.user_progress as reached where reached.user_id = %s)', student)
  when 'completed_lesson' then format('exists (select from public.user_progress as reached where reached.user_id = %s and reached.completed)', student)
  when 'completed_course' then format('exists (select from public.course_completions as reached where reached.user_id = %s)', student)
  else 'false' end;
comment on function private.stage_condition(text, text) is
  'Whether the student that an expression names came so far: verified, began, completed_lesson, completed_course, as count_cohorts counts them. Nobody for another word.';
revoke execute on function private.stage_condition(text, text) from public;

create or replace function private.student_filters(query jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  search constant text := private.student_search(query ->> 'search');
  conditions text[] := case when search <> 'true' then array[search] end;
begin
  if query ? 'id' then
    conditions := conditions || format('listed.id = %L::uuid', query ->> 'id');
  end if;
  if jsonb_typeof(query -> 'states') = 'array' and jsonb_array_length(query -> 'states') > 0 then
    conditions := conditions || format('listed.state = any (%L)', (
      select coalesce(array_agg(distinct value), '{}') from jsonb_array_elements_text(query -> 'states')
      where value in ('closed', 'leaving', 'unverified', 'active')));
  end if;
  if jsonb_typeof(query -> 'phone_owed') = 'boolean' then
    conditions := conditions || format('%slisted.phone_owed', case when query -> 'phone_owed' = 'false' then 'not ' else '' end);
  end if;
  if jsonb_typeof(query -> 'marketing') = 'boolean' then
    conditions := conditions || format('%slisted.marketing_consent', case when query -> 'marketing' = 'false' then 'not ' else '' end);
  end if;
  if jsonb_typeof(query -> 'absent_days') = 'number' then
    conditions := conditions || format('listed.last_login_at < now() - make_interval(days => %s)',
      greatest(0, least(3650, (query ->> 'absent_days')::numeric))::integer);
  end if;
  if query ?| array['registered_from', 'registered_to'] then
    -- A day that is none finds nobody, rather than everybody.
    conditions := conditions || coalesce(
      'listed.created_at >= ' || private.beginning_of(query ->> 'registered_from', 0) || ' and listed.created_at < '
        || private.beginning_of(query ->> 'registered_to', 1), 'false');
  end if;
  if query ?| array['learned_from', 'learned_to'] then
    conditions := conditions || coalesce(private.learned_condition('listed.id', query ->> 'learned_from', query ->> 'learned_to'), 'false');
  end if;
  if jsonb_typeof(query -> 'stage') = 'string' then
    conditions := conditions || private.stage_condition('listed.id', query ->> 'stage');
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || private.tag_condition('listed.id', query ->> 'tag');
  end if;
  return coalesce(array_to_string(conditions, ' and '), 'true');
end $$;
comment on function private.student_filters(jsonb) is
  'The conditions of a list of students over private.listed_students as listed: id, search, states, phone_owed, marketing, absent_days, tag, stage (verified, began, completed_lesson, completed_course), registered_from with registered_to and learned_from with learned_to (days in Israel); "true" for none. Values are quoted here and nowhere else.';

create or replace function private.open_students_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  -- What a filter is made of; whatever else is sent is not kept.
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('search', 'states', 'phone_owed', 'marketing', 'absent_days', 'tag', 'registered_from', 'registered_to', 'learned_from', 'learned_to', 'stage', 'sort', 'direction'));
  counted integer;
  export uuid;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if format is null or format not in ('csv', 'xlsx') or length(asked::text) > 2000 then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx, of a filter of the list');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  delete from private.list_exports where id in (
    select id from private.list_exports where opened_at < now() - interval '1 hour' limit 100);
  counted := private.count_students(asked, at_most + 1);
  insert into private.list_exports (opened_by, query) values (auth.uid(), asked) returning id into export;
  insert into public.audit_log (actor, action, entity, after)
  values (auth.uid(), 'students exported', 'users', jsonb_build_object('format', format, 'count', least(counted, at_most), 'filter',
    case when asked ? 'search' then asked || jsonb_build_object('search', private.noted_search(asked ->> 'search')) else asked end));
  return json_build_object('id', export, 'total', least(counted, at_most), 'more', counted > at_most);
end $$;
