-- What lists of students search, filter and sort by, in a narrow table that triggers keep: a million rows of it are read
-- in the time that a tenth of the wide ones took, and a name is made small once, not for each row of each search.
create table private.listed_students (
  id uuid primary key references public.users on delete cascade,
  name text collate "C" not null,
  state text not null,
  created_at timestamptz not null,
  last_login_at timestamptz not null,
  phone_owed boolean not null,
  marketing_consent boolean not null
);
comment on table private.listed_students is
  'A row for each of public.users with what lists ask for: the name in small letters, and -infinity for who never signed in. Kept by a trigger, read by private.find_students.';
create index listed_students_search_idx on private.listed_students using gin (name extensions.gin_trgm_ops);
create index listed_students_name_idx on private.listed_students (name, id);
create index listed_students_created_at_idx on private.listed_students (created_at, id);
create index listed_students_last_login_at_idx on private.listed_students (last_login_at, id);
create index listed_students_state_idx on private.listed_students (state) where state <> 'active';
create index listed_students_phone_owed_idx on private.listed_students (phone_owed) where phone_owed;
alter table private.listed_students enable row level security;
revoke all on private.listed_students from anon, authenticated, service_role;

create function private.listed_student(student public.users) returns private.listed_students
language sql immutable set search_path = '' as $$
  select student.id, lower(student.first_name || ' ' || student.last_name), private.student_state(student), student.created_at,
    coalesce(student.last_login_at, '-infinity'), student.phone_owed, student.marketing_consent
$$;
comment on function private.listed_student(public.users) is 'The line of a student in the lists.';
revoke execute on function private.listed_student(public.users) from public;

create function private.list_student_anew() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  line constant private.listed_students := private.listed_student(new);
begin
  if tg_op = 'INSERT' or line is distinct from private.listed_student(old) then
    insert into private.listed_students select line.*
    on conflict (id) do update set name = excluded.name, state = excluded.state, created_at = excluded.created_at,
      last_login_at = excluded.last_login_at, phone_owed = excluded.phone_owed, marketing_consent = excluded.marketing_consent;
  end if;
  return null;
end $$;
revoke execute on function private.list_student_anew() from public;
create trigger users_list_anew after insert or update on public.users
  for each row execute function private.list_student_anew();
insert into private.listed_students select line.* from public.users, private.listed_student(users) as line;

drop index public.users_name_search_idx, public.users_name_order_idx, public.users_last_login_id_idx, public.users_closed_idx,
  public.users_leaving_idx, public.users_unverified_idx, public.users_phone_owed_idx;

create or replace function private.name_condition(word text) returns text
language sql immutable set search_path = '' as $$
  -- Two letters make no trigram inside of a word, but at its beginning they do.
  select case when char_length(word) > 2 then format('listed.name like %L', '%' || escaped || '%')
    else format('(listed.name like %L or listed.name like %L)', escaped || '%', '% ' || escaped || '%') end
  from (select replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') as escaped) as quoted
$$;

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
    return format('listed.id in (select users.id from public.users where users.email = %L)', words);
  end if;
  if length(digits) >= 7 and words !~ '[^0-9+() .-]' then
    return format('listed.id in (select users.id from public.users where users.phone_number in (%L, %L))',
      '+' || digits, '+972' || ltrim(digits, '0'));
  end if;
  return (
    select string_agg(private.name_condition(word), ' and ')
    from (select distinct word from regexp_split_to_table(left(words, 100), ' ') as word limit 6) as parts);
end $$;

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
  return coalesce(array_to_string(conditions, ' and '), 'true');
end $$;
comment on function private.student_filters(jsonb) is
  'The conditions of a list of students over private.listed_students as listed: id, search, states, phone_owed, marketing, absent_days; "true" for none. Values are quoted here and nowhere else.';
drop function private.is_student_state(text);

create function private.student_sort(query jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when query ->> 'sort' in ('name', 'created_at', 'last_login_at') then query ->> 'sort' else 'created_at' end
$$;
comment on function private.student_sort(jsonb) is 'The column of private.listed_students that a list is sorted by.';
revoke execute on function private.student_sort(jsonb) from public;

create function private.find_students(query jsonb, size integer, out ids uuid[], out matching integer)
language plpgsql stable set search_path = '' set jit = off
  set enable_seqscan = on set enable_bitmapscan = on set enable_sort = on as $$
declare
  -- So many are read and sorted within milliseconds; of more than that the next in any order is never far.
  few constant integer := 5000;
  conditions constant text := private.student_filters(query);
  is_searched constant boolean := private.student_search(query ->> 'search') <> 'true';
  sort constant text := private.student_sort(query);
  -- From the last row of a page onwards, or from the first one back.
  backwards constant boolean := query ? 'before';
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  downwards constant boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  ordered constant text := format('order by listed.%1$I %2$s, listed.id %2$s limit %3$s', sort,
    case when downwards then 'desc' else 'asc' end, size + 1);
  place text := 'true';
  gathered constant text := 'with hits as materialized (select listed.id, listed.%I from private.listed_students as listed where %s limit %L)
    select array(select listed.id from hits as listed where %s %s), (select count(*) from hits)';
begin
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(listed.%I, listed.id) %s (%L::%s, %L::uuid)', sort, case when downwards then '<' else '>' end,
      cursor_at ->> 'value', case sort when 'name' then 'text' else 'timestamptz' end, cursor_at ->> 'id');
  end if;
  if conditions <> 'true' then
    -- The index of names finds a word sooner than any other way, whatever is thought of how many have it.
    perform set_config('enable_seqscan', case when is_searched then 'off' else 'on' end, true);
    execute format(gathered, sort, conditions, few + 1, place, ordered) into ids, matching;
    if matching <= few then
      return;
    end if;
    matching := null;
    -- Who have a word in their name may all stand together at the end of the order of names.
    if is_searched and sort = 'name' then
      execute format(gathered, sort, conditions, null, place, ordered) into ids, matching;
      return;
    end if;
  end if;
  perform set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true);
  execute format('select array(select listed.id from private.listed_students as listed where %s and %s %s)',
    conditions, place, ordered) into ids;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.find_students(jsonb, integer) is
  'The next students in the order asked for and one more, which says that there is another page; backwards in reverse. Matching is how many there are in all, or null when there are many. Asks for no permission: its callers do.';
revoke execute on function private.find_students(jsonb, integer) from public;

create function private.student_lines(ids uuid[], sort text) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', users.id, 'first_name', users.first_name, 'last_name', users.last_name,
    'email_masked', private.mask_email(users.email),
    'phone_masked', case when not users.phone_owed then private.mask_phone(users.phone_number) end,
    'state', listed.state, 'phone_owed', users.phone_owed, 'marketing_consent', users.marketing_consent,
    'created_at', users.created_at, 'last_login_at', users.last_login_at,
    'sort_value', case sort when 'name' then listed.name when 'created_at' then listed.created_at::text else listed.last_login_at::text end,
    'started_lessons', progress.started, 'completed_lessons', progress.completed, 'last_watched', progress.last_watched
  ) order by places.place), '[]')
  from unnest(ids) with ordinality as places (id, place)
  join public.users on users.id = places.id join private.listed_students as listed on listed.id = places.id
  left join lateral (
    select count(*) as started, count(*) filter (where user_progress.completed) as completed,
      max(user_progress.last_watched) as last_watched
    from public.user_progress where user_progress.user_id = places.id) as progress on true
$$;
comment on function private.student_lines(uuid[], text) is 'What a list says of each of these students, in their order, with the value that they are sorted by.';
revoke execute on function private.student_lines(uuid[], text) from public;

create or replace function private.student_page(query jsonb, size integer) returns json
language sql stable set search_path = '' as $$
  select private.student_lines(found.ids, private.student_sort(query)) from private.find_students(query, size) as found
$$;

create or replace function private.count_students(query jsonb, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off set enable_seqscan = on as $$
declare
  counted integer;
begin
  perform set_config('enable_seqscan', case when private.student_search(query ->> 'search') = 'true' then 'on' else 'off' end, true);
  execute format('select count(*) from (select from private.listed_students as listed where %s limit %s) as found',
    private.student_filters(query), at_most) into counted;
  return counted;
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;

create or replace function private.list_students(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  counted_to constant integer := 10000;
  counted integer;
  students record;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  select * into students from private.find_students(query, size);
  if query -> 'count' = 'true' then
    counted := coalesce(students.matching, private.count_students(query, counted_to + 1));
  end if;
  return json_build_object('rows', private.student_lines(students.ids, private.student_sort(query)), 'size', size,
    'total', least(counted, counted_to), 'more', counted > counted_to);
end $$;

create or replace function private.student_choice(query jsonb) returns json
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = on as $$
declare
  chosen json;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  perform set_config('enable_seqscan', case when private.student_search(query ->> 'search') = 'true' then 'on' else 'off' end, true);
  execute format($choice$
    select coalesce(json_agg(json_build_array(users.id, trim(users.first_name || ' ' || users.last_name))), '[]')
    from (select listed.id from private.listed_students as listed where %s limit 10000) as found join public.users on users.id = found.id
    $choice$, private.student_filters(query)) into chosen;
  return chosen;
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
