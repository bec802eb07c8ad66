-- Every mail names the academy as the settings do, not the campaigns alone.
create function public.mail_sender() returns json
language sql stable set search_path = '' begin atomic select private.mail_sender(); end;
comment on function public.mail_sender() is 'For the server: name and address of the academy for its mails, null where nobody set one.';
revoke execute on function public.mail_sender() from public, anon, authenticated;
grant execute on function public.mail_sender() to service_role;
grant execute on function private.mail_sender() to service_role;

create function private.academy_subject(words text) returns text
language sql stable security definer set search_path = '' as $$
  -- After the words: a name of any kind takes no Hebrew prefix.
  select words || ' · ' || coalesce(private.mail_sender() ->> 'name', 'האקדמיה לפיננסים')
$$;
comment on function private.academy_subject(text) is 'The subject of a mail, with the name of the academy behind it.';
revoke execute on function private.academy_subject(text) from public;

create or replace function private.mail_request_words(request jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'AcademyName', private.mail_sender() ->> 'name',
    'RequestedAt', to_char((request ->> 'requested_at')::timestamptz at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI'),
    'RequestedFrom', coalesce(nullif(concat_ws(', ', words.browser, words.system), ''), 'שלא זוהה')))
  from private.device_words(request ->> 'user_agent') as words
$$;
comment on function private.mail_request_words(jsonb) is
  'Name of the academy where the settings hold one, time of the wall clock in Israel, and device in words of our own list.';

create or replace function private.notice_subject(kind text) returns text
language sql stable set search_path = '' as $$
  select private.academy_subject(case kind
    when 'new_device' then 'כניסה ממכשיר חדש לחשבון'
    when 'email_change_begun' then 'התבקשה החלפה של כתובת האימייל'
    when 'email_changed' then 'כתובת האימייל של החשבון הוחלפה'
    when 'phone_changed' then 'מספר הטלפון של החשבון הוחלף'
    when 'second_step_joined' then 'נוסף שלב שני לכניסה לחשבון'
    when 'second_step_removed' then 'הוסר השלב השני בכניסה לחשבון'
    when 'recovery_code_used' then 'נכנסתם לחשבון עם קוד גיבוי'
    when 'recovery_codes_made' then 'הופקו קודי גיבוי חדשים לכניסה לחשבון'
    when 'role_changed' then 'התפקיד שלכם בצוות השתנה'
    when 'staff_closed' then 'חשבון הניהול שלכם נסגר'
    when 'staff_reopened' then 'חשבון הניהול שלכם נפתח מחדש'
    else 'החשבון אובטח' end)
$$;

create or replace function private.mark_for_deletion(student public.users, kept_session uuid, said_reason text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  due timestamptz;
begin
  update public.users set deletion_due_at = now() + interval '14 days' where id = student.id
    returning users.deletion_due_at into due;
  delete from auth.sessions where user_id = student.id and id is distinct from kept_session;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'deletion requested', 'users', student.id::text,
    jsonb_strip_nulls(jsonb_build_object('deletion_due_at', due, 'reason', trim(said_reason))));
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('account_deletion_requested', student.email, private.academy_subject('התקבלה בקשה למחיקת החשבון'),
    jsonb_build_object('due_at', due));
  return due;
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
  values ('account_deleted', student.email, private.academy_subject('החשבון נמחק'), '{}');
end $$;

create or replace function private.queue_weekly_mails(at timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  week constant date := private.week_of(private.day_of(at)) - 7;
  queued integer;
begin
  -- From eight on the Sunday after it, and later that day where no process was there at eight.
  if extract(dow from private.day_of(at)) <> 0 or extract(hour from at at time zone 'Asia/Jerusalem') not between 8 and 19 then
    return 0;
  end if;
  -- Whoever takes the line tells the week: a second process waits for it and finds it told.
  with told as (
    update private.weekly_mails as mails set told_week = week
    from public.admin_users as members join public.roles on roles.id = members.role_id
    where members.id = mails.member_id and members.is_active and members.email_verified
      and private.role_holds(roles.name, 'analytics.view') and mails.told_week is distinct from week
    returning members.email)
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'weekly_figures', told.email, private.academy_subject('השבוע במספרים'), figures.content
  from told cross join (
    select jsonb_build_object('first', week, 'last', week + 6,
      'week', private.told_totals(private.analytics_totals(week, week + 6), 7),
      'before', private.told_totals(private.analytics_totals(week - 7, week - 1), 7)) as content) as figures;
  get diagnostics queued = row_count;
  return queued;
end $$;
