create table private.student_tags (
  id integer generated always as identity primary key,
  name text not null check (private.are_tags(array[name]))
);
comment on table private.student_tags is
  'The tags in use, each once however it is written; reached by functions only.';
create unique index student_tags_name_key on private.student_tags (lower(name));
alter table private.student_tags enable row level security;

create table private.tagged_students (
  student_id uuid not null references public.users on delete cascade,
  tag_id integer not null references private.student_tags on delete cascade,
  created_at timestamptz not null default now(),
  primary key (student_id, tag_id)
);
comment on table private.tagged_students is
  'Which students have a tag, at most ten each; reached by functions only.';
create index tagged_students_tag_id_idx on private.tagged_students (tag_id, student_id);
alter table private.tagged_students enable row level security;

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

create function private.tag_condition(of_whom text, tag text) returns text
language sql stable set search_path = '' as $$
  select format('exists (select from private.tagged_students as tagged where tagged.student_id = %s and tagged.tag_id = %s)', of_whom,
    coalesce((select tags.id from private.student_tags as tags where lower(tags.name) = lower(tag)), 0))
$$;
comment on function private.tag_condition(text, text) is
  'The condition that somebody, said as a column, has a tag; nobody has one that is not in use.';

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
grant execute on function private.change_student_tag(uuid[], text, boolean) to authenticated;

create function public.change_student_tag(student_ids uuid[], tag text, has boolean) returns json
language sql volatile set search_path = '' begin atomic select private.change_student_tag(student_ids, tag, has); end;
comment on function public.change_student_tag(uuid[], text, boolean) is
  'Gives a tag to up to 100 students, or takes it from them, for staff with users.manage. A tag is 1 to 30 characters without commas, the same however it is written; a student has ten at most. Answers per id: changed, unchanged, or refused with a code.';
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
grant execute on function private.student_tag_names() to authenticated;

create function public.student_tag_names() returns json
language sql stable set search_path = '' begin atomic select private.student_tag_names(); end;
comment on function public.student_tag_names() is
  'The tags that any student has, by the alphabet, for staff with students.view or notifications.manage.';
grant execute on function public.student_tag_names() to authenticated;

create function private.lock_lines(students uuid[]) returns void
language sql volatile set search_path = '' as $$
  select from private.listed_students as listed where listed.id = any (students) order by listed.id for no key update
$$;
comment on function private.lock_lines(uuid[]) is
  'Waits for whoever changes lines of the lists, in the order of ids; the statement after it sees what they left.';

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

create function private.listed_tag_condition(tag text) returns text
language sql stable set search_path = '' as $$
  -- The index holds whoever has any.
  select format('(listed.tags <> ''{}'' and listed.tags @> array[%s])', coalesce((select tags.id from private.student_tags as tags where lower(tags.name) = lower(tag)), 0))
$$;
comment on function private.listed_tag_condition(text) is
  'Whether the student of a line called listed has a tag; nobody has one that is not in use.';

create function private.learned_condition(first text, last text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Who learned in more days than these are too many to be looked up among them.
  few constant integer := 7;
  -- Earlier days are forgotten.
  earliest constant text := greatest(first, (private.day_of(now()) - 60)::text);
  looked_up constant text := format(
    'exists (select from private.learning_days as learned where learned.user_id = listed.id and learned.day between %L and %L)', earliest, last);
begin
  if private.beginning_of(first, 0) is null or private.beginning_of(last, 0) is null then
    return null;
  end if;
  return case when last::date - earliest::date < few then looked_up
    else format('listed.last_learned_on >= %L and (listed.last_learned_on <= %L or %s)', earliest, last, looked_up) end;
end $$;
comment on function private.learned_condition(text, text) is
  'Whether the student of a line called listed learned on one of the days, as far as they are kept; null for what is no range of days.';

create trigger tagged_students_insert_listed after insert on private.tagged_students
  referencing new table as changed for each statement execute function private.list_tags();

create trigger tagged_students_delete_listed after delete on private.tagged_students
  referencing old table as changed for each statement execute function private.list_tags();
