create table public.roles (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  level integer not null check (level > 0),
  created_at timestamptz not null default now()
);
comment on table public.roles is 'Roles of staff ([6-06] to [6-10]).';
comment on column public.roles.level is 'The smaller, the mightier; a guard denies when the number exceeds the required one ([6-11]).';
create index roles_level_idx on public.roles (level);
revoke all on public.roles from anon, authenticated;
grant select on public.roles to authenticated;
alter table public.roles enable row level security;
create policy roles_select_staff on public.roles for select to authenticated using ((select private.is_staff()));

insert into public.roles (id, name, level) values
  ('00000000-0000-4000-8000-000000000001', 'super_admin', 1),
  ('00000000-0000-4000-8000-000000000002', 'admin', 2),
  ('00000000-0000-4000-8000-000000000003', 'analyst', 3),
  ('00000000-0000-4000-8000-000000000004', 'marketing', 4),
  ('00000000-0000-4000-8000-000000000999', 'unknown', 999)
on conflict (name) do nothing;
