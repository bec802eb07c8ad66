-- The owner hears that a code was used, and that new ones were made; the link of such a mail ends the codes.
alter table private.security_notices drop constraint security_notices_kind_check;
alter table private.security_notices add constraint security_notices_kind_check
  check (kind in ('new_device', 'email_change_begun', 'email_changed', 'phone_changed', 'second_step_joined',
    'second_step_removed', 'recovery_code_used', 'recovery_codes_made', 'role_changed', 'staff_closed', 'staff_reopened'));
comment on column private.security_notices.undo is
  'What the link takes back beside ending all sessions: former_email, former_phone, factors (ids), devices (words), recovery_codes.';

create or replace function private.notice_subject(kind text) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'new_device' then 'כניסה ממכשיר חדש לחשבון באקדמיה לפיננסים'
    when 'email_change_begun' then 'התבקשה החלפה של כתובת האימייל באקדמיה לפיננסים'
    when 'email_changed' then 'כתובת האימייל באקדמיה לפיננסים הוחלפה'
    when 'phone_changed' then 'מספר הטלפון באקדמיה לפיננסים הוחלף'
    when 'second_step_joined' then 'נוסף שלב שני לכניסה לאקדמיה לפיננסים'
    when 'second_step_removed' then 'הוסר השלב השני בכניסה לאקדמיה לפיננסים'
    when 'recovery_code_used' then 'נכנסתם לאקדמיה לפיננסים עם קוד גיבוי'
    when 'recovery_codes_made' then 'הופקו קודי גיבוי חדשים לכניסה לאקדמיה לפיננסים'
    when 'role_changed' then 'התפקיד שלכם בצוות האקדמיה לפיננסים השתנה'
    when 'staff_closed' then 'חשבון הניהול שלכם באקדמיה לפיננסים נסגר'
    when 'staff_reopened' then 'חשבון הניהול שלכם באקדמיה לפיננסים נפתח מחדש'
    else 'החשבון באקדמיה לפיננסים אובטח' end
$$;

create function private.tell_recovery_codes(account uuid, kind text, event jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.queue_security_notice(account, private.confirmed_email(account), kind, event, '{"recovery_codes": true}');
exception when others then
  raise warning 'no notice of recovery codes: %', sqlstate;
end $$;
comment on function private.tell_recovery_codes(uuid, text, jsonb) is
  'Tells of a code that was used or of new ones; a notice that fails is a line in the log.';
revoke execute on function private.tell_recovery_codes(uuid, text, jsonb) from public;

create or replace function private.take_back(notice private.security_notices) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted jsonb := notice.undo;
  undone text[] := '{}';
  remaining text[] := '{}';
begin
  if wanted ? 'former_email' then
    if not private.give_back_email(notice.user_id, wanted ->> 'former_email') then
      return jsonb_build_object('undone', undone, 'remaining', array['email']);
    end if;
    undone := undone || 'email'::text;
    -- Whoever took the address had the whole account: what changed after it goes too, and the links that they were sent.
    select wanted || coalesce(jsonb_object_agg(later.key, later.value order by later.created_at desc), '{}') into wanted from (
      select entry.key, entry.value, others.created_at from private.security_notices as others, jsonb_each(others.undo) as entry
      where others.user_id = notice.user_id and others.created_at >= notice.created_at and others.id <> notice.id
        and others.used_at is null and entry.key = 'former_phone') as later;
    select wanted || jsonb_build_object('factors', coalesce(jsonb_agg(ids.factor), '[]')) into wanted
      from private.security_notices as others, jsonb_array_elements(others.undo -> 'factors') as ids (factor)
      where others.user_id = notice.user_id and others.created_at >= notice.created_at;
    update private.security_notices as others set expires_at = now()
      where others.user_id = notice.user_id and others.created_at >= notice.created_at and others.id <> notice.id and others.expires_at > now();
  end if;
  if wanted ? 'former_phone' then
    if private.give_back_phone(notice.user_id, wanted ->> 'former_phone') then
      undone := undone || 'phone'::text;
    else
      remaining := remaining || 'phone'::text;
    end if;
  end if;
  if jsonb_array_length(coalesce(wanted -> 'factors', '[]')) > 0 then
    -- For a day only: after it, who reads an old mail must not take off the step that keeps readers of mails out.
    delete from auth.mfa_factors as factors where factors.user_id = notice.user_id and wanted -> 'factors' ? factors.id::text
      and exists (select from private.security_notices as told
        where told.user_id = notice.user_id and told.undo -> 'factors' ? factors.id::text and told.created_at > now() - interval '24 hours');
    if found then
      undone := undone || 'second_step'::text;
    elsif exists (select from auth.mfa_factors as factors where factors.user_id = notice.user_id and wanted -> 'factors' ? factors.id::text) then
      remaining := remaining || 'second_step'::text;
    end if;
  end if;
  -- Whoever took the address could make codes as well, and hear of them there.
  if wanted ?| '{recovery_codes,former_email}' then
    delete from private.recovery_codes as codes where codes.user_id = notice.user_id and codes.used_at is null;
    if found then
      undone := undone || 'recovery_codes'::text;
    end if;
  end if;
  delete from private.known_devices as devices using jsonb_array_elements(coalesce(wanted -> 'devices', '[]')) as told (device)
    where devices.user_id = notice.user_id and devices.browser = told.device ->> 'browser' and devices.system = told.device ->> 'system';
  update public.users set deletion_due_at = null
    where id = notice.user_id and deletion_due_at - interval '14 days' >= notice.created_at;
  if found then
    undone := undone || 'deletion'::text;
  end if;
  return jsonb_build_object('undone', undone, 'remaining', remaining);
end $$;
