create function private.request_account_deletion() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  perform private.require_fresh_sign_in();
  select * into student from public.users where id = auth.uid() for update;
  return coalesce(student.deletion_due_at,
    private.mark_for_deletion(student, nullif(auth.jwt() ->> 'session_id', '')::uuid, null));
end $$;
grant execute on function private.request_account_deletion() to authenticated;

create function public.request_account_deletion() returns timestamptz
language sql volatile set search_path = '' begin atomic select private.request_account_deletion(); end;
comment on function public.request_account_deletion() is
  'Marks the own account for deletion in fourteen days, ends its other sessions and mails the date. Asking again changes nothing. Wants a fresh sign-in.';
grant execute on function public.request_account_deletion() to authenticated;

create function private.cancel_account_deletion() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  update public.users set deletion_due_at = null where id = auth.uid() and deletion_due_at is not null;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id)
    values (auth.uid(), 'deletion cancelled', 'users', auth.uid()::text);
  end if;
  return found;
end $$;
grant execute on function private.cancel_account_deletion() to authenticated;

create function public.cancel_account_deletion() returns boolean
language sql volatile set search_path = '' begin atomic select private.cancel_account_deletion(); end;
comment on function public.cancel_account_deletion() is 'Keeps the own account; false when nothing was asked for.';
grant execute on function public.cancel_account_deletion() to authenticated;

-- A reason may name the person it is about.
create function private.without_person(line jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select line - '{email,first_name,last_name,name,phone_number,recipient,reason}'::text[]
$$;
comment on function private.without_person(jsonb) is 'A row of the audit log without what tells who somebody is.';

create function private.redact_contact_details(about text, student public.users) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(about,
    student.email, '…'), coalesce(student.phone_number, '…'), '…'),
    coalesce('0' || substring(student.phone_number from '^\+972(\d+)$'), '…'), '…'),
    coalesce(nullif(trim(student.first_name || ' ' || student.last_name), ''), '…'), '…')
$$;
comment on function private.redact_contact_details(text, public.users) is
  'A text without the address, the phone and the full name of its writer.';

create function private.purge_account(student public.users) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  addresses text[] := array(select private.addresses_of(student.id));
  -- Questions that were asked without signing in are the person's too, once the address is known to be theirs.
  tickets uuid[] := array(
    select asked.id from public.support_tickets as asked where asked.user_id = student.id
      or (asked.user_id is null and asked.email = student.email and student.email_verified));
begin
  delete from private.support_blocks as blocks where blocks.address = any (addresses)
    or blocks.address in (select asked.email from public.support_tickets as asked where asked.id = any (tickets));
  -- What staff answered stays for the academy's own account of its work, without the person.
  update public.support_tickets as ticket set
    user_id = null, name = 'חשבון שנמחק', email = 'deleted@account.invalid', subject = private.redact_contact_details(subject, student)
  where ticket.id = any (tickets)
    and exists (select from public.support_messages as messages where messages.ticket_id = ticket.id and messages.from_staff);
  update public.support_messages as messages set body = private.redact_contact_details(body, student)
  where messages.ticket_id = any (tickets) and private.redact_contact_details(body, student) <> body;
  update private.support_events as events
  set detail = events.detail || jsonb_build_object('subject', private.redact_contact_details(events.detail ->> 'subject', student))
  where events.ticket_id = any (tickets) and events.detail ? 'subject';
  delete from public.support_tickets as ticket where ticket.id = any (tickets) and ticket.email <> 'deleted@account.invalid';
  update public.audit_log set before = private.without_person(before), after = private.without_person(after)
  where entity = 'users' and entity_id = student.id::text
    or entity = 'support_tickets' and entity_id = any (tickets::text[])
    or coalesce(after, before) ->> 'user_id' = student.id::text;
  -- Mails may also have gone to a former address.
  delete from public.email_outbox where recipient = any (addresses);
  perform private.delete_person_mails(addresses);
  delete from public.email_outbox where id = any (array(
    select notices.mail_id from private.security_notices as notices where notices.user_id = student.id));
  delete from private.security_notices where user_id = student.id;
  delete from public.email_suppressions where address = any (addresses);
  if exists (select from public.admin_users where supabase_auth_id = student.id) then
    -- The sign-in belongs to a member of staff as well, and stays theirs.
    delete from public.users where id = student.id;
    update auth.users set raw_user_meta_data =
      raw_user_meta_data - '{first_name,last_name,phone_number,marketing_consent,privacy_consent,terms_consent}'::text[]
    where id = student.id;
  else
    delete from auth.users where id = student.id;
  end if;
  insert into public.audit_log (action, entity, entity_id) values ('deleted', 'users', student.id::text);
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('account_deleted', student.email, private.academy_subject('החשבון נמחק'), '{}');
end $$;
comment on function private.purge_account(public.users) is
  'Deletes a student with every row of theirs; answered tickets and the audit log stay without the person, consents without a name.';

create function private.purge_deleted_accounts(batch_size integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users;
  gone integer := 0;
begin
  for student in
    select * from public.users where users.deletion_due_at <= now()
    order by users.deletion_due_at limit least(greatest(batch_size, 0), 100) for update skip locked
  loop
    perform private.purge_account(student);
    gone := gone + 1;
  end loop;
  return gone;
end $$;
grant execute on function private.purge_deleted_accounts(integer) to service_role;

create function public.purge_deleted_accounts(batch_size integer default 20) returns integer
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('deletions') then 0 else private.purge_deleted_accounts(batch_size) end;
end;
comment on function public.purge_deleted_accounts(integer) is
  'Deletes the accounts whose fourteen days are over and gives their number; a schedule calls it.';
