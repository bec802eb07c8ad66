create table public.progress_flags (
  user_id uuid not null references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  flagged_at timestamptz not null default now(),
  said_seconds integer not null,
  counted_seconds integer not null,
  primary key (user_id, lesson_id)
);
comment on table public.progress_flags is
  'Lessons of which more was reported than can have been watched. A hint for staff; nothing depends on it.';
comment on column public.progress_flags.flagged_at is 'First time that it happened.';
comment on column public.progress_flags.said_seconds is 'Watched seconds after the write, had everything in it counted.';
comment on column public.progress_flags.counted_seconds is 'What counted; less than said where even the age of the account does not allow it.';
create index progress_flags_lesson_id_idx on public.progress_flags (lesson_id);
create index progress_flags_flagged_at_idx on public.progress_flags (flagged_at desc);
revoke all on public.progress_flags from anon, authenticated;
grant select on public.progress_flags to authenticated;
alter table public.progress_flags enable row level security;
create policy progress_flags_select_students on public.progress_flags for select to authenticated
  using ((select private.has_permission('students.view')));
