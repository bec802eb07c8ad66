create table public.admin_users (
  id uuid primary key default gen_random_uuid(),
  supabase_auth_id uuid unique references auth.users on delete set null,
  email text not null unique check (email = lower(email)),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  role_id uuid not null references public.roles on delete restrict,
  invited_by uuid references public.admin_users on delete set null,
  is_active boolean not null default true,
  email_verified boolean not null default false,
  email_verified_at timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.admin_users is
  'Staff. Rows come from accepted invitations; state and role change through functions that check the level.';
comment on column public.admin_users.supabase_auth_id is 'Account of the sign-in service; null until linked ([4-28]).';
create index admin_users_role_id_idx on public.admin_users (role_id);
create index admin_users_invited_by_idx on public.admin_users (invited_by);
revoke all on public.admin_users from anon, authenticated;
grant select, update (first_name, last_name) on public.admin_users to authenticated;
alter table public.admin_users enable row level security;
-- The own row is readable in every state, so that the "account disabled" page can be shown ([2.12-22]).
create policy admin_users_select_own_or_viewer on public.admin_users for select to authenticated
  using ((supabase_auth_id = (select auth.uid()) and (select private.second_step_done()))
    or (select private.has_permission('users.view', 'users.manage')));
create policy admin_users_update_own on public.admin_users for update to authenticated
  using (supabase_auth_id = (select auth.uid()) and (select private.is_staff()))
  with check (supabase_auth_id = (select auth.uid()) and (select private.is_staff()));

create function private.guard_admin_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := lower(trim(new.email));
  new.updated_at := now();
  if (tg_op = 'INSERT' or new.email is distinct from old.email) and not private.is_staff_email(new.email) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  return new;
end $$;
comment on function private.guard_admin_row() is 'The domain rule holds for every row, whoever writes it.';
revoke execute on function private.guard_admin_row() from public;
create trigger admin_users_write_guard before insert or update on public.admin_users
  for each row execute function private.guard_admin_row();

create function private.protect_last_super_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  super_admin uuid := (select roles.id from public.roles where roles.name = 'super_admin');
begin
  if old.role_id <> super_admin or not old.is_active then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.role_id = super_admin and new.is_active then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('last super_admin', 0));
  if not exists (
    select from public.admin_users where admin_users.role_id = super_admin and admin_users.is_active and admin_users.id <> old.id
  ) then
    perform private.raise_app_error('LAST_SUPER_ADMIN', 409, 'The last super admin cannot be removed');
  end if;
  return null;
end $$;
comment on function private.protect_last_super_admin() is
  'Runs after the change and one at a time, so two super admins cannot remove each other together.';
revoke execute on function private.protect_last_super_admin() from public;
create trigger admin_users_change_protect after update or delete on public.admin_users
  for each row execute function private.protect_last_super_admin();
create trigger admin_users_change_audit after insert or delete or update of role_id, is_active, email, first_name, last_name, supabase_auth_id
  on public.admin_users for each row execute function private.record_change('always');
