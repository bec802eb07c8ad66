create table private.learning_days (
  day date not null,
  user_id uuid not null references public.users on delete cascade,
  primary key (day, user_id)
);
comment on table private.learning_days is
  'Days in Israel on which a student watched, for 60 days: what active students are counted from. Starting anew takes none away.';
create index learning_days_user_id_idx on private.learning_days (user_id);
alter table private.learning_days enable row level security;

create view private.export_learning_days with (security_invoker = true) as
  select days.user_id as person, days.day from private.learning_days as days;

create function private.day_of(at timestamptz) returns date
language sql stable set search_path = '' as $$ select (at at time zone 'Asia/Jerusalem')::date $$;
comment on function private.day_of(timestamptz) is 'The day in Israel.';

create function private.mark_learning_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.days_to_count (day)
  select distinct changed.day from changed
  where changed.day < private.day_of(now()) and changed.day >= private.day_of(now()) - 60;
  return null;
end $$;

create function private.mark_weeks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.analytics_marks (figure, key)
  select distinct 'week', private.week_of(changed.day)::text from changed
  where private.week_of(changed.day) < private.week_of(private.day_of(now())) and changed.day >= private.day_of(now()) - 60;
  return null;
end $$;

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

create trigger learning_days_insert_days after insert on private.learning_days
  referencing new table as changed for each statement execute function private.mark_learning_days();

create trigger learning_days_delete_days after delete on private.learning_days
  referencing old table as changed for each statement execute function private.mark_learning_days();

create trigger learning_days_insert_weeks after insert on private.learning_days
  referencing new table as changed for each statement execute function private.mark_weeks();

create trigger learning_days_delete_weeks after delete on private.learning_days
  referencing old table as changed for each statement execute function private.mark_weeks();

create trigger learning_days_insert_listed after insert on private.learning_days
  referencing new table as changed for each statement execute function private.list_learning_days();

create trigger learning_days_delete_listed after delete on private.learning_days
  referencing old table as changed for each statement execute function private.list_learning_days();
