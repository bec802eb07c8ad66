create table public.role_permissions (
  id uuid primary key default gen_random_uuid(),
  role_id uuid not null references public.roles on delete cascade,
  permission_id uuid not null references public.permissions on delete cascade,
  created_at timestamptz not null default now(),
  unique (role_id, permission_id)
);
comment on table public.role_permissions is 'The permission map; policies and guards of the screens read the same rows.';
create index role_permissions_permission_id_idx on public.role_permissions (permission_id);
revoke all on public.role_permissions from anon, authenticated;
grant select, insert (role_id, permission_id), delete on public.role_permissions to authenticated;
alter table public.role_permissions enable row level security;
create policy role_permissions_select_staff on public.role_permissions for select to authenticated
  using ((select private.is_staff()));
create policy role_permissions_insert_super_admin on public.role_permissions for insert to authenticated
  with check ((select private.has_role('super_admin')));
create policy role_permissions_delete_super_admin on public.role_permissions for delete to authenticated
  using ((select private.has_role('super_admin')));
create trigger role_permissions_change_audit after insert or delete on public.role_permissions
  for each row execute function private.record_change();

-- The fixed map of the specification, and our default for the permissions that it leaves open ([6-25]).
insert into public.role_permissions (role_id, permission_id)
select roles.id, permissions.id
from (values
  ('admin', array['courses.manage', 'users.manage', 'news.manage', 'essays.manage', 'quizzes.manage',
    'students.view', 'users.view', 'support.access', 'categories.manage', 'lessons.manage', 'notifications.manage']),
  ('analyst', array['analytics.view', 'reports.view']),
  ('marketing', array['news.manage', 'marketing.manage', 'notifications.manage'])
) as map (role_name, permission_names)
join public.roles on roles.name = map.role_name
join public.permissions on permissions.name = any (map.permission_names)
on conflict (role_id, permission_id) do nothing;
