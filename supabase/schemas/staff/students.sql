create table private.listed_students (
  id uuid primary key references public.users on delete cascade,
  name text collate "C" not null,
  state text not null,
  created_at timestamptz not null,
  last_login_at timestamptz not null,
  phone_owed boolean not null,
  marketing_consent boolean not null,
  last_learned_on date,
  tags integer[] not null default '{}'
);
comment on table private.listed_students is
  'A row for each of public.users with what lists ask for: the name in small letters, -infinity for who never signed in, the last of private.learning_days, and the tags. Kept by triggers, read by private.find_students.';
create index listed_students_search_idx on private.listed_students using gin (name extensions.gin_trgm_ops);
create index listed_students_name_idx on private.listed_students (name, id);
create index listed_students_created_at_idx on private.listed_students (created_at, id);
create index listed_students_last_login_at_idx on private.listed_students (last_login_at, id);
create index listed_students_state_idx on private.listed_students (state) where state <> 'active';
create index listed_students_phone_owed_idx on private.listed_students (phone_owed) where phone_owed;
create index listed_students_tags_idx on private.listed_students using gin (tags) where tags <> '{}';
create index listed_students_further_names_idx on private.listed_students
  using gin (substring(name from position(' ' in name)) extensions.gin_trgm_ops);
alter table private.listed_students enable row level security;

create function private.find_students(query jsonb, size integer, OUT ids uuid[], OUT matching integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
 SET max_parallel_workers_per_gather TO '0'
 SET enable_seqscan TO 'on'
 SET enable_bitmapscan TO 'on'
 SET enable_sort TO 'on'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
as $function$
declare
  -- So many are read and sorted within milliseconds; of more than that the next in any order is never far.
  few constant integer := 5000;
  -- So many of the order of names are looked through before all who have a word are gathered.
  near constant integer := 60000;
  conditions constant text := private.student_filters(query);
  short constant text := private.short_word(query ->> 'search');
  further uuid[];
  is_searched constant boolean := private.student_search(query ->> 'search') <> 'true';
  sort constant text := private.student_sort(query);
  sort_type constant text := case sort when 'name' then 'text' else 'timestamptz' end;
  -- From the last row of a page onwards, or from the first one back.
  backwards constant boolean := query ? 'before';
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  downwards constant boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  in_order constant text := format('order by listed.%1$I %2$s, listed.id %2$s limit ', sort,
    case when downwards then 'desc' else 'asc' end);
  ordered constant text := in_order || size + 1;
  place text := 'true';
  gathered constant text := 'with hits as materialized (select listed.id, listed.%I from private.listed_students as listed where %s limit %L)
    select array(select listed.id from hits as listed where %s %s), (select count(*) from hits)';
begin
  if cursor_at <> 'null' then
    place := format('(listed.%I, listed.id) %s (%L::%s, %L::uuid)', sort, case when downwards then '<' else '>' end,
      private.place_part(cursor_at -> 'value', sort_type), sort_type, private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  if conditions <> 'true' then
    -- The index of names finds a word sooner than any other way, whatever is thought of how many have it.
    perform set_config('enable_seqscan', case when is_searched then 'off' else 'on' end, true);
    execute format(gathered, sort, conditions, few + 1, place, ordered) into ids, matching;
    if matching <= few then
      return;
    end if;
    matching := null;
    -- Who have a word in their name are mostly near, but may all stand together at the end of the order of names.
    if is_searched and sort = 'name' then
      perform private.read_in_order(true);
      execute format('select array(select listed.id from (select * from private.listed_students as listed where %s %s) as listed
        where %s %s)', place, in_order || near, conditions, ordered) into ids;
      if cardinality(ids) > size then
        return;
      end if;
    end if;
    -- Names that begin with a short word stand together in the order of names, however far; others that have it later are
    -- few, or they were near.
    if short is not null and sort = 'name' then
      perform private.read_in_order(false);
      execute format('select array(select listed.id from private.listed_students as listed
        where substring(listed.name from position('' '' in listed.name)) like %L and %s limit %s)', '% ' || short || '%', conditions, few + 1) into further;
      if cardinality(further) <= few then
        perform private.read_in_order(true);
        execute format('select array(select listed.id from private.listed_students as listed where listed.name like %L and %s and %s %s)',
          short || '%', conditions, place, ordered) into ids;
        perform private.read_in_order(false);
        execute format('select array(select listed.id from private.listed_students as listed where listed.id = any (%L::uuid[]) and %s %s)',
          further || ids, place, ordered) into ids;
        return;
      end if;
    end if;
  end if;
  perform private.read_in_order(not is_searched or sort <> 'name');
  execute format('select array(select listed.id from private.listed_students as listed where %s and %s %s)',
    conditions, place, ordered) into ids;
end $function$;
comment on function private.find_students(jsonb, integer) is
  'The next students in the order asked for and one more, which says that there is another page; backwards in reverse. Matching is how many there are in all, or null when there are many. Asks for no permission: its callers do.';

create function private.student_state(student public.users) returns text
language sql immutable set search_path = '' as $$
  select case
    when not student.is_active then 'closed'
    when student.deletion_due_at is not null then 'leaving'
    when not student.email_verified then 'unverified'
    else 'active'
  end
$$;
comment on function private.student_state(public.users) is
  'closed, leaving, unverified or active; the first that holds.';

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
comment on function private.student_search(text) is
  'The condition of what was typed: a whole address, a whole phone as it is stored or dialled in Israel, or parts of a name.';

create function private.student_filters(query jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  search constant text := private.student_search(query ->> 'search');
  conditions text[] := case when search <> 'true' then array[search] end;
begin
  if query ? 'id' then
    conditions := conditions || format('listed.id = %L::uuid',
      case when query ->> 'id' is not null then private.place_part(query -> 'id', 'uuid') end);
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
    conditions := conditions || coalesce(private.learned_condition(query ->> 'learned_from', query ->> 'learned_to'), 'false');
  end if;
  if jsonb_typeof(query -> 'stage') = 'string' then
    conditions := conditions || private.stage_condition('listed.id', query ->> 'stage');
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || private.listed_tag_condition(query ->> 'tag');
  end if;
  return coalesce(array_to_string(conditions, ' and '), 'true');
end $$;
comment on function private.student_filters(jsonb) is
  'The conditions of a list of students over private.listed_students as listed: id, search, states, phone_owed, marketing, absent_days, tag, stage (verified, began, completed_lesson, completed_course), registered_from with registered_to and learned_from with learned_to (days in Israel); "true" for none. Values are quoted here and nowhere else.';

create function private.list_students(query jsonb) returns json
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
comment on function private.list_students(jsonb) is
  'One page of students and one row more, which says that there is another page. Backwards the rows come in reverse.';
grant execute on function private.list_students(jsonb) to authenticated;

create function public.list_students(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_students(query); end;
comment on function public.list_students(jsonb) is
  'Students for staff with students.view ([2.12-05], [6-14]), 50 a page, addresses and phones masked. Keys of the query: id, search, states, phone_owed, marketing, absent_days, sort (name, created_at, last_login_at), direction, after or before ({value, id}), count. Counted to 10,000; more says that there are more.';
grant execute on function public.list_students(jsonb) to authenticated;

create function private.set_student_active(student_id uuid, active boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  trimmed_reason text := trim(coalesce(reason, ''));
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_id), 999));
  if active is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'An account is closed or reopened');
  end if;
  if auth.uid() is not null and char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  update public.users set is_active = active where id = student_id and is_active <> active;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), case when active then 'student reopened' else 'student closed' end, 'users', student_id::text,
      json_build_object('reason', trimmed_reason));
  elsif not exists (select from public.users where id = student_id) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;
grant execute on function private.set_student_active(uuid, boolean, text) to authenticated, service_role;

create function public.set_student_active(student_id uuid, active boolean, reason text default '') returns void
language sql set search_path = '' begin atomic select private.set_student_active(student_id, active, reason); end;
comment on function public.set_student_active(uuid, boolean, text) is
  'Closes or reopens a student account, for staff with users.manage and a reason; the service key needs none.';
grant execute on function public.set_student_active(uuid, boolean, text) to authenticated;

create function private.name_condition(word text) returns text
language sql immutable set search_path = '' as $$
  -- Two letters make no trigram inside of a word, but at its beginning they do.
  select case when char_length(word) > 2 then format('listed.name like %L', '%' || escaped || '%')
    else format('(listed.name like %L or listed.name like %L)', escaped || '%', '% ' || escaped || '%') end
  from (select private.as_pattern(word) as escaped) as quoted
$$;
comment on function private.name_condition(text) is
  'The condition of one word: anywhere in the names, or, of one or two signs, at the beginning of one.';

create function private.student_page(query jsonb, size integer) returns json
language sql stable set search_path = '' as $$
  select private.student_lines(found.ids, private.student_sort(query)) from private.find_students(query, size) as found
$$;
comment on function private.student_page(jsonb, integer) is
  'So many students as JSON and one row more, which says that there is another page. Backwards the rows come in reverse. Asks for no permission: its callers do.';

create function private.count_students(query jsonb, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off set enable_seqscan = on
set max_parallel_workers_per_gather = 0 as $$
declare
  counted integer;
begin
  perform set_config('enable_seqscan', case when private.student_search(query ->> 'search') = 'true' then 'on' else 'off' end, true);
  execute format('select count(*) from (select from private.listed_students as listed where %s limit %s) as found',
    private.student_filters(query), at_most) into counted;
  return counted;
end $$;
comment on function private.count_students(jsonb, integer) is 'How many match, counted no further than said.';

create function private.student_choice(query jsonb) returns json
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
end $$;
grant execute on function private.student_choice(jsonb) to authenticated;

create function public.student_choice(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.student_choice(query); end;
comment on function public.student_choice(jsonb) is
  'Ids and names of all students that match, at most 10,000, for staff with students.view who choose them all. Keys of the query as for list_students.';
grant execute on function public.student_choice(jsonb) to authenticated;

-- Days and tags come from tables of their own and are left as they are by what changes an account.
create function private.listed_student(student public.users) returns private.listed_students
language sql immutable set search_path = '' as $$
  select student.id, lower(student.first_name || ' ' || student.last_name), private.student_state(student), student.created_at,
    coalesce(student.last_login_at, '-infinity'), student.phone_owed, student.marketing_consent, null::date, '{}'::integer[]
$$;
comment on function private.listed_student(public.users) is 'The line of a student in the lists.';

create function private.student_sort(query jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when query ->> 'sort' in ('name', 'created_at', 'last_login_at') then query ->> 'sort' else 'created_at' end
$$;
comment on function private.student_sort(jsonb) is
  'The column of private.listed_students that a list is sorted by.';

create function private.student_lines(ids uuid[], sort text) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', users.id, 'first_name', users.first_name, 'last_name', users.last_name,
    'email_masked', private.mask_email(users.email),
    'phone_masked', case when not users.phone_owed then private.mask_phone(users.phone_number) end,
    'state', listed.state, 'phone_owed', users.phone_owed, 'marketing_consent', users.marketing_consent,
    'created_at', users.created_at, 'last_login_at', users.last_login_at,
    'sort_value', case sort when 'name' then listed.name when 'created_at' then listed.created_at::text else listed.last_login_at::text end,
    'started_lessons', progress.started, 'completed_lessons', progress.completed, 'last_watched', progress.last_watched,
    'tags', private.tags_of(users.id)
  ) order by places.place), '[]')
  from unnest(ids) with ordinality as places (id, place)
  join public.users on users.id = places.id join private.listed_students as listed on listed.id = places.id
  left join lateral (
    select count(*) as started, count(*) filter (where user_progress.completed) as completed,
      max(user_progress.last_watched) as last_watched
    from public.user_progress where user_progress.user_id = places.id) as progress on true
$$;
comment on function private.student_lines(uuid[], text) is
  'What a list says of each of these students, in their order, with the value that they are sorted by.';

create function private.beginning_of(day text, days_later integer) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case when day ~ '^20\d\d-\d\d-\d\d$' then format('%L::timestamptz',
    ((day::date + days_later)::timestamp at time zone 'Asia/Jerusalem')) end;
exception when datetime_field_overflow then
  return null;
end $$;
comment on function private.beginning_of(text, integer) is
  'The moment, quoted, at which a day begins in Israel, or one so many days after it; null for what is no day.';

create function private.stage_condition(student text, stage text) returns text
language sql stable set search_path = '' return case stage
  when 'verified' then format('exists (select from public.users as reached where reached.id = %s and reached.email_verified)', student)
  when 'began' then format('exists (select from public.user_progress as reached where reached.user_id = %s)', student)
  when 'completed_lesson' then format('exists (select from public.user_progress as reached where reached.user_id = %s and reached.completed)', student)
  when 'completed_course' then format('exists (select from public.course_completions as reached where reached.user_id = %s)', student)
  else 'false' end;
comment on function private.stage_condition(text, text) is
  'Whether the student that an expression names came so far: verified, began, completed_lesson, completed_course, as count_cohorts counts them. Nobody for another word.';
