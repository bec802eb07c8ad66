-- The list of students at a million of them: counts that stop, short words by the beginning of a name, and an index for
-- each state that few are in. One function makes the rows, whatever the number of them that a caller may have.
create index users_closed_idx on public.users (created_at, id) where not is_active;
create index users_leaving_idx on public.users (created_at, id) where is_active and deletion_due_at is not null;
create index users_unverified_idx on public.users (created_at, id)
  where is_active and deletion_due_at is null and not email_verified;
create index users_phone_owed_idx on public.users (created_at, id) where phone_owed;

create function private.name_condition(word text) returns text
language sql immutable set search_path = '' as $$
  -- Two letters make no trigram inside of a word, but at its beginning they do.
  select case when char_length(word) > 2
    then format('lower(users.first_name || '' '' || users.last_name) like %L', '%' || escaped || '%')
    else format('(lower(users.first_name || '' '' || users.last_name) like %L or lower(users.first_name || '' '' || users.last_name) like %L)',
      escaped || '%', '% ' || escaped || '%') end
  from (select replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') as escaped) as quoted
$$;
comment on function private.name_condition(text) is
  'The condition of one word: anywhere in the names, or, of one or two signs, at the beginning of one.';
revoke execute on function private.name_condition(text) from public;

create or replace function private.student_search(search text) returns text
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
    select string_agg(private.name_condition(word), ' and ')
    from (select distinct word from regexp_split_to_table(left(words, 100), ' ') as word limit 6) as parts);
end $$;

create function private.student_page(query jsonb, size integer) returns json
language plpgsql stable set search_path = '' set jit = off as $$
declare
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
begin
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
  return found;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.student_page(jsonb, integer) is
  'So many students as JSON and one row more, which says that there is another page. Backwards the rows come in reverse. Asks for no permission: its callers do.';
revoke execute on function private.student_page(jsonb, integer) from public;

create function private.count_students(query jsonb, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select from public.users where %s limit %s) as found',
    private.student_filters(query), at_most) into counted;
  return counted;
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.count_students(jsonb, integer) is 'How many match, counted no further than said.';
revoke execute on function private.count_students(jsonb, integer) from public;

create or replace function private.list_students(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  counted_to constant integer := 10000;
  counted integer;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if query -> 'count' = 'true' then
    counted := private.count_students(query, counted_to + 1);
  end if;
  return json_build_object('rows', private.student_page(query, size), 'size', size,
    'total', least(counted, counted_to), 'more', counted > counted_to);
end $$;
comment on function public.list_students(jsonb) is
  'Students for staff with students.view ([2.12-05], [6-14]), 50 a page, addresses and phones masked. Keys of the query: id, search, states, phone_owed, marketing, absent_days, sort (name, created_at, last_login_at), direction, after or before ({value, id}), count. Counted to 10,000; more says that there are more.';

create function private.student_choice(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  chosen json;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  execute format($choice$
    select coalesce(json_agg(json_build_array(found.id, found.name)), '[]') from (
      select users.id, trim(users.first_name || ' ' || users.last_name) as name
      from public.users where %s limit 10000) as found
    $choice$, private.student_filters(query)) into chosen;
  return chosen;
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.student_choice(jsonb) from public;
grant execute on function private.student_choice(jsonb) to authenticated;
create function public.student_choice(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.student_choice(query); end;
comment on function public.student_choice(jsonb) is
  'Ids and names of all students that match, at most 10,000, for staff with students.view who choose them all. Keys of the query as for list_students.';
revoke execute on function public.student_choice(jsonb) from public, anon;
grant execute on function public.student_choice(jsonb) to authenticated;
