-- Which acts want the approval of a second super_admin: making somebody super_admin, taking a backup along, and the list of
-- all students (decision 0149).
create function private.require_approved_super_admin(member uuid, role_name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.has_role('super_admin') and 'super_admin' = coalesce(role_name, (
      select roles.name from public.admin_users join public.roles on roles.id = admin_users.role_id where admin_users.id = member)) then
    perform private.require_approval('super_admin', jsonb_build_object('member', member));
  end if;
end $$;
comment on function private.require_approved_super_admin(uuid, text) is
  'For giving a member a role, or the one they have back: asks for an approval where that is super_admin.';
revoke execute on function private.require_approved_super_admin(uuid, text) from public;
grant execute on function private.require_approved_super_admin(uuid, text) to authenticated, service_role;

create function private.approved_export(opened json) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  few constant integer := 500;
begin
  perform private.require_session();
  -- What was opened a moment ago is logged by now, and counts with the parts before; those of one account come one by one.
  if (select sum((log.after ->> 'count')::bigint) from public.audit_log as log
      where log.actor = auth.uid() and log.action = 'students exported' and log.occurred_at > now() - interval '24 hours') > few then
    perform private.require_approval('students', '{}');
  end if;
  return opened;
end $$;
comment on function private.approved_export(json) is
  'Gives back what an export of students opened, unless the account has by it exported more than 500 within a day: each export past them wants an approval.';
revoke execute on function private.approved_export(json) from public;
grant execute on function private.approved_export(json) to authenticated;

create or replace function public.set_admin_role(admin_id uuid, role_name text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_act();
  select private.require_approved_super_admin(admin_id, role_name);
  select private.set_admin_role(admin_id, role_name);
end;
create or replace function public.set_admin_active(admin_id uuid, active boolean) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_act();
  select private.require_approved_super_admin(admin_id, null) where active;
  select private.set_admin_active(admin_id, active);
end;
create or replace function public.create_admin_invitation(email text, role_name text, first_name text default '', last_name text default '')
returns json language sql volatile set search_path = '' begin atomic
  select private.require_fresh_act();
  select private.require_approval('super_admin', jsonb_build_object('email', lower(trim(email)))) where role_name = 'super_admin';
  select private.create_admin_invitation(email, role_name, first_name, last_name);
end;
create or replace function public.make_backup_link(file text) returns text
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_act();
  select private.require_approval('backup', jsonb_build_object('file', file));
  select private.make_backup_link(file);
end;
create or replace function public.open_students_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_act();
  select private.approved_export(private.open_students_export(query, format));
end;
