-- Staff close and reopen accounts with a reason, which the audit log keeps beside the change.
drop function public.set_student_active(uuid, boolean);
drop function private.set_student_active(uuid, boolean);

create function private.set_student_active(student_id uuid, active boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  said text := trim(coalesce(reason, ''));
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_id), 999));
  if auth.uid() is not null and char_length(said) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  update public.users set is_active = active where id = student_id and is_active <> active;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), case when active then 'student reopened' else 'student closed' end, 'users', student_id::text,
      json_build_object('reason', said));
  elsif not exists (select from public.users where id = student_id) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;
revoke execute on function private.set_student_active(uuid, boolean, text) from public;
grant execute on function private.set_student_active(uuid, boolean, text) to authenticated, service_role;
create function public.set_student_active(student_id uuid, active boolean, reason text default '') returns void
language sql set search_path = '' begin atomic select private.set_student_active(student_id, active, reason); end;
comment on function public.set_student_active(uuid, boolean, text) is
  'Closes or reopens a student account, for staff with users.manage and a reason; the service key needs none.';
revoke execute on function public.set_student_active(uuid, boolean, text) from public, anon;
grant execute on function public.set_student_active(uuid, boolean, text) to authenticated, service_role;

create function private.student_actions(student_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  return (
    select coalesce(json_agg(row_to_json(line) order by line.occurred_at desc, line.id desc), '[]') from (
      select log.id, log.action, log.after ->> 'reason' as reason, log.occurred_at, admin_users.first_name as actor
      from public.audit_log as log left join public.admin_users on admin_users.supabase_auth_id = log.actor
      where log.entity = 'users' and log.entity_id = student_actions.student_id::text
        and log.action in ('student closed', 'student reopened')
      order by log.id desc limit 100) as line);
end $$;
revoke execute on function private.student_actions(uuid) from public;
grant execute on function private.student_actions(uuid) to authenticated;
create function public.student_actions(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.student_actions(student_id); end;
comment on function public.student_actions(uuid) is
  'What staff did with the account of a student and why, newest first; for staff with students.view. Nothing personal is in it.';
revoke execute on function public.student_actions(uuid) from public, anon;
grant execute on function public.student_actions(uuid) to authenticated;

-- A reason may name the person it is about.
create or replace function private.without_person(line jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select line - '{email,first_name,last_name,name,phone_number,recipient,reason}'::text[]
$$;
