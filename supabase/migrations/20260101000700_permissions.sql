create table public.permissions (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z]+\.[a-z]+$'),
  created_at timestamptz not null default now()
);
comment on table public.permissions is 'What a role can be allowed to do.';
revoke all on public.permissions from anon, authenticated;
grant select on public.permissions to authenticated;
alter table public.permissions enable row level security;
create policy permissions_select_staff on public.permissions for select to authenticated using ((select private.is_staff()));

insert into public.permissions (name) values
  ('courses.manage'), ('users.manage'), ('news.manage'), ('essays.manage'), ('quizzes.manage'),
  ('analytics.view'), ('reports.view'), ('marketing.manage'), ('students.view'), ('support.access'),
  ('users.view'), ('notifications.manage'), ('settings.manage'), ('categories.manage'), ('lessons.manage')
on conflict (name) do nothing;
