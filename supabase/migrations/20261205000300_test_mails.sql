-- A member of the staff tries the mail server with a mail to themselves.
create function private.begin_test_mail() returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if not private.take_attempt('test mails', auth.uid()::text, gen_random_uuid()::text, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five test mails an hour');
  end if;
  insert into public.audit_log (actor, action, entity) values (auth.uid(), 'test mail', 'email_outbox');
  return (select admin_users.email from public.admin_users join private.current_staff() as staff on staff.admin_id = admin_users.id);
end $$;
revoke execute on function private.begin_test_mail() from public;
grant execute on function private.begin_test_mail() to authenticated;
create function public.begin_test_mail() returns text
language sql volatile set search_path = '' begin atomic select private.begin_test_mail(); end;
comment on function public.begin_test_mail() is
  'Takes one of the five test mails an hour of a member of the staff with settings.manage, notes it in the audit log, and answers the address of the caller, the only one it may go to. The function test-mail calls it.';
revoke execute on function public.begin_test_mail() from public, anon;
grant execute on function public.begin_test_mail() to authenticated;
