-- Leaving: asked for by the student, done after fourteen days, and taken back with one press until then.
alter table public.users add column deletion_due_at timestamptz;
comment on column public.users.deletion_due_at is 'From when on the account is deleted; null for everyone who stays. Set by request_account_deletion only.';
create index users_deletion_due_at_idx on public.users (deletion_due_at) where deletion_due_at is not null;
-- Finds the lines of the audit log that tell about a person without being about the row in users.
create index audit_log_person_idx on public.audit_log ((coalesce(after, before) ->> 'user_id'))
  where coalesce(after, before) ->> 'user_id' is not null;

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
  if student.deletion_due_at is not null then
    return student.deletion_due_at;
  end if;
  update public.users set deletion_due_at = now() + interval '14 days' where id = student.id
    returning * into student;
  delete from auth.sessions
    where user_id = student.id and id is distinct from nullif(auth.jwt() ->> 'session_id', '')::uuid;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (student.id, 'deletion requested', 'users', student.id::text, jsonb_build_object('deletion_due_at', student.deletion_due_at));
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('account_deletion_requested', student.email, 'התקבלה בקשה למחיקת החשבון באקדמיה לפיננסים',
    jsonb_build_object('due_at', student.deletion_due_at));
  return student.deletion_due_at;
end $$;
revoke execute on function private.request_account_deletion() from public;
grant execute on function private.request_account_deletion() to authenticated;
create function public.request_account_deletion() returns timestamptz
language sql volatile set search_path = '' begin atomic select private.request_account_deletion(); end;
comment on function public.request_account_deletion() is
  'Marks the own account for deletion in fourteen days, ends its other sessions and mails the date. Asking again changes nothing. Wants a fresh sign-in.';
revoke execute on function public.request_account_deletion() from public, anon;
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
revoke execute on function private.cancel_account_deletion() from public;
grant execute on function private.cancel_account_deletion() to authenticated;
create function public.cancel_account_deletion() returns boolean
language sql volatile set search_path = '' begin atomic select private.cancel_account_deletion(); end;
comment on function public.cancel_account_deletion() is 'Keeps the own account; false when nothing was asked for.';
revoke execute on function public.cancel_account_deletion() from public, anon;
grant execute on function public.cancel_account_deletion() to authenticated;

create function private.without_person(line jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select line - '{email,first_name,last_name,name,phone_number,recipient}'::text[]
$$;
comment on function private.without_person(jsonb) is 'A row of the audit log without what tells who somebody is.';
revoke execute on function private.without_person(jsonb) from public;

create function private.forget_contact_details(about text, student public.users) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(about,
    student.email, '…'), coalesce(student.phone_number, '…'), '…'),
    coalesce('0' || substring(student.phone_number from '^\+972(\d+)$'), '…'), '…'),
    coalesce(nullif(trim(student.first_name || ' ' || student.last_name), ''), '…'), '…')
$$;
comment on function private.forget_contact_details(text, public.users) is 'A text without the address, the phone and the full name of its writer.';
revoke execute on function private.forget_contact_details(text, public.users) from public;

create function private.purge_account(student public.users) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  tickets uuid[] := array(select support_tickets.id from public.support_tickets where support_tickets.user_id = student.id);
begin
  -- What staff answered stays for the academy's own account of its work, without the person.
  update public.support_tickets as ticket set
    user_id = null, name = 'חשבון שנמחק', email = 'deleted@account.invalid', subject = private.forget_contact_details(subject, student)
  where ticket.user_id = student.id
    and exists (select from public.support_messages as said where said.ticket_id = ticket.id and said.from_staff);
  update public.support_messages as said set body = private.forget_contact_details(body, student)
  where said.ticket_id = any (tickets) and private.forget_contact_details(body, student) <> body;
  update public.audit_log set before = private.without_person(before), after = private.without_person(after)
  where entity = 'users' and entity_id = student.id::text
    or entity = 'support_tickets' and entity_id = any (tickets::text[])
    or coalesce(after, before) ->> 'user_id' = student.id::text;
  delete from public.email_outbox where recipient = student.email;
  delete from public.email_suppressions where address = student.email;
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
  values ('account_deleted', student.email, 'החשבון באקדמיה לפיננסים נמחק', '{}');
end $$;
comment on function private.purge_account(public.users) is
  'Deletes a student with every row of theirs; answered tickets and the audit log stay without the person, consents without a name.';
revoke execute on function private.purge_account(public.users) from public;

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
revoke execute on function private.purge_deleted_accounts(integer) from public;
grant execute on function private.purge_deleted_accounts(integer) to service_role;
create function public.purge_deleted_accounts(batch_size integer default 20) returns integer
language sql volatile set search_path = '' begin atomic select private.purge_deleted_accounts(batch_size); end;
comment on function public.purge_deleted_accounts(integer) is 'Deletes the accounts whose fourteen days are over and gives their number; a schedule calls it.';
revoke execute on function public.purge_deleted_accounts(integer) from public, anon, authenticated;
grant execute on function public.purge_deleted_accounts(integer) to service_role;
