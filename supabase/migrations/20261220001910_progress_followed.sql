-- What follows a change of progress hangs on one function, private.follow_progress, which says it in the order in which it
-- happens. PostgreSQL gives a trigger the rows of a statement for one kind of statement only: so there are three of it.
drop trigger user_progress_insert_completed_day on public.user_progress;
drop trigger user_progress_insert_completions on public.user_progress;
drop trigger user_progress_insert_day on public.user_progress;
drop trigger user_progress_insert_limit on public.user_progress;
drop trigger user_progress_insert_marks on public.user_progress;
drop trigger user_progress_insert_proved on public.user_progress;
drop trigger user_progress_update_completed_day on public.user_progress;
drop trigger user_progress_update_completions on public.user_progress;
drop trigger user_progress_update_day on public.user_progress;
drop trigger user_progress_update_limit on public.user_progress;
drop trigger user_progress_update_marks on public.user_progress;
drop trigger user_progress_update_proved on public.user_progress;
drop trigger user_progress_update_watched on public.user_progress;
drop trigger user_progress_delete_completed_day on public.user_progress;
drop trigger user_progress_delete_marks on public.user_progress;
drop trigger user_progress_delete_watched on public.user_progress;
drop function private.record_course_completions();
drop function private.note_learning_day();
drop function private.limit_progress_rows();
drop function private.mark_added_progress();
drop function private.mark_progress();
drop function private.mark_removed_progress();
drop function private.note_watched_lesson();
drop function private.note_forgotten_lessons();
drop function private.prove_watching();

create function private.mark_progress(changed public.user_progress[], other_days boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  midnight constant timestamptz := private.begin_of(today);
begin
  insert into private.days_to_count (day)
  select distinct (rows.completed_at at time zone 'Asia/Jerusalem')::date from unnest(changed) as rows where rows.completed_at < midnight;
  insert into private.analytics_marks (figure, key)
  select 'learning', (days.at at time zone 'Asia/Jerusalem')::date::text from (
    select unnest(array[rows.created_at, rows.completed_at]) as at from unnest(changed) as rows
    union all
    -- Of earlier rows that came late or went: the first day of the course may be another one now.
    select other.created_at
    from (select distinct rows.user_id, rows.course_id from unnest(changed) as rows where other_days and rows.created_at < midnight) as begun
    join public.user_progress as other on other.user_id = begun.user_id and other.course_id = begun.course_id) as days
  where days.at < midnight
  union
  select 'cohort', (users.created_at at time zone 'Asia/Jerusalem')::date::text
  from (select distinct rows.user_id from unnest(changed) as rows) as begun
  join public.users on users.id = begun.user_id where users.created_at < midnight;
end $$;
comment on function private.mark_progress(public.user_progress[], boolean) is
  'Marks days before today for counting again: those on which these rows were begun and completed, the registration of their students, and with other_days those on which these students began the rest of the course.';
revoke execute on function private.mark_progress(public.user_progress[], boolean) from public;

create function private.record_course_completion(student uuid, course uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two devices may complete the last two lessons at once: one waits here and then sees the other's row.
  perform pg_advisory_xact_lock(hashtextextended(student::text || course::text, 0));
  insert into public.course_completions (user_id, course_id, lesson_count, lesson_ids)
  select student, course, count(*), array_agg(lessons.id order by lessons.order_index, lessons.id)
  from public.lessons
  left join public.user_progress as progress
    on progress.lesson_id = lessons.id and progress.user_id = student and progress.completed
  where lessons.course_id = course and lessons.is_published
  having count(*) > 0 and count(*) = count(progress.id)
  on conflict (user_id, course_id) do nothing;
end $$;
comment on function private.record_course_completion(uuid, uuid) is
  'Records that a student has completed all published lessons of a course, when that is so.';
revoke execute on function private.record_course_completion(uuid, uuid) from public;

create function private.prove_watching(student uuid, lesson_ids uuid[], watched int4multirange[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  fastest_rate constant integer := 2;
  before_first_save constant interval := '40 seconds';
  longest_gap constant interval := '1 hour';
  clock timestamptz;
  start timestamptz;
  saved record;
  many integer;
  possible integer;
  proved_ids uuid[] := '{}';
  begun timestamptz[] := '{}';
  additions int4multirange[] := '{}';
  clocks timestamptz[] := '{}';
begin
  -- One save of a student at a time, so that two devices do not take up the same time.
  perform pg_advisory_xact_lock(hashtextextended('watching' || student, 0));
  for saved in
    select changed.lesson_id, coalesce(proved.begun_at, now() - before_first_save) as begun_at, proved.begun_at is null as is_first,
      changed.seconds - coalesce(proved.seconds, '{}') as claimed
    from unnest(lesson_ids, watched) as changed (lesson_id, seconds)
    left join private.proved_watching as proved on proved.user_id = student and proved.lesson_id = changed.lesson_id
    where (proved.seconds @> changed.seconds) is not true
    order by 2, 1
  loop
    if clock is null then
      clock := coalesce((select max(proved.clock_at) from private.proved_watching as proved where proved.user_id = student), '-infinity');
    end if;
    start := greatest(clock, saved.begun_at, now() - longest_gap);
    possible := greatest(floor(fastest_rate * extract(epoch from now() - start))::integer, 0);
    many := private.measure_ranges(saved.claimed);
    if many > possible then
      continue when possible = 0 and not saved.is_first;
      many := possible;
      saved.claimed := private.first_seconds(saved.claimed, possible);
    end if;
    if many > 0 then
      clock := start + interval '1 second' * many / fastest_rate;
    end if;
    proved_ids := proved_ids || saved.lesson_id;
    begun := begun || saved.begun_at;
    additions := additions || saved.claimed;
    clocks := clocks || case when many > 0 then clock end;
  end loop;
  if proved_ids <> '{}' then
    insert into private.proved_watching as proved (user_id, lesson_id, begun_at, seconds, clock_at)
    select student, saves.* from unnest(proved_ids, begun, additions, clocks) as saves
    on conflict on constraint proved_watching_pkey do update
      set seconds = proved.seconds + excluded.seconds, clock_at = coalesce(excluded.clock_at, proved.clock_at);
  end if;
end $$;
comment on function private.prove_watching(uuid, uuid[], int4multirange[]) is
  'Adds to private.proved_watching what a student saved as watched, by lesson the seconds of its row: a second takes up half a second (the player goes up to twice) that no other second of theirs took, after the first save of the lesson and within the last hour. The rest counts with a later save of the lesson, when the time has passed (decision 0153).';
revoke execute on function private.prove_watching(uuid, uuid[], int4multirange[]) from public;

create function private.follow_progress() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.day_of(now());
  student constant uuid := auth.uid();
  is_save constant boolean := pg_trigger_depth() = 1;
  many integer;
  lesson_ids uuid[];
  watched int4multirange[];
  altered uuid[];
begin
  if tg_op = 'DELETE' then
    perform private.mark_progress(array_agg(gone::public.user_progress), true) from gone;
    insert into private.lessons_watched (day, lesson_id)
    select distinct today, gone.lesson_id from gone join public.lessons on lessons.id = gone.lesson_id on conflict do nothing;
    return null;
  end if;

  -- 1. No browser has more than 500 to save at once; a statement of more is taken back whole. An upsert comes here twice.
  many := (select count(*) from changed);
  if many = 0 then
    return null;
  elsif many > 500 and student is not null and is_save then
    perform private.raise_app_error('TOO_MANY_UPDATES', 413, 'At most 500 updates at once');
  end if;

  -- 2. Sums by day: what was begun, completed or no longer is.
  if tg_op = 'INSERT' then
    perform private.mark_progress(array_agg(changed::public.user_progress), true) from changed;
  else
    altered := array(select both_times.id from (
      select changed.id, changed.completed, changed.completed_at from changed
      except select before.id, before.completed, before.completed_at from before) as both_times);
    if altered <> '{}' then
      perform private.mark_progress(array_agg(rows::public.user_progress), false)
      from (select changed.* from changed union all select before.* from before) as rows where rows.id = any (altered);
    end if;
  end if;
  if not is_save then
    return null;
  end if;

  -- 3. Days on which the student learned, and lessons of which something was saved today.
  if exists (
    select from (select distinct (changed.last_watched at time zone 'Asia/Jerusalem')::date as day, changed.user_id from changed) as days
    where days.day >= today - 60 and not exists (
      select from private.learning_days as known where known.day = days.day and known.user_id = days.user_id)) then
    insert into private.learning_days (day, user_id)
    select distinct (changed.last_watched at time zone 'Asia/Jerusalem')::date, changed.user_id from changed
    where (changed.last_watched at time zone 'Asia/Jerusalem')::date >= today - 60 on conflict do nothing;
  end if;
  insert into private.lessons_watched (day, lesson_id)
  select distinct today, changed.lesson_id from changed
  where not exists (select from private.lessons_watched as known where known.day = today and known.lesson_id = changed.lesson_id)
  on conflict do nothing;

  -- 4. Courses that are complete by it, in an order in which two saves do not wait for each other.
  perform private.record_course_completion(candidates.user_id, candidates.course_id)
  from (
    select distinct changed.user_id, changed.course_id from changed
    where changed.completed and not exists (
      select from public.course_completions as done where done.user_id = changed.user_id and done.course_id = changed.course_id)
    order by changed.user_id, changed.course_id) as candidates;

  -- 5. What is proved to be watched, of what students save themselves.
  if student is not null then
    select array_agg(changed.lesson_id), array_agg(changed.watched_ranges::int4multirange) into lesson_ids, watched
      from changed where changed.user_id = student and changed.watched_ranges <> '{}';
    if lesson_ids is not null then
      perform private.prove_watching(student, lesson_ids, watched);
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_progress() is
  'What follows from rows of progress that were written or removed. A change of a lesson (its length, its course) is no save: of it only the sums are counted again.';
revoke execute on function private.follow_progress() from public;
create trigger user_progress_inserted after insert on public.user_progress
  referencing new table as changed for each statement execute function private.follow_progress();
create trigger user_progress_updated after update on public.user_progress
  referencing old table as before new table as changed for each statement execute function private.follow_progress();
create trigger user_progress_deleted after delete on public.user_progress
  referencing old table as gone for each statement execute function private.follow_progress();

-- A lesson whose length changes: by what follows from the watched seconds, as a save does.
create or replace function private.count_progress_anew(lesson uuid, seconds integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.user_progress as progress set
    completed = (counted.row).completed, completed_at = (counted.row).completed_at,
    watched_seconds = (counted.row).watched_seconds, watch_progress = (counted.row).watch_progress
  from (
    select private.count_progress(rows, rows.completed, coalesce(rows.watched_ranges, '{}')::int4multirange, seconds) as row
    from (select kept.* from public.user_progress as kept where kept.lesson_id = lesson order by kept.id for update) as rows
  ) as counted
  where (counted.row).id = progress.id
$$;
