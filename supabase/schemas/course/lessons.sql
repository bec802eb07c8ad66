create table public.lessons (
  id uuid primary key default gen_random_uuid(),
  course_id uuid not null references public.courses(id) on delete cascade,
  title_he text not null,
  description_he text,
  duration_seconds integer not null default 0 check (duration_seconds between 0 and 86400),
  order_index integer not null default 0,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lessons_bounds_check check (char_length(title_he) <= 120 and char_length(description_he) <= 2000)
);
comment on table public.lessons is
  'The public side of a lesson ([3-13]); its video and texts are in lesson_contents.';
create index lessons_course_id_order_index_idx on public.lessons (course_id, order_index);
grant select on public.lessons to anon, authenticated;
alter table public.lessons enable row level security;

-- A lesson whose length changes: by what follows from the watched seconds, as a save does.
create function private.recompute_progress(lesson uuid, seconds integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.user_progress as progress set
    completed = (counted.row).completed, completed_at = (counted.row).completed_at,
    watched_seconds = (counted.row).watched_seconds, watch_progress = (counted.row).watch_progress
  from (
    select private.count_progress(rows, rows.completed, coalesce(rows.watched_ranges, '{}')::int4multirange, seconds) as row
    from (select stored.* from public.user_progress as stored where stored.lesson_id = lesson order by stored.id for update) as rows
  ) as counted
  where (counted.row).id = progress.id
$$;
comment on function private.recompute_progress(uuid, integer) is
  'Computes what is derived from the watched ranges of a lesson by its length of now; a completion stays.';

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

create function private.follow_lesson_length() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.recompute_progress(new.id, new.duration_seconds);
  perform private.record_completions_of(new.course_id);
  return null;
end $$;

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

create function private.follow_lesson_hiding() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_completions_of(new.course_id);
  return null;
end $$;

-- A published lesson of a draft course stays hidden as well.
create policy lessons_select_published on public.lessons for select to anon
  using (is_published and course_id in (select courses.id from public.courses where courses.is_published));

create policy lessons_select_published_or_manager on public.lessons for select to authenticated
  using ((is_published and (course_id in ( select courses.id
   from public.courses
  where courses.is_published))) or (select private.can_read_draft_courses()));

create trigger lessons_update_touch before update on public.lessons
  for each row execute function private.set_updated_at();

create trigger lessons_change_audit after insert or update or delete on public.lessons
  for each row execute function private.record_change();

create trigger lessons_update_length after update of duration_seconds on public.lessons
  for each row when (old.duration_seconds is distinct from new.duration_seconds)
  execute function private.follow_lesson_length();

create trigger lessons_change_pages after insert or update or delete or truncate on public.lessons
  for each statement execute function private.notify_page_change();

create trigger lessons_change_content after insert or delete or update on public.lessons
  for each row execute function private.note_content('lesson');

create trigger lessons_update_course_guard before update of course_id on public.lessons
  for each row when (old.course_id <> new.course_id) execute function private.guard_lesson_move();

create trigger lessons_update_course after update of course_id on public.lessons
  for each row when (old.course_id <> new.course_id) execute function private.follow_lesson_move();

create trigger lessons_delete_keep before delete on public.lessons
  for each row execute function private.keep_student_work();

create trigger lessons_update_hidden after update of is_published on public.lessons
  for each row when (old.is_published and not new.is_published) execute function private.follow_lesson_hiding();
