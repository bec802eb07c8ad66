-- The copy of one's data and the deletion reach every mail: those of the sign-in service, those that went to a former
-- address, questions asked without signing in, and the last mail itself once it is done.
create function private.addresses_of(person uuid) returns setof text
language sql stable rows 3 security definer set search_path = '' as $$
  with known (address) as (
    select lower(notices.undo ->> 'former_email') from private.security_notices as notices where notices.user_id = person
    union select lower(notices.recipient) from private.security_notices as notices where notices.user_id = person
    union select lower(links.recipient) from private.unsubscribe_tokens as links where links.user_id = person
    union select lower(accounts.email_change) from auth.users as accounts where accounts.id = person
  )
  select users.email from public.users where users.id = person
  union
  select known.address from known
  where known.address <> '' and not exists (select from auth.users as others where others.email = known.address and others.id <> person)
$$;
comment on function private.addresses_of(uuid) is
  'The address of a student, the former ones that are known and the one a change waits for, unless another account has it.';
revoke execute on function private.addresses_of(uuid) from public;

create function private.sign_in_mails(person uuid)
returns table (created_at timestamptz, kind text, subject text, status text, sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A project's sign-in service keeps no mails in the database.
  if to_regclass('mail.outbox') is not null then
    return query execute
      'select mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at from mail.outbox as mails
       where mails.recipient in (select private.addresses_of($1))' using person;
  end if;
end $$;
comment on function private.sign_in_mails(uuid) is 'The mails of the embedded sign-in service to a student, links and codes.';
revoke execute on function private.sign_in_mails(uuid) from public;

create function private.forget_sign_in_mails(addresses text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('mail.outbox') is not null then
    execute 'delete from mail.outbox where recipient = any ($1)' using addresses;
  end if;
end $$;
revoke execute on function private.forget_sign_in_mails(text[]) from public;

create or replace view private.export_mails with (security_invoker = true) as
  select users.id as person, mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at
  from public.users cross join lateral private.addresses_of(users.id) as known (address)
  join public.email_outbox as mails on mails.recipient = known.address and not mails.is_decoy;
create view private.export_sign_in_mails with (security_invoker = true) as
  select users.id as person, mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at
  from public.users cross join lateral private.sign_in_mails(users.id) as mails;
create view private.export_mail_suppressions with (security_invoker = true) as
  select users.id as person, held.created_at, held.purpose, held.reason
  from public.users join public.email_suppressions as held on held.address = users.email;
create view private.export_sign_in with (security_invoker = true) as
  select accounts.id as person, accounts.created_at, accounts.email, accounts.email_confirmed_at, accounts.last_sign_in_at,
    nullif(accounts.email_change, '') as email_change, accounts.raw_user_meta_data as details
  from auth.users as accounts;
create view private.export_second_steps with (security_invoker = true) as
  select factors.user_id as person, factors.created_at, factors.friendly_name as name, factors.factor_type as kind, factors.status
  from auth.mfa_factors as factors;
create or replace view private.export_support_tickets with (security_invoker = true) as
  select users.id as person, tickets.created_at, tickets.id, tickets.name, tickets.email, tickets.subject, tickets.status,
    courses.title_he as course, lessons.title_he as lesson, tickets.position_seconds
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  left join public.courses on courses.id = tickets.course_id
  left join public.lessons on lessons.id = tickets.lesson_id;
create or replace view private.export_support_messages with (security_invoker = true) as
  select users.id as person, messages.created_at, messages.ticket_id, messages.from_staff, messages.body
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  join public.support_messages as messages on messages.ticket_id = tickets.id;
create or replace view private.export_account_changes with (security_invoker = true) as
  select users.id as person, lines.occurred_at, lines.action, lines.after ->> 'is_active' as is_active, lines.entity
  from public.users join public.audit_log as lines on (lines.entity = 'users' and lines.entity_id = users.id::text)
    or coalesce(lines.after, lines.before) ->> 'user_id' = users.id::text;

create or replace function private.purge_account(student public.users) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  addresses text[] := array(select private.addresses_of(student.id));
  -- Questions that were asked without signing in are the person's too, once the address is known to be theirs.
  tickets uuid[] := array(
    select asked.id from public.support_tickets as asked where asked.user_id = student.id
      or (asked.user_id is null and asked.email = student.email and student.email_verified));
begin
  -- What staff answered stays for the academy's own account of its work, without the person.
  update public.support_tickets as ticket set
    user_id = null, name = 'חשבון שנמחק', email = 'deleted@account.invalid', subject = private.forget_contact_details(subject, student)
  where ticket.id = any (tickets)
    and exists (select from public.support_messages as said where said.ticket_id = ticket.id and said.from_staff);
  update public.support_messages as said set body = private.forget_contact_details(body, student)
  where said.ticket_id = any (tickets) and private.forget_contact_details(body, student) <> body;
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
  values ('account_deleted', student.email, 'החשבון באקדמיה לפיננסים נמחק', '{}');
end $$;

-- The mail that confirms a deletion is the last thing that holds the address, and needs it until it is sent.
create function private.forget_last_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.recipient := 'deleted@account.invalid';
  new.last_error := null;
  return new;
end $$;
revoke execute on function private.forget_last_recipient() from public;
create trigger email_outbox_forget_last_recipient before update of status on public.email_outbox
  for each row when (new.kind = 'account_deleted' and new.status <> 'queued')
  execute function private.forget_last_recipient();
update public.email_outbox set recipient = 'deleted@account.invalid', last_error = null
  where kind = 'account_deleted' and status <> 'queued';
