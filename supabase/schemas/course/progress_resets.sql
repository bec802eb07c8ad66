create table private.progress_resets (
  user_id uuid not null references public.users(id) on delete cascade,
  lesson_id uuid not null references public.lessons(id) on delete cascade,
  reset_at timestamptz,
  taken_back_at timestamptz[] not null default '{}'::timestamp with time zone[],
  layers int4multirange[] not null default '{}'::int4multirange[],
  since int4multirange not null default '{}'::int4multirange,
  claimed boolean not null default false,
  constraint progress_resets_pkey primary key (user_id, lesson_id)
);
comment on table private.progress_resets is
  'What a student erased of a lesson and when. Of what arrives later only that counts which was watched since.';
comment on column private.progress_resets.reset_at is 'Start anew: nothing watched before it counts.';
comment on column private.progress_resets.taken_back_at is 'Completions taken back since, oldest first.';
comment on column private.progress_resets.layers is 'What was watched before each of them, and after the one before.';
comment on column private.progress_resets.since is 'What was watched after the last of them.';
comment on column private.progress_resets.claimed is 'Marked as completed since, by hand.';
create index progress_resets_lesson_id_idx on private.progress_resets (lesson_id);
alter table private.progress_resets enable row level security;

create table private.removed_progress (
  user_id uuid not null references public.users on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  removed_at timestamptz not null default now(),
  progress jsonb not null,
  primary key (user_id, course_id),
  marks jsonb not null default '[]',
  late jsonb not null default '[]'
);
comment on table private.removed_progress is
  'What a student had watched of a course that they started anew, for ten minutes in which they may want it back.';
comment on column private.removed_progress.marks is 'The marks of earlier resets that this one replaced.';
comment on column private.removed_progress.late is 'What was watched before the reset and arrived after it.';
create index removed_progress_course_id_idx on private.removed_progress (course_id);
create index removed_progress_removed_at_idx on private.removed_progress (removed_at);
alter table private.removed_progress enable row level security;

create view private.export_removed_progress with (security_invoker = true) as
  select removed.user_id as person, removed.removed_at, courses.title_he as course, removed.progress, removed.late
  from private.removed_progress as removed join public.courses on courses.id = removed.course_id;

create function private.keep_removed_progress(student uuid, course uuid, progress jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.removed_progress where removed_progress.removed_at < now() - interval '10 minutes';
  insert into private.removed_progress (user_id, course_id, progress) values (student, course, progress)
    on conflict (user_id, course_id) do update set removed_at = now(), progress = excluded.progress;
$$;
comment on function private.keep_removed_progress(uuid, uuid, jsonb) is
  'Keeps the rows that a reset took away; what others left longer ago goes.';

create function private.undo_course_reset(course_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student uuid := auth.uid();
  removal private.removed_progress;
  restored integer;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  delete from private.removed_progress as removed
    where removed.user_id = student and removed.course_id = undo_course_reset.course_id
      and removed.removed_at >= now() - interval '10 minutes'
    returning * into removal;
  if not found then
    perform private.raise_app_error('NOTHING_TO_RESTORE', 404, 'A reset can be undone for ten minutes');
  end if;
  -- Without the mark of the reset, what was watched before it counts again; the marks before it come back.
  delete from private.progress_resets as resets using public.lessons
    where resets.user_id = student and resets.lesson_id = lessons.id and lessons.course_id = undo_course_reset.course_id
      and resets.reset_at = date_trunc('milliseconds', removal.removed_at);
  insert into private.progress_resets as resets (user_id, lesson_id, reset_at, taken_back_at, layers, since, claimed)
    select student, marks.lesson_id, marks.reset_at, marks.taken_back_at, marks.layers,
      marks.since + coalesce(progress.watched_ranges, '{}')::int4multirange,
      marks.claimed or coalesce(progress.completed, false)
    from jsonb_populate_recordset(null::private.progress_resets, removal.marks) as marks
    join public.lessons on lessons.id = marks.lesson_id and lessons.course_id = undo_course_reset.course_id
    left join public.user_progress as progress on progress.user_id = student and progress.lesson_id = marks.lesson_id
    on conflict on constraint progress_resets_pkey do nothing;
  insert into public.user_progress as progress
    (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges,
     watched_pieces, created_at)
  select student, rows.lesson_id, undo_course_reset.course_id, rows.progress_seconds, rows.watched_until, rows.completed,
    rows.last_watched, rows.watched_ranges, case when marks.layers <> '{}' then '[]'::jsonb end, rows.created_at
  from jsonb_to_recordset(removal.progress) as rows (
    lesson_id uuid, progress_seconds numeric, watched_until numeric, completed boolean, last_watched timestamptz,
    watched_ranges text, created_at timestamptz)
  join public.lessons on lessons.id = rows.lesson_id and lessons.course_id = undo_course_reset.course_id and lessons.is_published
  join public.courses on courses.id = lessons.course_id and courses.is_published
  left join private.progress_resets as marks on marks.user_id = student and marks.lesson_id = rows.lesson_id
  order by rows.lesson_id
  on conflict (user_id, lesson_id) do update set
    progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until, completed = excluded.completed,
    last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges, watched_pieces = excluded.watched_pieces;
  get diagnostics restored = row_count;
  if removal.late <> '[]' then
    perform private.save_progress(removal.late);
  end if;
  -- Rows that come back whole look like more than can be watched at once.
  delete from public.progress_flags as flags where flags.user_id = student and flags.flagged_at = now();
  return restored;
end $$;
grant execute on function private.undo_course_reset(uuid) to authenticated;

create function public.undo_course_reset(course_id uuid) returns integer
language sql set search_path = '' begin atomic select private.undo_course_reset(course_id); end;
comment on function public.undo_course_reset(uuid) is
  'Brings back what the last reset of a course took away, within ten minutes; returns the number of lessons. What was watched since is joined.';
grant execute on function public.undo_course_reset(uuid) to authenticated;
