create table private.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  browser text not null,
  system text not null,
  first_seen_at timestamptz not null default now(),
  primary key (user_id, browser, system)
);
comment on table private.known_devices is
  'From which browsers and systems an account was entered; words of private.device_words, empty where it knows none. A sign-in from another one is told to the owner.';
alter table private.known_devices enable row level security;

create table private.security_notices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users(id) on delete cascade,
  kind text not null check (kind in ('new_device', 'email_change_begun', 'email_changed', 'phone_changed',
    'second_step_joined', 'second_step_removed', 'recovery_code_used', 'recovery_codes_made', 'role_changed',
    'staff_closed', 'staff_reopened')),
  recipient text not null,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  undo jsonb not null default '{}'::jsonb,
  outcome jsonb,
  mail_id uuid references public.email_outbox(id) on delete set null,
  due_at timestamptz not null,
  expires_at timestamptz not null default (now() + '7 days'::interval),
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.security_notices is
  'Mails about the security of an account, and their links (SHA-256 of a 256-bit token) by which the owner says, once within seven days, that it was somebody else.';
comment on column private.security_notices.undo is 'What the link takes back beside ending all sessions: former_email, former_phone, factors (ids), devices (words), recovery_codes.';
comment on column private.security_notices.outcome is 'What the press came to; the second press is told the same.';
create index security_notices_user_id_created_at_idx on private.security_notices (user_id, created_at);
create index security_notices_mail_id_idx on private.security_notices (mail_id);
create index security_notices_created_at_idx on private.security_notices (created_at);
alter table private.security_notices enable row level security;

create view private.export_known_devices with (security_invoker = true) as
  select user_id as person, first_seen_at, browser, system from private.known_devices;

create view private.export_security_notices with (security_invoker = true) as
  select user_id as person, created_at, kind, recipient, used_at from private.security_notices;

create function private.confirmed_email(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select users.email from auth.users where users.id = account and users.email_confirmed_at is not null
$$;
comment on function private.confirmed_email(uuid) is
  'Where the owner of an account is reached; null while the address is not proved: it may be a stranger''s.';

create function private.mask_phone(phone text) returns text
language sql immutable set search_path = '' as $$
  select case when private.is_real_phone(phone) then repeat('*', greatest(length(phone) - 3, 1)) || right(phone, 3) end
$$;
comment on function private.mask_phone(text) is '+972541112233 becomes **********233.';

create function private.notice_subject(kind text) returns text
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

create function private.queue_security_notice(account uuid, recipient text, kind text, event jsonb, undo jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event_entry constant jsonb := jsonb_strip_nulls(event || jsonb_build_object('at', now()));
  way_back jsonb := queue_security_notice.undo;
  token text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  earlier record;
  pending uuid;
  mail uuid;
begin
  -- What the owner's own press takes back is told by the press.
  if recipient is null or exists (select from private.security_notices as pressed where pressed.user_id = account and pressed.used_at = now()) then
    return;
  end if;
  -- The first way back counts until it is used or over: whoever changes twice would else get one to what they put there.
  select way_back - coalesce(array_agg(keys.name), '{}') into way_back
    from private.security_notices as live, lateral jsonb_object_keys(live.undo) as keys (name)
    where live.user_id = account and live.used_at is null and live.expires_at > now() and keys.name in ('former_email', 'former_phone');
  -- One that waits takes the new event along.
  select notices.id, notices.mail_id into earlier
    from private.security_notices as notices join public.email_outbox as mails on mails.id = notices.mail_id
    where notices.user_id = account and notices.kind = queue_security_notice.kind and notices.recipient = queue_security_notice.recipient
      and mails.status = 'queued' and mails.attempts = 0 and mails.next_attempt_at > now()
    for update of mails;
  if found then
    update public.email_outbox as mails set content = mails.content || jsonb_build_object(
        'events', case when jsonb_array_length(mails.content -> 'events') >= 5 then (mails.content -> 'events') - 0 else mails.content -> 'events' end || event_entry,
        'times', (mails.content ->> 'times')::integer + 1)
      where mails.id = earlier.mail_id;
    update private.security_notices as notices set
        undo = way_back || notices.undo || jsonb_build_object(
          'factors', coalesce(notices.undo -> 'factors', '[]') || coalesce(way_back -> 'factors', '[]'),
          'devices', coalesce(notices.undo -> 'devices', '[]') || coalesce(way_back -> 'devices', '[]'))
      where notices.id = earlier.id;
    return;
  end if;
  -- The first of a kind goes at once. Later ones wait behind each other, 10, 20, 40 ... minutes, at most six hours: nobody
  -- can fill a mailbox, and what happens last is always told.
  select count(*)::integer as sent, max(notices.due_at) as last_due into earlier
    from private.security_notices as notices
    where notices.user_id = account and notices.kind = queue_security_notice.kind and notices.recipient = queue_security_notice.recipient
      and notices.created_at > now() - interval '24 hours';
  insert into private.security_notices (user_id, kind, recipient, token_hash, undo, due_at)
  values (account, queue_security_notice.kind, queue_security_notice.recipient, encode(sha256(convert_to(token, 'UTF8')), 'hex'), way_back,
    case when earlier.sent = 0 then now()
      else greatest(now(), earlier.last_due + least(interval '6 hours', interval '10 minutes' * power(2, least(earlier.sent, 10) - 1))) end)
  returning security_notices.id, security_notices.due_at into pending, earlier.last_due;
  insert into public.email_outbox (kind, recipient, subject, content, next_attempt_at)
  values ('security_notice', queue_security_notice.recipient, private.notice_subject(queue_security_notice.kind), jsonb_build_object(
      'what', queue_security_notice.kind, 'events', jsonb_build_array(event_entry), 'times', 1, 'token', token,
      'gives_back', way_back ?| '{former_email,former_phone}'), earlier.last_due)
  returning email_outbox.id into mail;
  update private.security_notices set mail_id = mail where security_notices.id = pending;
  delete from private.security_notices as old where old.id in (
    select over.id from private.security_notices as over where over.created_at < now() - interval '30 days' limit 20);
end $$;
comment on function private.queue_security_notice(uuid, text, text, jsonb, jsonb) is
  'Queues the mail about one event, or lets one that still waits tell of it too. Outside of every budget, consent and suppression.';

-- What follows must never stop what it tells of: a notice that fails is a line in the log.
create function private.notify_new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  words record;
  is_first boolean := not exists (select from private.known_devices where known_devices.user_id = new.user_id);
begin
  select coalesce(device.browser, '') as browser, coalesce(device.system, '') as system into words from private.device_words(new.user_agent) as device;
  insert into private.known_devices (user_id, browser, system) values (new.user_id, words.browser, words.system) on conflict do nothing;
  if found and not is_first then
    perform private.queue_security_notice(new.user_id, private.confirmed_email(new.user_id), 'new_device',
      jsonb_build_object('browser', words.browser, 'system', words.system, 'network', private.mask_address(new.ip)),
      jsonb_build_object('devices', jsonb_build_array(jsonb_build_object('browser', words.browser, 'system', words.system))));
  end if;
  return null;
exception when others then
  raise warning 'no notice of a session: %', sqlstate;
  return null;
end $$;
comment on function private.notify_new_device() is
  'Tells of a sign-in from a browser and system that the account was not entered from before; not of the very first.';

create function private.notify_address_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    return null;
  end if;
  if new.email is distinct from old.email then
    perform private.queue_security_notice(new.id, old.email, 'email_changed',
      jsonb_build_object('to', private.mask_email(new.email)), jsonb_build_object('former_email', old.email));
    perform private.queue_security_notice(new.id, new.email, 'email_changed', jsonb_build_object('from', private.mask_email(old.email)));
  else
    perform private.queue_security_notice(new.id, new.email, 'email_change_begun', jsonb_build_object('to', private.mask_email(new.email_change)));
  end if;
  return null;
exception when others then
  raise warning 'no notice of a change of address: %', sqlstate;
  return null;
end $$;
comment on function private.notify_address_change() is
  'Tells the present address of a change that was asked for, and both of one that is done; new addresses are masked, they are somebody''s own words.';

create function private.notify_second_step_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.queue_security_notice(old.user_id, private.confirmed_email(old.user_id), 'second_step_removed', '{}');
  else
    perform private.queue_security_notice(new.user_id, private.confirmed_email(new.user_id), 'second_step_joined', '{}',
      jsonb_build_object('factors', jsonb_build_array(new.id)));
  end if;
  return null;
exception when others then
  raise warning 'no notice of a second step: %', sqlstate;
  return null;
end $$;
comment on function private.notify_second_step_change() is 'Tells of an authenticator app that joined or left.';

create trigger sessions_insert_notice after insert on auth.sessions
  for each row execute function private.notify_new_device();

create trigger users_update_email_notice after update of email, email_change on auth.users
  for each row when (new.email is distinct from old.email or (new.email_change <> '' and new.email_change is distinct from old.email_change))
  execute function private.notify_address_change();

create trigger mfa_factors_update_notice after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified') execute function private.notify_second_step_change();

create trigger mfa_factors_delete_notice after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.notify_second_step_change();
