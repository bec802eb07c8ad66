create table public.lesson_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  position_seconds integer not null check (position_seconds between 0 and 86400),
  body text not null check (char_length(body) between 1 and 4000 and body ~ '\S'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.lesson_notes is
  'What a student wrote for themselves at a second of a lesson. Nobody of the staff reads it.';
comment on column public.lesson_notes.id is 'Made by the browser, so that a note that is sent twice is one note.';
comment on column public.lesson_notes.course_id is 'The course of the lesson when the note was written.';
comment on column public.lesson_notes.updated_at is 'When the student wrote it; of two versions the one written later stays.';
create index lesson_notes_user_id_lesson_id_idx on public.lesson_notes (user_id, lesson_id, position_seconds);
create index lesson_notes_lesson_id_idx on public.lesson_notes (lesson_id);
create index lesson_notes_course_id_idx on public.lesson_notes (course_id);
grant select, delete on public.lesson_notes to authenticated;
grant insert (id, user_id, lesson_id, course_id, position_seconds, body, updated_at), update (id, user_id, lesson_id,
  course_id, position_seconds, body, updated_at)
  on public.lesson_notes to authenticated;
alter table public.lesson_notes enable row level security;

create view private.export_lesson_notes with (security_invoker = true) as
  select notes.user_id as person, notes.created_at, courses.title_he as course, lessons.title_he as lesson,
    notes.position_seconds, notes.body, notes.updated_at
  from public.lesson_notes as notes
  join public.lessons on lessons.id = notes.lesson_id
  join public.courses on courses.id = lessons.course_id;

create function private.keep_lesson_note() returns trigger
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

create function private.limit_lesson_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('notes ' || new.user_id::text, 0));
  if not exists (select from public.lesson_notes where lesson_notes.id = new.id)
    and (select count(*) from public.lesson_notes where lesson_notes.user_id = new.user_id) >= 3000 then
    perform private.raise_app_error('NOTE_LIMIT_REACHED', 409, 'A student keeps 3000 notes');
  end if;
  return new;
end $$;
comment on function private.limit_lesson_notes() is 'Three thousand notes of one student in all lessons together.';

create policy lesson_notes_select_own on public.lesson_notes for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_verified_student()));

create policy lesson_notes_insert_own on public.lesson_notes for insert to authenticated
  with check (
    user_id = (select auth.uid()) and (select private.is_verified_student())
    and lesson_id in (
      select lessons.id from public.lessons join public.courses on courses.id = lessons.course_id
      where lessons.is_published and courses.is_published));

create policy lesson_notes_update_own on public.lesson_notes for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_verified_student()))
  with check (user_id = (select auth.uid()) and (select private.is_verified_student()));

create policy lesson_notes_delete_own on public.lesson_notes for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_verified_student()));

create trigger lesson_notes_keep before insert or update on public.lesson_notes
  for each row execute function private.keep_lesson_note();

create trigger lesson_notes_limit before insert on public.lesson_notes
  for each row execute function private.limit_lesson_notes();
