-- High acts of the staff want a proof of who is there that is at most ten minutes old (decision 0149). What each function
-- wants stands in web/app/staff/entry/staff-calls.rules.ts beside its permission; supabase/tests/fresh-acts.test.ts holds the
-- functions to it.
create function private.require_fresh_act() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Who is no staff is refused by the act itself. The server has no session, and is not asked.
  if auth.uid() is not null and exists (select from private.current_staff()) then
    perform private.require_fresh_sign_in();
  end if;
end $$;
comment on function private.require_fresh_act() is
  'Ends the statement of a member of the staff with REAUTHENTICATION_NEEDED unless they proved within ten minutes who they are.';
revoke execute on function private.require_fresh_act() from public;
grant execute on function private.require_fresh_act() to authenticated, service_role;

create function private.require_fresh_opening(student uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  few constant integer := 20;
begin
  -- One after the other for each viewer, so that many at once are counted too.
  perform pg_advisory_xact_lock(hashtextextended('records opened ' || coalesce(auth.uid()::text, ''), 0));
  if (select count(distinct views.student_id) from public.record_views as views
      join private.current_staff() as staff on staff.admin_id = views.viewer_id
      where views.occurred_at > now() - interval '1 hour' and views.student_id <> student) >= few then
    perform private.require_fresh_act();
  end if;
end $$;
comment on function private.require_fresh_opening(uuid) is
  'Asks as require_fresh_act does once a viewer has opened the records of 20 other students within the hour.';
revoke execute on function private.require_fresh_opening(uuid) from public;
grant execute on function private.require_fresh_opening(uuid) to authenticated;
drop index public.record_views_viewer_id_idx;
create index record_views_viewer_id_idx on public.record_views (viewer_id, occurred_at desc);

-- Asked by the function that the API calls, before anything happens in the one that does it.
do $$
declare
  act record;
begin
  for act in
    select functions.oid, acts.question from (values
      ('create_admin_invitation', 'private.require_fresh_act()'),
      ('set_admin_role', 'private.require_fresh_act()'),
      ('set_admin_active', 'private.require_fresh_act()'),
      ('reset_staff_second_step', 'private.require_fresh_act()'),
      ('save_role_permissions', 'private.require_fresh_act()'),
      ('correct_student', 'private.require_fresh_act() where changes ? ''phone_number'''),
      ('move_student_phone', 'private.require_fresh_act()'),
      ('decide_access_request', 'private.require_fresh_act() where granted'),
      ('help_with_second_step', 'private.require_fresh_act()'),
      ('request_student_deletion', 'private.require_fresh_act()'),
      ('set_students_active', 'private.require_fresh_act()'),
      ('begin_student_viewing', 'private.require_fresh_act()'),
      ('open_student_record', 'private.require_fresh_opening(student_id)'),
      ('open_student_data', 'private.require_fresh_act()'),
      ('open_students_export', 'private.require_fresh_act()'),
      ('open_audit_export', 'private.require_fresh_act()'),
      ('open_recipients_export', 'private.require_fresh_act()'),
      ('open_tickets_export', 'private.require_fresh_act()'),
      ('send_campaign', 'private.require_fresh_act() where confirmed > 10 or starts_at is not null'),
      ('retry_campaign', 'private.require_fresh_act()'),
      ('steer_campaign', 'private.require_fresh_act() where act in (''resume'', ''turn on'')'),
      ('publish_legal_draft', 'private.require_fresh_act()'),
      ('withdraw_legal_version', 'private.require_fresh_act()'),
      ('save_settings', 'private.require_fresh_act()'),
      ('save_support_settings', 'private.require_fresh_act()')
    ) as acts (name, question)
    join pg_catalog.pg_proc as functions
      on functions.proname = acts.name and functions.pronamespace = 'public'::regnamespace
  loop
    execute replace(pg_catalog.pg_get_functiondef(act.oid), E'BEGIN ATOMIC\n', format(E'BEGIN ATOMIC\n SELECT %s;\n', act.question));
  end loop;
end $$;
