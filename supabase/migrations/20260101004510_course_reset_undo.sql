create table private.removed_progress (
  user_id uuid not null references public.users on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  removed_at timestamptz not null default now(),
  progress jsonb not null,
  primary key (user_id, course_id)
);
comment on table private.removed_progress is
  'What a student had watched of a course that they started anew, for ten minutes in which they may want it back.';
create index removed_progress_course_id_idx on private.removed_progress (course_id);
create index removed_progress_removed_at_idx on private.removed_progress (removed_at);
alter table private.removed_progress enable row level security;
create view private.export_removed_progress with (security_invoker = true) as
  select removed.user_id as person, removed.removed_at, courses.title_he as course, removed.progress
  from private.removed_progress as removed join public.courses on courses.id = removed.course_id;

create function private.keep_removed_progress(student uuid, course uuid, progress jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.removed_progress where removed_progress.removed_at < now() - interval '10 minutes';
  insert into private.removed_progress (user_id, course_id, progress) values (student, course, progress)
    on conflict (user_id, course_id) do update set removed_at = now(), progress = excluded.progress;
$$;
comment on function private.keep_removed_progress(uuid, uuid, jsonb) is 'Keeps the rows that a reset took away; what others left longer ago goes.';
revoke execute on function private.keep_removed_progress(uuid, uuid, jsonb) from public;

create function private.undo_course_reset(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  kept jsonb;
  restored integer;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  delete from private.removed_progress as removed
    where removed.user_id = student and removed.course_id = undo_course_reset.course_id
      and removed.removed_at >= now() - interval '10 minutes'
    returning removed.progress into kept;
  if not found then
    perform private.raise_app_error('NOTHING_TO_RESTORE', 404, 'A reset can be undone for ten minutes');
  end if;
  -- Without the mark of the reset, what was watched before it counts again.
  delete from private.progress_resets as resets using jsonb_to_recordset(kept) as rows (lesson_id uuid)
    where resets.user_id = student and resets.lesson_id = rows.lesson_id;
  insert into public.user_progress as progress
    (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges, created_at)
  select student, rows.lesson_id, undo_course_reset.course_id, rows.progress_seconds, rows.watched_until, rows.completed,
    rows.last_watched, rows.watched_ranges, rows.created_at
  from jsonb_to_recordset(kept) as rows (
    lesson_id uuid, progress_seconds numeric, watched_until numeric, completed boolean, last_watched timestamptz,
    watched_ranges text, created_at timestamptz)
  join public.lessons on lessons.id = rows.lesson_id and lessons.course_id = undo_course_reset.course_id and lessons.is_published
  join public.courses on courses.id = lessons.course_id and courses.is_published
  order by rows.lesson_id
  on conflict (user_id, lesson_id) do update set
    progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until, completed = excluded.completed,
    last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges;
  get diagnostics restored = row_count;
  -- Rows that come back whole look like more than can be watched at once.
  delete from public.progress_flags as flags where flags.user_id = student and flags.flagged_at = now();
  return restored;
end $$;
revoke execute on function private.undo_course_reset(uuid) from public;
grant execute on function private.undo_course_reset(uuid) to authenticated;
create function public.undo_course_reset(course_id uuid) returns integer
language sql set search_path = '' begin atomic select private.undo_course_reset(course_id); end;
comment on function public.undo_course_reset(uuid) is
  'Brings back what the last reset of a course took away, within ten minutes; returns the number of lessons. What was watched since is joined.';
revoke execute on function public.undo_course_reset(uuid) from public, anon;
grant execute on function public.undo_course_reset(uuid) to authenticated;
