-- Tags that staff give to students: words of their own for groups that no other mark tells apart ("pilot", "press"). They
-- are seen by whom the list is, set by whom the notes are, and are part of the copy of one's own data.
create table private.student_tags (
  id integer generated always as identity primary key,
  name text not null check (private.are_tags(array[name]))
);
comment on table private.student_tags is 'The tags in use, each once however it is written; reached by functions only.';
create unique index student_tags_name_key on private.student_tags (lower(name));
alter table private.student_tags enable row level security;
revoke all on private.student_tags from anon, authenticated, service_role;

create table private.tagged_students (
  student_id uuid not null references public.users on delete cascade,
  tag_id integer not null references private.student_tags on delete cascade,
  created_at timestamptz not null default now(),
  primary key (student_id, tag_id)
);
comment on table private.tagged_students is 'Which students have a tag, at most ten each; reached by functions only.';
create index tagged_students_tag_id_idx on private.tagged_students (tag_id, student_id);
alter table private.tagged_students enable row level security;
revoke all on private.tagged_students from anon, authenticated, service_role;

create view private.export_staff_tags with (security_invoker = true) as
  select tagged.student_id as person, tagged.created_at, tags.name
  from private.tagged_students as tagged join private.student_tags as tags on tags.id = tagged.tag_id;

create function private.tags_of(student uuid) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(tags.name order by tags.name), '{}')
  from private.tagged_students as tagged join private.student_tags as tags on tags.id = tagged.tag_id
  where tagged.student_id = student
$$;
comment on function private.tags_of(uuid) is 'The tags of a student, in the order of the alphabet.';
revoke execute on function private.tags_of(uuid) from public;

create function private.tag_condition(of_whom text, tag text) returns text
language sql stable set search_path = '' as $$
  select format('exists (select from private.tagged_students as tagged where tagged.student_id = %s and tagged.tag_id = %s)', of_whom,
    coalesce((select tags.id from private.student_tags as tags where lower(tags.name) = lower(tag)), 0))
$$;
comment on function private.tag_condition(text, text) is
  'The condition that somebody, said as a column, has a tag; nobody has one that is not in use.';
revoke execute on function private.tag_condition(text, text) from public;

create function private.change_student_tag(student_ids uuid[], tag text, has boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  named constant text := regexp_replace(trim(private.undirected(coalesce(change_student_tag.tag, ''))), '\s+', ' ', 'g');
  student uuid;
  given integer;
  past text[];
  answers jsonb := '[]';
begin
  perform private.require_staff_manager(999);
  if coalesce(cardinality(student_ids), 0) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 accounts');
  end if;
  if not private.are_tags(array[named]) or has is null then
    perform private.raise_app_error('INVALID_TAG', 400, 'A tag has 1 to 30 characters without commas');
  end if;
  -- Who changes tags waits for who changes others: a tag is made once, and goes with its last student.
  perform pg_advisory_xact_lock(hashtext('private.student_tags'));
  delete from private.student_tags as tags
    where lower(tags.name) <> lower(named) and not exists (select from private.tagged_students as tagged where tagged.tag_id = tags.id);
  select tags.id into given from private.student_tags as tags where lower(tags.name) = lower(named);
  if given is null and has then
    if (select count(*) from private.student_tags) >= 200 then
      perform private.raise_app_error('TOO_MANY_TAGS', 409, 'Two hundred tags are in use');
    end if;
    insert into private.student_tags (name) values (named) returning id into given;
  end if;
  for student in select distinct id from unnest(student_ids) as id where id is not null order by id loop
    begin
      perform private.student_to_change(student, null);
      past := private.tags_of(student);
      if has and cardinality(past) >= 10 and not exists (
        select from private.tagged_students as tagged where tagged.student_id = student and tagged.tag_id = given) then
        perform private.raise_app_error('TOO_MANY_TAGS', 409, 'A student has ten tags');
      end if;
      if has then
        insert into private.tagged_students (student_id, tag_id) values (student, given) on conflict do nothing;
      else
        delete from private.tagged_students as tagged where tagged.student_id = student and tagged.tag_id = given;
      end if;
      if found then
        insert into public.audit_log (actor, action, entity, entity_id, before, after)
        values (auth.uid(), 'student tagged', 'users', student::text, jsonb_build_object('tags', past),
          jsonb_build_object('tags', private.tags_of(student)));
      end if;
      answers := answers || jsonb_build_object('id', student, 'outcome', case when past = private.tags_of(student) then 'unchanged' else 'changed' end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', student, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $$;
revoke execute on function private.change_student_tag(uuid[], text, boolean) from public;
grant execute on function private.change_student_tag(uuid[], text, boolean) to authenticated;
create function public.change_student_tag(student_ids uuid[], tag text, has boolean) returns json
language sql volatile set search_path = '' begin atomic select private.change_student_tag(student_ids, tag, has); end;
comment on function public.change_student_tag(uuid[], text, boolean) is
  'Gives a tag to up to 100 students, or takes it from them, for staff with users.manage. A tag is 1 to 30 characters without commas, the same however it is written; a student has ten at most. Answers per id: changed, unchanged, or refused with a code.';
revoke execute on function public.change_student_tag(uuid[], text, boolean) from public, anon;
grant execute on function public.change_student_tag(uuid[], text, boolean) to authenticated;

create function private.student_tag_names() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.has_permission('students.view') or private.has_permission('notifications.manage')) then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  return (
    select coalesce(json_agg(tags.name order by tags.name), '[]') from private.student_tags as tags
    where exists (select from private.tagged_students as tagged where tagged.tag_id = tags.id));
end $$;
revoke execute on function private.student_tag_names() from public;
grant execute on function private.student_tag_names() to authenticated;
create function public.student_tag_names() returns json
language sql stable set search_path = '' begin atomic select private.student_tag_names(); end;
comment on function public.student_tag_names() is
  'The tags that any student has, by the alphabet, for staff with students.view or notifications.manage.';
revoke execute on function public.student_tag_names() from public, anon;
grant execute on function public.student_tag_names() to authenticated;

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
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || private.tag_condition('listed.id', query ->> 'tag');
  end if;
  return coalesce(array_to_string(conditions, ' and '), 'true');
end $$;
comment on function private.student_filters(jsonb) is
  'The conditions of a list of students over private.listed_students as listed: id, search, states, phone_owed, marketing, absent_days, tag; "true" for none. Values are quoted here and nowhere else.';

create or replace function private.student_lines(ids uuid[], sort text) returns json
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

create or replace function private.open_students_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  at_most constant integer := 100000;
  -- What a filter is made of; whatever else is sent is not kept.
  asked jsonb := (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(case when jsonb_typeof(query) = 'object' then query else '{}' end)
    where key in ('search', 'states', 'phone_owed', 'marketing', 'absent_days', 'tag', 'sort', 'direction'));
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
