-- A lesson whose length is changed: what was watched of it counts at most its length, and what is completed counts whole.
create function private.count_progress_anew(lesson uuid, seconds integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.user_progress as progress set
    completed = counted.completed,
    watched_seconds = case when counted.completed and seconds > 0 then seconds else counted.watched end,
    watch_progress = case
      when counted.completed then 100
      when seconds > 0 then trim_scale(round(100.0 * counted.watched / seconds, 2)) end
  from (
    select rows.id, measured.watched, rows.completed or private.is_covered(measured.watched, seconds) as completed
    from public.user_progress as rows, private.measure_ranges(coalesce(rows.watched_ranges, '{}')::int4multirange
      * int4multirange(int4range(0, coalesce(nullif(seconds, 0), 86400)))) as measured (watched)
    where rows.lesson_id = lesson
    order by rows.id for update of rows
  ) as counted
  where counted.id = progress.id
$$;
comment on function private.count_progress_anew(uuid, integer) is
  'Computes what is derived from the watched ranges of a lesson by its length of now; a completion stays.';
revoke execute on function private.count_progress_anew(uuid, integer) from public;

create function private.record_completions_of(course uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.course_completions (user_id, course_id, lesson_count, lesson_ids)
  select progress.user_id, course, count(*), array_agg(lessons.id order by lessons.order_index, lessons.id)
  from public.lessons
  join public.user_progress as progress on progress.lesson_id = lessons.id and progress.completed
  where lessons.course_id = course and lessons.is_published and not exists (
    select from public.course_completions as done where done.user_id = progress.user_id and done.course_id = course)
  group by progress.user_id
  having count(*) = (select count(*) from public.lessons where lessons.course_id = course and lessons.is_published)
  on conflict (user_id, course_id) do nothing
$$;
comment on function private.record_completions_of(uuid) is
  'Records who has completed all lessons of a course, in one statement for all students.';
revoke execute on function private.record_completions_of(uuid) from public;

create function private.follow_lesson_length() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_progress_anew(new.id, new.duration_seconds);
  perform private.record_completions_of(new.course_id);
  return null;
end $$;
revoke execute on function private.follow_lesson_length() from public;
create trigger lessons_update_length after update of duration_seconds on public.lessons
  for each row when (old.duration_seconds is distinct from new.duration_seconds)
  execute function private.follow_lesson_length();

-- What a change of a lesson writes is no save: it is not merged, and concerns any number of students.
drop trigger user_progress_write_merge on public.user_progress;
drop trigger user_progress_update_completions on public.user_progress;
-- Once, while nothing is merged: what earlier changes of lengths have left.
select count(private.count_progress_anew(lessons.id, lessons.duration_seconds)) from public.lessons
  where exists (select from public.user_progress as progress where progress.lesson_id = lessons.id);
select count(private.record_completions_of(courses.id)) from public.courses;
create trigger user_progress_write_merge before insert or update on public.user_progress
  for each row when (pg_trigger_depth() = 0) execute function private.merge_progress();
create trigger user_progress_update_completions after update on public.user_progress
  referencing new table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.record_course_completions();
drop trigger user_progress_update_limit on public.user_progress;
create trigger user_progress_update_limit after update on public.user_progress
  referencing new table as changed for each statement when (pg_trigger_depth() = 0)
  execute function private.limit_progress_rows();

create or replace function public.my_courses() returns table (
  course_id uuid, title_he text, thumbnail_url text, category_name text,
  lesson_count integer, published_seconds integer, completed_lessons integer, watched_seconds integer,
  last_watched timestamptz, last_lesson_id uuid, last_lesson_title text, position_seconds numeric,
  completed_at timestamptz, new_lessons integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with mine as materialized (
    select progress.* from public.user_progress as progress where progress.user_id = (select auth.uid())
  ), begun as (
    select distinct mine.course_id from mine
  )
  select courses.id, courses.title_he, courses.thumbnail_url, categories.name_he,
    count(*)::integer, sum(lessons.duration_seconds)::integer,
    (count(*) filter (where mine.completed))::integer,
    coalesce(sum(least(mine.watched_seconds, lessons.duration_seconds)) filter (where mine.id is not null), 0)::integer,
    max(mine.last_watched),
    (array_agg(lessons.id order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    (array_agg(lessons.title_he order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    (array_agg(mine.progress_seconds order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    completions.completed_at,
    (count(*) filter (where completions.id is not null and mine.completed is not true
      and lessons.id <> all (completions.lesson_ids)))::integer
  from begun
  join public.courses on courses.id = begun.course_id and courses.is_published
  join public.lessons on lessons.course_id = courses.id and lessons.is_published
  left join public.categories on categories.id = courses.category_id
  left join public.course_completions as completions
    on completions.course_id = courses.id and completions.user_id = (select auth.uid())
  left join mine on mine.lesson_id = lessons.id
  group by courses.id, categories.id, completions.id
  having count(mine.id) > 0
  order by max(mine.last_watched) desc, courses.id;
end $$;
