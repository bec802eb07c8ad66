-- Sums by day in Israel, so that figures cost nothing to read. A job counts today and yesterday each time, and each
-- earlier day whose rows changed since.
create table private.day_sums (
  day date primary key,
  registrations integer not null,
  active_students integer not null,
  completed_lessons integer not null,
  completed_courses integer not null,
  counted_at timestamptz not null default now()
);
comment on table private.day_sums is
  'How many registered, learned, completed lessons and completed courses on a day. Who learned is known for 60 days; after that this number stands.';
alter table private.day_sums enable row level security;

create table private.days_to_count (
  id bigint generated always as identity primary key,
  day date not null
);
comment on table private.days_to_count is
  'Days before today whose rows changed. Lines are only added, never joined: what a transaction adds while the job counts is there for the next time.';
create index days_to_count_day_idx on private.days_to_count (day);
alter table private.days_to_count enable row level security;

create function private.mark_changed_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := tg_argv[0];
begin
  insert into private.days_to_count (day)
  select distinct changed.day
  from unnest(array[
    case when tg_op <> 'INSERT' then private.day_of((to_jsonb(old) ->> name)::timestamptz) end,
    case when tg_op <> 'DELETE' then private.day_of((to_jsonb(new) ->> name)::timestamptz) end]) as changed (day)
  where changed.day < private.day_of(now());
  return null;
end $$;
comment on function private.mark_changed_days() is 'Marks the days of one row, by the column that the trigger names, for counting them again.';
revoke execute on function private.mark_changed_days() from public;

create function private.mark_removed_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format('insert into private.days_to_count (day)
    select distinct days.day from (select private.day_of(%I) as day from gone) as days where days.day < private.day_of(now())', tg_argv[0]);
  return null;
end $$;
comment on function private.mark_removed_days() is 'The same for all rows that a statement takes away.';
revoke execute on function private.mark_removed_days() from public;

create function private.mark_learning_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.days_to_count (day)
  select distinct changed.day from changed
  where changed.day < private.day_of(now()) and changed.day >= private.day_of(now()) - 60;
  return null;
end $$;
revoke execute on function private.mark_learning_days() from public;

create trigger users_insert_days after insert on public.users
  for each row execute function private.mark_changed_days('created_at');
create trigger users_update_days after update of created_at on public.users
  for each row when (old.created_at is distinct from new.created_at) execute function private.mark_changed_days('created_at');
create trigger users_delete_days after delete on public.users
  referencing old table as gone for each statement execute function private.mark_removed_days('created_at');
create trigger course_completions_insert_days after insert on public.course_completions
  for each row execute function private.mark_changed_days('completed_at');
create trigger course_completions_update_days after update of completed_at on public.course_completions
  for each row when (old.completed_at is distinct from new.completed_at) execute function private.mark_changed_days('completed_at');
create trigger course_completions_delete_days after delete on public.course_completions
  referencing old table as gone for each statement execute function private.mark_removed_days('completed_at');
create trigger user_progress_insert_completed_day after insert on public.user_progress
  for each row when (new.completed_at is not null) execute function private.mark_changed_days('completed_at');
create trigger user_progress_update_completed_day after update on public.user_progress
  for each row when (old.completed_at is distinct from new.completed_at) execute function private.mark_changed_days('completed_at');
create trigger user_progress_delete_completed_day after delete on public.user_progress
  referencing old table as gone for each statement execute function private.mark_removed_days('completed_at');
create trigger learning_days_insert_days after insert on private.learning_days
  referencing new table as changed for each statement execute function private.mark_learning_days();
create trigger learning_days_delete_days after delete on private.learning_days
  referencing old table as changed for each statement execute function private.mark_learning_days();

create function private.sum_up_days(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  days date[];
  forgotten integer;
begin
  -- One at a time: an older count never takes the place of a newer one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.day_sums', 0)) then
    return json_build_object('days', 0);
  end if;
  days := array(select distinct marks.day from private.days_to_count as marks order by marks.day desc
    limit least(greatest(batch_size, 1), 400));
  -- Before counting: the statement that counts sees at least what those had committed who left these marks.
  delete from private.days_to_count where day = any (days);
  insert into private.day_sums as sums (day, registrations, active_students, completed_lessons, completed_courses)
  select counted.day,
    (select count(*) from public.users where users.created_at >= bounds.first and users.created_at < bounds.after),
    (select count(*) from private.learning_days as learned where learned.day = counted.day),
    (select count(*) from public.user_progress as progress
      where progress.completed_at >= bounds.first and progress.completed_at < bounds.after),
    (select count(*) from public.course_completions as done
      where done.completed_at >= bounds.first and done.completed_at < bounds.after)
  from (select unnest(days) as day union select today union select today - 1) as counted,
    lateral (select counted.day::timestamp at time zone 'Asia/Jerusalem' as first,
      (counted.day + 1)::timestamp at time zone 'Asia/Jerusalem' as after) as bounds
  on conflict (day) do update set
    registrations = excluded.registrations,
    active_students = case when sums.day >= today - 60 then excluded.active_students else sums.active_students end,
    completed_lessons = excluded.completed_lessons,
    completed_courses = excluded.completed_courses,
    counted_at = now();
  delete from private.learning_days where (day, user_id) in (
    select old.day, old.user_id from private.learning_days as old where old.day < today - 60 order by old.day limit 20000);
  get diagnostics forgotten = row_count;
  return json_build_object('days', cardinality(days) + 2, 'forgotten', forgotten);
end $$;
revoke execute on function private.sum_up_days(integer) from public;
grant execute on function private.sum_up_days(integer) to service_role;
create function public.sum_up_days(batch_size integer default 20) returns json
language sql volatile set search_path = '' begin atomic select private.sum_up_days(batch_size); end;
comment on function public.sum_up_days(integer) is
  'Counts registrations, active students, completed lessons and courses of today, yesterday and up to batch_size earlier days whose rows changed, and forgets who learned more than 60 days ago. A schedule calls it every minute.';
revoke execute on function public.sum_up_days(integer) from public, anon, authenticated;
grant execute on function public.sum_up_days(integer) to service_role;

insert into private.days_to_count (day)
select private.day_of(users.created_at) from public.users
union select private.day_of(done.completed_at) from public.course_completions as done
union select learned.day from private.learning_days as learned;
select private.sum_up_days(400);

create or replace function private.staff_figures() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
begin
  if not private.has_permission('students.view', 'analytics.view', 'reports.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view, analytics.view or reports.view');
  end if;
  return (
    select json_build_object(
      'days', json_agg(json_build_object('day', days.day,
        'registrations', coalesce(sums.registrations, 0), 'active_students', coalesce(sums.active_students, 0),
        'completed_lessons', coalesce(sums.completed_lessons, 0), 'completed_courses', coalesce(sums.completed_courses, 0)) order by days.day),
      'counted_at', max(sums.counted_at))
    from (select today - 56 + i as day from generate_series(0, 56) as i) as days
    left join private.day_sums as sums using (day));
end $$;
comment on function public.staff_figures() is
  'Registrations, active students, completed lessons and completed courses of each of the last 56 days in Israel and of today, and when they were last counted, for staff with students.view, analytics.view or reports.view.';
