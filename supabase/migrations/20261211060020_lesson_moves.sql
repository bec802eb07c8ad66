-- A lesson moves to another course: with the progress and the notes of students, or not at all and with the reason.
create table private.lesson_moves (
  lesson_id uuid not null references public.lessons on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  moved_at timestamptz not null default now(),
  primary key (lesson_id, course_id)
);
comment on table private.lesson_moves is
  'The courses that a lesson stood in before: what a browser still saves under one of them counts where the lesson stands now.';
create index lesson_moves_course_id_idx on private.lesson_moves (course_id);
alter table private.lesson_moves enable row level security;
revoke all on private.lesson_moves from anon, authenticated, service_role;

create function private.lock_lesson_place(lesson uuid, moving boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- A few locks for all lessons, so that five hundred of them in one statement take no more.
  lock constant bigint := hashtextextended('lesson place ' || (hashtext(lesson::text) & 31), 0);
begin
  if moving then
    perform pg_advisory_xact_lock(lock);
  else
    perform pg_advisory_xact_lock_shared(lock);
  end if;
end $$;
comment on function private.lock_lesson_place(uuid, boolean) is
  'Who saves of a lesson waits for the one who moves it, and the other way round; who saves does not wait for others who do.';
revoke execute on function private.lock_lesson_place(uuid, boolean) from public;

create function private.course_of_save(lesson uuid, said uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  present constant uuid := (select lessons.course_id from public.lessons where lessons.id = lesson);
begin
  return case
    when present <> said and exists (
      select from private.lesson_moves as moves where moves.lesson_id = lesson and moves.course_id = said) then present
    else said end;
end $$;
comment on function private.course_of_save(uuid, uuid) is
  'The course that a save of a lesson counts for: the present one where it names one that the lesson stood in before.';
revoke execute on function private.course_of_save(uuid, uuid) from public;

create function private.follow_moved_save() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Before the row of the student is locked; an update holds it already, and the one who moves waits for it there.
  if tg_op = 'INSERT' then
    perform private.lock_lesson_place(new.lesson_id, false);
  end if;
  new.course_id := private.course_of_save(new.lesson_id, new.course_id);
  return new;
end $$;
comment on function private.follow_moved_save() is 'Lets what is saved while a lesson moves, or after it under its former course, count where it stands now.';
revoke execute on function private.follow_moved_save() from public;
-- Before the merge, by its name.
create trigger user_progress_write_course before insert or update on public.user_progress
  for each row when (pg_trigger_depth() = 0) execute function private.follow_moved_save();

create or replace function private.keep_lesson_note() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most_of_a_lesson constant integer := 500;
begin
  -- It goes with its lesson to another course.
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
    return new;
  end if;
  new.updated_at := least(coalesce(new.updated_at, now()), now());
  if tg_op = 'UPDATE' then
    new.course_id := private.course_of_save(new.lesson_id, new.course_id);
    if (new.id, new.user_id, new.lesson_id, new.course_id) is distinct from (old.id, old.user_id, old.lesson_id, old.course_id) then
      perform private.raise_app_error('INVALID_NOTE', 400, 'A note belongs to one student and one lesson');
    end if;
    -- A text that was written earlier and arrives later.
    if new.updated_at < old.updated_at then
      return old;
    end if;
    return new;
  end if;
  perform private.lock_lesson_place(new.lesson_id, false);
  new.course_id := private.course_of_save(new.lesson_id, new.course_id);
  if not exists (select from public.lessons where lessons.id = new.lesson_id and lessons.course_id = new.course_id) then
    perform private.raise_app_error('LESSON_NOT_FOUND', 400, 'The lesson is not part of the course');
  end if;
  -- One at a time per student and lesson, so that parallel writers cannot pass the limit together.
  perform pg_advisory_xact_lock(hashtextextended('note' || new.user_id::text || new.lesson_id::text, 0));
  if not exists (select from public.lesson_notes where lesson_notes.id = new.id) and (
    select count(*) from public.lesson_notes
    where lesson_notes.user_id = new.user_id and lesson_notes.lesson_id = new.lesson_id) >= most_of_a_lesson then
    perform private.raise_app_error('NOTE_LIMIT_REACHED', 409, 'A lesson holds 500 notes of a student');
  end if;
  return new;
end $$;

create or replace function private.save_progress(updates jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  answer jsonb;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  if jsonb_typeof(updates) is distinct from 'array' then
    perform private.raise_app_error('INVALID_BODY', 400, 'updates must be a list');
  end if;
  if jsonb_array_length(updates) > 500 then
    perform private.raise_app_error('TOO_MANY_UPDATES', 413, 'At most 500 updates at once');
  end if;
  -- Waits for lessons that move, so that what follows sees where they stand.
  perform private.lock_lesson_place(lessons.lesson_id, false)
  from (select distinct sent.lesson_id from jsonb_to_recordset(updates) as sent (lesson_id uuid) order by 1) as lessons;
  with timed as (
    select rows.*, private.course_of_save(rows.lesson_id, rows.said_course) as course_id,
      rows.user_id is null or rows.user_id = student as is_own,
      private.time_on_server(rows.last_watched, case when rows.watched_pieces is null then rows.updated_at end) as at,
      private.parse_ranges(rows.watched_ranges, 10000000) as ranges
    from (
      select user_id, lesson_id, course_id as said_course, progress_seconds, watched_until, completed, last_watched, updated_at, watched_ranges, watched_pieces
      from jsonb_to_recordset(updates) as sent (
        user_id uuid, lesson_id uuid, course_id uuid, progress_seconds numeric, watched_until numeric, completed boolean,
        last_watched timestamptz, updated_at timestamptz, watched_ranges text, watched_pieces jsonb)) as rows
  ), said as (
    select timed.is_own, timed.lesson_id, timed.course_id, timed.completed, timed.at, timed.watched_pieces,
      coalesce(timed.progress_seconds, 0) as progress_seconds,
      coalesce(timed.watched_until, timed.progress_seconds, 0) as watched_until,
      case
        when timed.watched_pieces is not null
          then (select range_agg(piece.seconds) from private.read_pieces(timed.watched_pieces, 10000000, timed.at) as piece)
        else coalesce(timed.ranges,
          int4multirange(int4range(0, floor(least(greatest(timed.progress_seconds, 0), 10000000))::integer))) end as ranges
    from timed
  ), joined as (
    select said.is_own, said.lesson_id, said.course_id,
      (array_agg(said.progress_seconds order by said.at desc, said.progress_seconds desc))[1] as progress_seconds,
      -- A number that is none must not hide behind a good one.
      case when min(said.watched_until) < 0 then -1 else greatest(max(said.watched_until), max(said.progress_seconds)) end
        as watched_until,
      coalesce(bool_or(said.completed), false) as completed,
      max(said.at) as last_watched, coalesce(range_agg(said.ranges), '{}')::text as watched_ranges,
      -- Only a lesson of which something was erased asks when each piece was watched.
      case when exists (
        select from private.progress_resets as resets where resets.user_id = student and resets.lesson_id = said.lesson_id)
      then (
        select jsonb_agg(piece.piece) from (
          select piece from said as one, jsonb_array_elements(one.watched_pieces) as piece
          where one.lesson_id = said.lesson_id and one.course_id = said.course_id and one.is_own = said.is_own
          union all
          select jsonb_build_array(lower(part), upper(part), floor(extract(epoch from one.at) * 1000))
          from said as one, unnest(one.ranges) as part
          where one.watched_pieces is null
            and one.lesson_id = said.lesson_id and one.course_id = said.course_id and one.is_own = said.is_own) as piece)
      end as watched_pieces
    from said group by said.is_own, said.lesson_id, said.course_id
  ), checked as materialized (
    select joined.*, joined.is_own and courses.id is not null as is_known from joined
    left join public.lessons
      on lessons.id = joined.lesson_id and lessons.course_id = joined.course_id and lessons.is_published
    left join public.courses on courses.id = lessons.course_id and courses.is_published
  ), saved as (
    -- Every writer takes its locks in the order of the lessons.
    insert into public.user_progress as progress
      (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges, watched_pieces)
    select student, checked.lesson_id, checked.course_id, checked.progress_seconds, checked.watched_until,
      checked.completed, checked.last_watched, checked.watched_ranges, checked.watched_pieces
    from checked where checked.is_known order by checked.lesson_id
    on conflict (user_id, lesson_id) do update set
      course_id = excluded.course_id, progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until,
      completed = excluded.completed, last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges,
      watched_pieces = excluded.watched_pieces
    returning progress.lesson_id
  )
  select jsonb_build_object(
    'accepted', coalesce(jsonb_agg(checked.lesson_id) filter (where checked.is_known), '[]'),
    'rejected', coalesce(
      jsonb_agg(jsonb_build_object('lesson_id', checked.lesson_id,
        'code', case when checked.is_own then 'LESSON_NOT_FOUND' else 'OTHER_STUDENT' end))
        filter (where not checked.is_known), '[]'),
    'saved', (select count(*) from saved)) into answer from checked;
  return answer;
end $$;

create function private.lesson_move_refusal(lesson uuid, course uuid) returns jsonb
language sql stable security definer set search_path = '' return (
  select jsonb_build_object('code', reasons.code, 'count', reasons.count) from (values
    (1, 'LESSON_HAS_TESTS', (
      select count(*) from public.quizzes left join private.content_items as items on items.kind = 'quiz' and items.id = quizzes.id
      where quizzes.lesson_id = lesson or items.draft ->> 'lesson_id' = lesson::text)),
    (2, 'LESSON_CERTIFIED', (
      select count(*) from private.certificates as held
      join public.course_completions as done on done.user_id = held.user_id and done.course_id = held.course_id
      where held.course_id = course and held.revoked_at is null and lesson = any (done.lesson_ids))))
    as reasons (place, code, count)
  where reasons.count > 0 order by reasons.place limit 1);
comment on function private.lesson_move_refusal(uuid, uuid) is
  'Why a lesson cannot leave its course: a test asks about it there, or a certificate in force says that it was part of it; null when it can.';
revoke execute on function private.lesson_move_refusal(uuid, uuid) from public;

create function private.guard_lesson_move() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
begin
  perform private.lock_lesson_place(new.id, true);
  refusal := private.lesson_move_refusal(new.id, old.course_id);
  if refusal is not null then
    perform private.raise_app_error(refusal ->> 'code', 409, 'The lesson cannot leave its course', refusal::text);
  end if;
  return new;
end $$;
revoke execute on function private.guard_lesson_move() from public;
create trigger lessons_update_course_guard before update of course_id on public.lessons
  for each row when (old.course_id <> new.course_id) execute function private.guard_lesson_move();

create function private.follow_lesson_move() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.lesson_moves as moves where moves.lesson_id = new.id and moves.course_id = new.course_id;
  insert into private.lesson_moves (lesson_id, course_id) values (new.id, old.course_id)
  on conflict (lesson_id, course_id) do update set moved_at = now();
  update public.user_progress as progress set course_id = new.course_id where progress.lesson_id = new.id;
  update public.lesson_notes as notes set course_id = new.course_id where notes.lesson_id = new.id;
  return null;
end $$;
comment on function private.follow_lesson_move() is
  'Takes the progress and the notes of a lesson along, whoever moves it. Completions of either course stay as they are.';
revoke execute on function private.follow_lesson_move() from public;
create trigger lessons_update_course after update of course_id on public.lessons
  for each row when (old.course_id <> new.course_id) execute function private.follow_lesson_move();

create function private.lesson_move_outlook(lesson uuid, course uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  live constant jsonb := private.live_content('lesson', lesson);
  target public.courses;
begin
  perform private.own_content_item('lesson', lesson);
  select courses.* into target from public.courses
  where courses.id = course and not exists (
    select from private.content_items as items where items.kind = 'course' and items.id = courses.id and items.trashed_at is not null);
  if target.id is null then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  return jsonb_build_object(
    'refusal', case when target.id::text <> live ->> 'course_id' then private.lesson_move_refusal(lesson, (live ->> 'course_id')::uuid) end,
    'students', private.content_reach('lesson', lesson) -> 'students',
    'notes', (select count(*) from public.lesson_notes as notes where notes.lesson_id = lesson_move_outlook.lesson),
    'finished_here', (select count(*) from public.course_completions as done where done.course_id::text = live ->> 'course_id' and lesson = any (done.lesson_ids)),
    'finished_there', (select count(*) from public.course_completions as done where done.course_id = target.id),
    'will_hide', private.content_is_shown('lesson', live) and not target.is_published,
    'links', jsonb_array_length(private.list_links_to('lesson', lesson)));
end $$;
revoke execute on function private.lesson_move_outlook(uuid, uuid) from public;
grant execute on function private.lesson_move_outlook(uuid, uuid) to authenticated;
create function public.lesson_move_outlook(lesson uuid, course uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.lesson_move_outlook(lesson, course); end;
comment on function public.lesson_move_outlook(uuid, uuid) is
  'What moving a lesson to a course would come to: {refusal: {code, count} or null, students, notes, finished_here, finished_there, will_hide, links}.';
revoke execute on function public.lesson_move_outlook(uuid, uuid) from public, anon;
grant execute on function public.lesson_move_outlook(uuid, uuid) to authenticated;

create function private.move_lesson(lesson uuid, course uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item('lesson', lesson);
  was constant uuid := private.live_content('lesson', lesson) ->> 'course_id';
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The lesson lies in the trash');
  end if;
  perform private.lock_content_order('lesson', least(was, course));
  perform private.lock_content_order('lesson', greatest(was, course));
  if not exists (select from private.content_items as items where items.kind = 'course' and items.id = course and items.trashed_at is null) then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such course');
  end if;
  update public.lessons set course_id = course, order_index = (
    select coalesce(max(others.order_index), 0) + 1 from public.lessons as others where others.course_id = course)
  where lessons.id = lesson and lessons.course_id <> course;
  return private.content_record('lesson', lesson);
end $$;
revoke execute on function private.move_lesson(uuid, uuid) from public;
grant execute on function private.move_lesson(uuid, uuid) to authenticated;
create function public.move_lesson(lesson uuid, course uuid) returns jsonb
language sql volatile set search_path = '' begin atomic select private.move_lesson(lesson, course); end;
comment on function public.move_lesson(uuid, uuid) is
  'Moves a lesson to the end of another course, with the progress and notes of students. 409 LESSON_HAS_TESTS or LESSON_CERTIFIED {count} says why it cannot.';
revoke execute on function public.move_lesson(uuid, uuid) from public, anon;
grant execute on function public.move_lesson(uuid, uuid) to authenticated;
