-- Progress that comes by the thousand in one statement leaves its marks once, and not once a row.
drop trigger user_progress_insert_marks on public.user_progress;
drop trigger user_progress_insert_watched on public.user_progress;

create or replace function private.mark_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.mark_learning_of(new.user_id, null, array[new.created_at, new.completed_at, old.completed_at]);
  return null;
end $$;

create function private.mark_added_progress() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.begin_of(private.day_of(now()));
begin
  insert into private.analytics_marks (figure, key)
  select 'learning', days.day::text from (
    select private.day_of(added.created_at) as day from added where added.created_at < today
    union select private.day_of(added.completed_at) from added where added.completed_at < today
    -- Of earlier rows that came late: the first day of the course may be another one now.
    union select private.day_of(other.created_at)
      from (select distinct added.user_id, added.course_id from added where added.created_at < today) as late
      join public.user_progress as other on other.user_id = late.user_id and other.course_id = late.course_id
      where other.created_at < today) as days
  union
  select 'cohort', private.day_of(users.created_at)::text from (select distinct added.user_id from added) as begun
  join public.users on users.id = begun.user_id where users.created_at < today;
  insert into private.lessons_watched (day, lesson_id)
  select distinct private.day_of(now()), added.lesson_id from added on conflict do nothing;
  return null;
end $$;
revoke execute on function private.mark_added_progress() from public;
create trigger user_progress_insert_marks after insert on public.user_progress
  referencing new table as added for each statement execute function private.mark_added_progress();
