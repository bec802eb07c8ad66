-- Of a deleted account there stayed the block of its address where nothing was answered, and the subject of a ticket that was merged.
create or replace function private.forget_ticket() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.support_notes as notes where notes.ticket_id = new.id;
  delete from private.support_reply_keys as keys where keys.ticket_id = new.id;
  update public.support_messages as said set mail_message_id = null where said.ticket_id = new.id and said.mail_message_id is not null;
  new.satisfaction_note := null;
  return new;
end $$;

create or replace function private.purge_account(student public.users) returns void
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
    user_id = null, name = 'חשבון שנמחק', email = 'deleted@account.invalid', subject = private.forget_contact_details(subject, student)
  where ticket.id = any (tickets)
    and exists (select from public.support_messages as said where said.ticket_id = ticket.id and said.from_staff);
  update public.support_messages as said set body = private.forget_contact_details(body, student)
  where said.ticket_id = any (tickets) and private.forget_contact_details(body, student) <> body;
  update private.support_events as events
  set detail = events.detail || jsonb_build_object('subject', private.forget_contact_details(events.detail ->> 'subject', student))
  where events.ticket_id = any (tickets) and events.detail ? 'subject';
  delete from public.support_tickets as ticket where ticket.id = any (tickets) and ticket.email <> 'deleted@account.invalid';
  update public.audit_log set before = private.without_person(before), after = private.without_person(after)
  where entity = 'users' and entity_id = student.id::text
    or entity = 'support_tickets' and entity_id = any (tickets::text[])
    or coalesce(after, before) ->> 'user_id' = student.id::text;
  -- Mails may also have gone to a former address.
  delete from public.email_outbox where recipient = any (addresses);
  perform private.forget_sign_in_mails(addresses);
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

-- Whose words they were is not known any more.
update private.support_events as events set detail = events.detail || '{"subject": "…"}' from public.support_tickets as tickets
where tickets.id = events.ticket_id and tickets.email = 'deleted@account.invalid' and events.detail ? 'subject';
