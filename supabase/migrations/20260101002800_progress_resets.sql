create table private.progress_resets (
  user_id uuid not null references public.users on delete cascade,
  lesson_id uuid not null references public.lessons on delete cascade,
  reset_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
comment on table private.progress_resets is
  'When a student last started a lesson anew; what was watched before and arrives later no longer counts.';
create index progress_resets_lesson_id_idx on private.progress_resets (lesson_id);
alter table private.progress_resets enable row level security;
