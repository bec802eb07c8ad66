create function public.my_courses() returns table (
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
    (count(*) filter (where mine.completed))::integer, coalesce(sum(mine.watched_seconds), 0)::integer,
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
comment on function public.my_courses() is
  'The courses that the caller has begun, the last watched first, with what the dashboard needs of each ([3-18], [7-16]) in one statement. Only published lessons count.';
revoke execute on function public.my_courses() from public, anon;
grant execute on function public.my_courses() to authenticated;
