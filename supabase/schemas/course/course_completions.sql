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
grant select on public.course_completions to authenticated;
alter table public.course_completions enable row level security;

create function private.mark_changed_days() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name constant text := tg_argv[0];
begin
  insert into private.days_to_count (day)
  select distinct changed.day
  from unnest(array[
    case when tg_op <> 'INSERT' then private.day_of((to_jsonb(old) ->> name)::timestamptz) end,
    case when tg_op <> 'DELETE' then private.day_of((to_jsonb(new) ->> name)::timestamptz) end]) as changed (day)
  where changed.day < private.day_of(now());
  return null;
end $$;
comment on function private.mark_changed_days() is
  'Marks the days of one row, by the column that the trigger names, for counting them again.';

create function private.mark_removed_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format('insert into private.days_to_count (day)
    select distinct days.day from (select private.day_of(%I) as day from gone) as days where days.day < private.day_of(now())', tg_argv[0]);
  return null;
end $$;
comment on function private.mark_removed_days() is 'The same for all rows that a statement takes away.';

create function private.mark_course_completion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.mark_learning_of(old.user_id, null, array[old.completed_at]);
  end if;
  if tg_op <> 'DELETE' then
    perform private.mark_learning_of(new.user_id, null, array[new.completed_at]);
  end if;
  return null;
end $$;

create policy course_completions_select_own on public.course_completions for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_active_student()));

create trigger course_completions_insert_days after insert on public.course_completions
  for each row execute function private.mark_changed_days('completed_at');

create trigger course_completions_update_days after update of completed_at on public.course_completions
  for each row when (old.completed_at is distinct from new.completed_at) execute function private.mark_changed_days('completed_at');

create trigger course_completions_delete_days after delete on public.course_completions
  referencing old table as gone for each statement execute function private.mark_removed_days('completed_at');

create trigger course_completions_change_marks after insert or update or delete on public.course_completions
  for each row execute function private.mark_course_completion();
