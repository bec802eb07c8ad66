-- What the staff see of students without opening a record: names, and addresses and phones that are masked. The
-- personal columns themselves are handed out by open_student_record only, which leaves a line that the student reads.
drop policy users_select_own_or_viewer on public.users;
create policy users_select_own on public.users for select to authenticated
  using (id = (select auth.uid()) and (select private.may_see_self()));

create extension if not exists pg_trgm with schema extensions;
create index users_name_search_idx on public.users
  using gin (lower(first_name || ' ' || last_name) extensions.gin_trgm_ops);
create index users_name_order_idx on public.users (lower(first_name || ' ' || last_name), id);
create index users_created_at_id_idx on public.users (created_at, id);
create index users_last_login_id_idx on public.users (coalesce(last_login_at, '-infinity'), id);
drop index public.users_created_at_idx;
drop index public.users_last_login_at_idx;

create function private.student_state(student public.users) returns text
language sql immutable set search_path = '' as $$
  select case
    when not student.is_active then 'closed'
    when student.deletion_due_at is not null then 'leaving'
    when not student.email_verified then 'unverified'
    else 'active'
  end
$$;
comment on function private.student_state(public.users) is 'closed, leaving, unverified or active; the first that holds.';
revoke execute on function private.student_state(public.users) from public;

create function private.is_student_state(state text) returns text
language sql immutable set search_path = '' as $$
  select case state
    when 'closed' then 'not users.is_active'
    when 'leaving' then 'users.is_active and users.deletion_due_at is not null'
    when 'unverified' then 'users.is_active and users.deletion_due_at is null and not users.email_verified'
    when 'active' then 'users.is_active and users.deletion_due_at is null and users.email_verified'
  end
$$;
comment on function private.is_student_state(text) is 'The condition of a state in SQL; null for a word that is none.';
revoke execute on function private.is_student_state(text) from public;

create function private.student_search(search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := lower(trim(regexp_replace(search, '\s+', ' ', 'g')));
  digits text := regexp_replace(search, '[^0-9]', '', 'g');
begin
  if coalesce(words, '') = '' then
    return 'true';
  end if;
  -- Address and phone are found whole only: by parts, a masked one could be guessed sign by sign.
  if words like '%@%' then
    return format('users.email = %L', words);
  end if;
  if length(digits) >= 7 and words !~ '[^0-9+() .-]' then
    return format('users.phone_number in (%L, %L)', '+' || digits, '+972' || ltrim(digits, '0'));
  end if;
  return (
    select string_agg(
      format('lower(users.first_name || '' '' || users.last_name) like %L',
        '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
    from (select distinct word from regexp_split_to_table(left(words, 100), ' ') as word limit 6) as parts);
end $$;
comment on function private.student_search(text) is
  'The condition of what was typed: a whole address, a whole phone as it is stored or dialled in Israel, or parts of a name.';
revoke execute on function private.student_search(text) from public;

create function private.student_filters(query jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := array[private.student_search(query ->> 'search')];
  states text;
begin
  if query ? 'id' then
    conditions := conditions || format('users.id = %L::uuid', query ->> 'id');
  end if;
  if jsonb_typeof(query -> 'states') = 'array' and jsonb_array_length(query -> 'states') > 0 then
    select string_agg(format('(%s)', private.is_student_state(state)), ' or ') into states
      from (select distinct value as state from jsonb_array_elements_text(query -> 'states')) as asked
      where private.is_student_state(state) is not null;
    conditions := conditions || format('(%s)', coalesce(states, 'false'));
  end if;
  if jsonb_typeof(query -> 'phone_owed') = 'boolean' then
    conditions := conditions || format('users.phone_owed = %L', query ->> 'phone_owed');
  end if;
  if jsonb_typeof(query -> 'marketing') = 'boolean' then
    conditions := conditions || format('users.marketing_consent = %L', query ->> 'marketing');
  end if;
  if jsonb_typeof(query -> 'absent_days') = 'number' then
    conditions := conditions || format('coalesce(users.last_login_at, ''-infinity'') < now() - make_interval(days => %s)',
      greatest(0, least(3650, (query ->> 'absent_days')::numeric))::integer);
  end if;
  return array_to_string(conditions, ' and ');
end $$;
comment on function private.student_filters(jsonb) is
  'The conditions of a list of students: id, search, states, phone_owed, marketing, absent_days. Values are quoted here and nowhere else.';
revoke execute on function private.student_filters(jsonb) from public;

create function private.list_students(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  sort text := case when query ->> 'sort' in ('name', 'created_at', 'last_login_at') then query ->> 'sort' else 'created_at' end;
  sort_key text := case sort
    when 'name' then 'lower(users.first_name || '' '' || users.last_name)'
    when 'last_login_at' then 'coalesce(users.last_login_at, ''-infinity'')'
    else 'users.created_at' end;
  sort_type text := case sort when 'name' then 'text' else 'timestamptz' end;
  -- From the last row of a page onwards, or from the first one back.
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  downwards boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  conditions text := private.student_filters(query);
  place text := 'true';
  found json;
  total bigint;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(%s, users.id) %s (%L::%s, %L::uuid)', sort_key, case when downwards then '<' else '>' end,
      cursor_at ->> 'value', sort_type, cursor_at ->> 'id');
  end if;
  execute format($list$
    with page as (
      select users.*, private.student_state(users) as state, (%1$s)::text as sort_value, row_number() over (order by %1$s %4$s, users.id %4$s) as place
      from public.users where %2$s and %3$s order by %1$s %4$s, users.id %4$s limit %5$s)
    select coalesce(json_agg(json_build_object(
      'id', page.id, 'first_name', page.first_name, 'last_name', page.last_name,
      'email_masked', private.mask_email(page.email),
      'phone_masked', case when not page.phone_owed then private.mask_phone(page.phone_number) end,
      'state', page.state, 'phone_owed', page.phone_owed, 'marketing_consent', page.marketing_consent,
      'created_at', page.created_at, 'last_login_at', page.last_login_at,
      'sort_value', page.sort_value,
      'started_lessons', progress.started, 'completed_lessons', progress.completed, 'last_watched', progress.last_watched
    ) order by page.place), '[]')
    from page left join lateral (
      select count(*) as started, count(*) filter (where user_progress.completed) as completed,
        max(user_progress.last_watched) as last_watched
      from public.user_progress where user_progress.user_id = page.id) as progress on true
    $list$, sort_key, conditions, place, case when downwards then 'desc' else 'asc' end, size + 1) into found;
  if query -> 'count' = 'true' then
    execute format('select count(*) from public.users where %s', conditions) into total;
  end if;
  return json_build_object('rows', found, 'total', total, 'size', size);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.list_students(jsonb) is
  'One page of students and one row more, which says that there is another page. Backwards the rows come in reverse.';
revoke execute on function private.list_students(jsonb) from public;
grant execute on function private.list_students(jsonb) to authenticated;
create function public.list_students(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_students(query); end;
comment on function public.list_students(jsonb) is
  'Students for staff with students.view ([2.12-05], [6-14]), 50 a page, addresses and phones masked. Keys of the query: id, search, states, phone_owed, marketing, absent_days, sort (name, created_at, last_login_at), direction, after or before ({value, id}), count.';
revoke execute on function public.list_students(jsonb) from public, anon;
grant execute on function public.list_students(jsonb) to authenticated;
