-- Two more marks in the line of the lists. The last day on which a student learned: who learned in the last month is told by
-- it alone, where a million days had to be gathered first, and only who learned after the days asked for as well is looked
-- up. And the tags: who has one, and a word in the name as well, is found by two indexes before any line is read.
alter table private.listed_students add column last_learned_on date, add column tags integer[] not null default '{}';
create index listed_students_tags_idx on private.listed_students using gin (tags) where tags <> '{}';
comment on table private.listed_students is
  'A row for each of public.users with what lists ask for: the name in small letters, -infinity for who never signed in, the last of private.learning_days, and the tags. Kept by triggers, read by private.find_students.';

-- Days and tags come from tables of their own and are left as they are by what changes an account.
create or replace function private.listed_student(student public.users) returns private.listed_students
language sql immutable set search_path = '' as $$
  select student.id, lower(student.first_name || ' ' || student.last_name), private.student_state(student), student.created_at,
    coalesce(student.last_login_at, '-infinity'), student.phone_owed, student.marketing_consent, null::date, '{}'::integer[]
$$;

create function private.lock_lines(students uuid[]) returns void
language sql volatile set search_path = '' as $$
  select from private.listed_students as listed where listed.id = any (students) order by listed.id for no key update
$$;
comment on function private.lock_lines(uuid[]) is
  'Waits for whoever changes lines of the lists, in the order of ids; the statement after it sees what they left.';
revoke execute on function private.lock_lines(uuid[]) from public;

create function private.list_learning_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  students constant uuid[] := array(select distinct changed.user_id from changed);
begin
  perform private.lock_lines(students);
  update private.listed_students as listed set last_learned_on = learned.day
  from unnest(students) as student, lateral (
    select max(days.day) as day from private.learning_days as days where days.user_id = student) as learned
  where listed.id = student and listed.last_learned_on is distinct from learned.day;
  return null;
end $$;
revoke execute on function private.list_learning_days() from public;
create trigger learning_days_insert_listed after insert on private.learning_days
  referencing new table as changed for each statement execute function private.list_learning_days();
create trigger learning_days_delete_listed after delete on private.learning_days
  referencing old table as changed for each statement execute function private.list_learning_days();
update private.listed_students as listed set last_learned_on = learned.day
from (select days.user_id, max(days.day) as day from private.learning_days as days group by days.user_id) as learned
where listed.id = learned.user_id;

create function private.list_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  students constant uuid[] := array(select distinct changed.student_id from changed);
begin
  perform private.lock_lines(students);
  update private.listed_students as listed set tags = array(
    select tagged.tag_id from private.tagged_students as tagged where tagged.student_id = listed.id order by tagged.tag_id)
  where listed.id = any (students);
  return null;
end $$;
revoke execute on function private.list_tags() from public;
create trigger tagged_students_insert_listed after insert on private.tagged_students
  referencing new table as changed for each statement execute function private.list_tags();
create trigger tagged_students_delete_listed after delete on private.tagged_students
  referencing old table as changed for each statement execute function private.list_tags();
update private.listed_students as listed set tags = tagged.tags
from (select student_id, array_agg(tag_id order by tag_id) as tags from private.tagged_students group by student_id) as tagged
where listed.id = tagged.student_id;

create function private.listed_tag_condition(tag text) returns text
language sql stable set search_path = '' as $$
  -- The index holds whoever has any.
  select format('(listed.tags <> ''{}'' and listed.tags @> array[%s])', coalesce((select tags.id from private.student_tags as tags where lower(tags.name) = lower(tag)), 0))
$$;
comment on function private.listed_tag_condition(text) is
  'Whether the student of a line called listed has a tag; nobody has one that is not in use.';
revoke execute on function private.listed_tag_condition(text) from public;

create function private.learned_condition(first text, last text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Who learned in more days than these are too many to be looked up among them.
  few constant integer := 7;
  -- Earlier days are forgotten.
  kept constant text := greatest(first, (private.day_of(now()) - 60)::text);
  looked_up constant text := format(
    'exists (select from private.learning_days as learned where learned.user_id = listed.id and learned.day between %L and %L)', kept, last);
begin
  if private.beginning_of(first, 0) is null or private.beginning_of(last, 0) is null then
    return null;
  end if;
  return case when last::date - kept::date < few then looked_up
    else format('listed.last_learned_on >= %L and (listed.last_learned_on <= %L or %s)', kept, last, looked_up) end;
end $$;
comment on function private.learned_condition(text, text) is
  'Whether the student of a line called listed learned on one of the days, as far as they are kept; null for what is no range of days.';
revoke execute on function private.learned_condition(text, text) from public;

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
drop function private.learned_condition(text, text, text);
