create table public.course_completions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.users on delete cascade,
  course_id uuid not null references public.courses on delete cascade,
  completed_at timestamptz not null default now(),
  lesson_count integer not null check (lesson_count > 0),
  lesson_ids uuid[] not null default '{}',
  unique (user_id, course_id)
);
comment on table public.course_completions is
  'First time that a student had completed all published lessons of a course; stays when lessons are added or progress is reset.';
comment on column public.course_completions.lesson_ids is 'The lessons of that time; published ones that are not among them were added since.';
create index course_completions_course_id_idx on public.course_completions (course_id);
create index course_completions_completed_at_idx on public.course_completions (completed_at desc);
revoke all on public.course_completions from anon, authenticated;
grant select on public.course_completions to authenticated;
alter table public.course_completions enable row level security;
create policy course_completions_select_own_or_viewer on public.course_completions for select to authenticated
  using (
    (user_id = (select auth.uid()) and (select private.is_active_student()))
    or (select private.has_permission('students.view', 'analytics.view')));

create function private.record_course_completions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  candidate record;
begin
  for candidate in
    select distinct changed.user_id, changed.course_id from changed
    where changed.completed and not exists (
      select from public.course_completions as done where done.user_id = changed.user_id and done.course_id = changed.course_id)
    order by changed.user_id, changed.course_id
  loop
    -- Two devices may complete the last two lessons at once: one waits here and then sees the other's row.
    perform pg_advisory_xact_lock(hashtextextended(candidate.user_id::text || candidate.course_id::text, 0));
    insert into public.course_completions (user_id, course_id, lesson_count, lesson_ids)
    select candidate.user_id, candidate.course_id, count(*), array_agg(lessons.id order by lessons.order_index, lessons.id)
    from public.lessons
    left join public.user_progress as progress
      on progress.lesson_id = lessons.id and progress.user_id = candidate.user_id and progress.completed
    where lessons.course_id = candidate.course_id and lessons.is_published
    having count(*) > 0 and count(*) = count(progress.id)
    on conflict (user_id, course_id) do nothing;
  end loop;
  return null;
end $$;
comment on function private.record_course_completions() is 'Once per statement, over all rows that it wrote.';
revoke execute on function private.record_course_completions() from public;
create trigger user_progress_insert_completions after insert on public.user_progress
  referencing new table as changed for each statement execute function private.record_course_completions();
create trigger user_progress_update_completions after update on public.user_progress
  referencing new table as changed for each statement execute function private.record_course_completions();
