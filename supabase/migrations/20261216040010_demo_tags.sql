-- Some of the made-up people of a demo academy have tags, so that the list, its filter and the audiences show some.
create function private.add_demo_tags(seed integer, people private.demo_student[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- As whoever sets a tag: each is made once.
  perform pg_advisory_xact_lock(hashtext('private.student_tags'));
  with given as (
    select person.id as student, tag.name
    from unnest(people) as person, (values ('פיילוט', 0.04), ('סטודנטים לכלכלה', 0.12), ('לקראת פרישה', 0.05), ('מורים', 0.03)) as tag (name, share)
    where private.demo_draw(seed, person.n, 'tag ' || tag.name) < tag.share
  ), made as (
    insert into private.student_tags (name) select distinct given.name from given
    where not exists (select from private.student_tags as tags where lower(tags.name) = lower(given.name))
    returning id, name
  )
  insert into private.tagged_students (student_id, tag_id)
  select given.student, tags.id
  from given join (select made.id, made.name from made union all select tags.id, tags.name from private.student_tags as tags) as tags
    on lower(tags.name) = lower(given.name);
end $$;
revoke execute on function private.add_demo_tags(integer, private.demo_student[]) from public;

create or replace function private.add_demo_people(seed integer, until timestamptz, first integer, last integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  people private.demo_student[];
begin
  perform private.require_demo_academy();
  if seed not between 0 and 99999 or first < 1 or last > 20000 or last - first not between 0 and 499 then
    perform private.raise_app_error('INVALID_RANGE', 400, 'Up to 500 people at once, numbered 1 to 20000');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  people := array(
    select made from private.demo_students(seed, until, first, last) as made
    where not exists (select from auth.users where users.id = made.id) order by made.n);
  if cardinality(people) > 0 then
    perform private.add_demo_accounts(seed, until, people);
    perform private.add_demo_sign_ins(seed, until, people);
    perform private.add_demo_progress(seed, until, people);
    perform private.add_demo_talk(seed, until, people);
    perform private.add_demo_tags(seed, people);
  end if;
  return cardinality(people);
end $$;
