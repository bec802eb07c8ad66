do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.staff_guesses_%s', bucket);
  end loop;
end $$;

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
grant select on public.admin_users to authenticated;
grant update (first_name, last_name)
  on public.admin_users to authenticated;
alter table public.admin_users enable row level security;

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

create function private.follow_account_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_active then
    perform private.end_account_access(new.supabase_auth_id);
  end if;
  perform private.apply_account_state(new.supabase_auth_id);
  return null;
end $$;
comment on function private.follow_account_state() is
  'Ends all sessions and mailed links of a closed account and bans or readmits it.';

create function private.check_admin_sign_in(email text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_in_a_bucket constant integer := 400;
  address text := lower(trim(coalesce(check_admin_sign_in.email, '')));
  caller text := private.caller_network();
  guesses bigint := private.count_for_good(
    format('private.staff_guesses_%s', get_byte(private.keyed_hash('staff guesses ' || caller), 0) % 64)::regclass, '1 hour');
  allowed boolean := guesses <= most_in_a_bucket and private.take_attempt('staff sign-in', caller, address, 20, '1 hour');
  member public.admin_users;
begin
  if not allowed then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  if not private.is_staff_email(address) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  select * into member from public.admin_users where admin_users.email = address;
  return json_build_object('admin_id', case when member.is_active then member.id end, 'error',
    case when member.is_active then null
      when member.id is null then 'Admin user not found'
      else 'Admin account is deactivated' end);
end $$;
grant execute on function private.check_admin_sign_in(text) to anon, authenticated;

create function public.check_admin_sign_in(email text) returns json
language sql set search_path = '' begin atomic select private.check_admin_sign_in(email); end;
comment on function public.check_admin_sign_in(text) is
  'Whether a sign-in link may be asked for by this member of the staff ([5-17], [5-18]); a caller hears about twenty addresses an hour, members or not.';
grant execute on function public.check_admin_sign_in(text) to anon, authenticated;

create function private.notify_staff_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_active is distinct from old.is_active then
    perform private.queue_security_notice(new.supabase_auth_id, private.confirmed_email(new.supabase_auth_id),
      case when new.is_active then 'staff_reopened' else 'staff_closed' end, '{}');
  end if;
  if new.role_id is distinct from old.role_id then
    perform private.queue_security_notice(new.supabase_auth_id, private.confirmed_email(new.supabase_auth_id), 'role_changed',
      jsonb_build_object('from', (select roles.name from public.roles where roles.id = old.role_id),
        'to', (select roles.name from public.roles where roles.id = new.role_id)));
  end if;
  return null;
exception when others then
  raise warning 'no notice of a change of staff: %', sqlstate;
  return null;
end $$;
comment on function private.notify_staff_change() is
  'Tells a member of the staff of another role, and of an account that was closed or opened again.';

create policy admin_users_update_own on public.admin_users for update to authenticated
  using (supabase_auth_id = (select auth.uid()) and (select private.is_staff()))
  with check (supabase_auth_id = (select auth.uid()) and (select private.is_staff()));

create policy admin_users_select_own_or_viewer on public.admin_users for select to authenticated
  using ((supabase_auth_id = (select auth.uid()) and (select private.may_see_own_staff_row()))
    or (select private.has_permission('users.view', 'users.manage')));

create trigger admin_users_write_guard before insert or update on public.admin_users
  for each row execute function private.guard_admin_row();

create trigger admin_users_change_protect after update or delete on public.admin_users
  for each row execute function private.protect_last_super_admin();

create trigger admin_users_change_audit after insert or delete or update of role_id, is_active, email, first_name, last_name, supabase_auth_id
  on public.admin_users for each row execute function private.record_change('always');

create trigger admin_users_update_account_state after update of is_active on public.admin_users
  for each row when (old.is_active is distinct from new.is_active) execute function private.follow_account_state();

create trigger admin_users_update_notice after update of role_id, is_active on public.admin_users
  for each row when (new.supabase_auth_id is not null and (old.role_id <> new.role_id or old.is_active <> new.is_active))
  execute function private.notify_staff_change();

create trigger admin_users_viewing_guard before insert or update or delete on public.admin_users
  for each statement execute function private.refuse_in_viewing();

create trigger admin_users_update_invitations after update of role_id, is_active, email_verified on public.admin_users
  for each statement execute function private.withdraw_invitations();
