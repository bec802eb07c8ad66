-- Sessions go when they end, and with them what the record told of sign-ins. A short list of its own stays.
create table private.sign_ins (
  session_id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  signed_in_at timestamptz not null default now(),
  browser text not null,
  system text not null,
  address text,
  with_app boolean not null default false
);
comment on table private.sign_ins is
  'The last 50 sign-ins of an account, for 180 days: when, from which browser, system and masked address, and whether a code of the authenticator app was given. Written by the sign-in itself.';
comment on column private.sign_ins.session_id is 'The session that began; it may have ended long ago.';
create index sign_ins_user_id_signed_in_at_idx on private.sign_ins (user_id, signed_in_at desc);
create index sign_ins_signed_in_at_idx on private.sign_ins (signed_in_at);
revoke all on private.sign_ins from anon, authenticated, service_role;
alter table private.sign_ins enable row level security;
create view private.export_sign_ins with (security_invoker = true) as
  select user_id as person, signed_in_at, browser, system, address, with_app from private.sign_ins;

insert into private.sign_ins (session_id, user_id, signed_in_at, browser, system, address, with_app)
  select sessions.id, sessions.user_id, sessions.created_at, coalesce(words.browser, ''), coalesce(words.system, ''),
    private.mask_address(sessions.ip), coalesce(sessions.aal::text = 'aal2', false)
  from auth.sessions, private.device_words(sessions.user_agent) as words
  where sessions.created_at > now() - interval '180 days';

create function private.keep_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sign_ins (session_id, user_id, signed_in_at, browser, system, address)
  select new.id, new.user_id, coalesce(new.created_at, now()), coalesce(words.browser, ''), coalesce(words.system, ''), private.mask_address(new.ip)
  from private.device_words(new.user_agent) as words
  on conflict (session_id) do nothing;
  delete from private.sign_ins where sign_ins.session_id in (
    select kept.session_id from private.sign_ins as kept where kept.user_id = new.user_id
    order by kept.signed_in_at desc, kept.session_id offset 50);
  -- Every sign-in takes a few old ones along, whosever they are.
  delete from private.sign_ins where sign_ins.session_id in (
    select past.session_id from private.sign_ins as past where past.signed_in_at < now() - interval '180 days' limit 20);
  return null;
exception when others then
  raise warning 'a sign-in is not listed: %', sqlstate;
  return null;
end $$;
comment on function private.keep_sign_in() is 'Lists a sign-in and forgets the oldest; it never stops one.';
revoke execute on function private.keep_sign_in() from public;
create trigger sessions_insert_sign_in after insert on auth.sessions
  for each row execute function private.keep_sign_in();

create function private.note_app_of_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.sign_ins set with_app = true where sign_ins.session_id = new.id and not sign_ins.with_app;
  return null;
exception when others then
  raise warning 'the second step of a sign-in is not listed: %', sqlstate;
  return null;
end $$;
revoke execute on function private.note_app_of_sign_in() from public;
create trigger sessions_update_sign_in after update of aal on auth.sessions
  for each row when (new.aal::text = 'aal2' and old.aal::text is distinct from 'aal2')
  execute function private.note_app_of_sign_in();

create function private.list_my_sign_ins()
returns table (signed_in_at timestamptz, browser text, system text, address text, with_app boolean, is_open boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select mine.signed_in_at, mine.browser, mine.system, mine.address, mine.with_app,
      exists (select from auth.sessions where sessions.id = mine.session_id)
    from private.sign_ins as mine
    where mine.user_id = auth.uid() and mine.signed_in_at > now() - interval '180 days'
    order by mine.signed_in_at desc, mine.session_id limit 50;
end $$;
revoke execute on function private.list_my_sign_ins() from public;
grant execute on function private.list_my_sign_ins() to authenticated;
create function public.list_my_sign_ins()
returns table (signed_in_at timestamptz, browser text, system text, address text, with_app boolean, is_open boolean)
language sql stable set search_path = '' begin atomic
  select mine.signed_in_at, mine.browser, mine.system, mine.address, mine.with_app, mine.is_open from private.list_my_sign_ins() as mine;
end;
comment on function public.list_my_sign_ins() is
  'The last 50 sign-ins of the caller within 180 days, ended ones too; addresses are masked. 401 SESSION_ENDED for a session that was ended.';
revoke execute on function public.list_my_sign_ins() from public, anon;
grant execute on function public.list_my_sign_ins() to authenticated;

-- The timeline reads the list instead of the sessions that live.
create or replace function private.student_timeline(student_id uuid, query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  student constant uuid := student_timeline.student_id;
  size constant integer := 50;
  kinds text[] := '{sign_in,account,lesson,course,ticket,consent,mail,staff}';
  is_open boolean;
  before_at timestamptz := 'infinity';
  before_key text := '';
  found json;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not exists (select from public.users where users.id = student) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
  is_open := private.record_is_open(student);
  if jsonb_typeof(query -> 'kinds') = 'array' then
    kinds := array(select jsonb_array_elements_text(query -> 'kinds') limit 20);
  end if;
  if jsonb_typeof(query -> 'after') = 'object' then
    before_at := (query #>> '{after,at}')::timestamptz;
    before_key := query #>> '{after,key}';
  end if;
  if before_at is null or before_key is null or length(before_key) > 100 then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
  end if;
  with all_lines (at, key, kind, what, title, detail, actor) as (
    (select entries.signed_in_at, 'sign_in ' || entries.session_id, 'sign_in',
        case when entries.with_app then 'signed_in_with_app' else 'signed_in' end, null::text,
        case when is_open then concat_ws(' · ', nullif(entries.browser, ''), nullif(entries.system, ''), entries.address) end,
        null::text
      from private.sign_ins as entries
      where entries.user_id = student and entries.signed_in_at > now() - interval '180 days' and 'sign_in' = any (kinds))
    union all
    (select devices.first_seen_at, 'device ' || devices.browser || ' ' || devices.system, 'sign_in', 'new_device', null,
        case when is_open then concat_ws(' · ', nullif(devices.browser, ''), nullif(devices.system, '')) end, null
      from private.known_devices as devices where devices.user_id = student and 'sign_in' = any (kinds))
    union all
    (select moments.at, 'account ' || moments.what, 'account', moments.what, null, null, null
      from public.users, lateral (values (users.created_at, 'registered'), (users.email_verified_at, 'confirmed')) as moments (at, what)
      where users.id = student and moments.at is not null and 'account' = any (kinds))
    union all
    (select moments.at, moments.what || ' ' || progress.id, 'lesson', moments.what, lessons.title_he, courses.title_he, null
      from public.user_progress as progress
      join public.lessons on lessons.id = progress.lesson_id
      join public.courses on courses.id = progress.course_id,
      lateral (values (progress.created_at, 'lesson_begun'),
        (progress.last_watched, case when progress.completed then 'lesson_completed' else 'lesson_watched' end)) as moments (at, what)
      where progress.user_id = student and 'lesson' = any (kinds))
    union all
    (select done.completed_at, 'course ' || done.id, 'course', 'course_completed', courses.title_he, null, null
      from public.course_completions as done join public.courses on courses.id = done.course_id
      where done.user_id = student and 'course' = any (kinds))
    union all
    (select tickets.created_at, 'ticket ' || tickets.id, 'ticket', 'ticket_' || tickets.status, null,
        case when is_open then tickets.subject end, null
      from public.support_tickets as tickets where tickets.user_id = student and 'ticket' = any (kinds))
    union all
    (select events.occurred_at, 'consent ' || events.id, 'consent', events.purpose,
        null, case when events.granted then 'granted' else 'refused' end, null
      from public.consent_events as events where events.user_id = student and 'consent' = any (kinds))
    union all
    (select mails.created_at, 'mail ' || mails.id, 'mail', coalesce(mails.content ->> 'what', mails.kind), null, mails.status, null
      from private.addresses_of(student) as known (address)
      join public.email_outbox as mails on mails.recipient = known.address and not mails.is_decoy
      where 'mail' = any (kinds))
    union all
    (select mails.created_at, 'sign-in mail ' || md5(mails.kind || mails.created_at), 'mail', mails.kind, null, mails.status, null
      from private.sign_in_mails(student) as mails where 'mail' = any (kinds))
    union all
    (select log.occurred_at, 'staff ' || log.id, case when log.actor is distinct from student then 'staff' else 'account' end,
        log.action, null, log.after ->> 'reason', admin_users.first_name
      from public.audit_log as log left join public.admin_users on admin_users.supabase_auth_id = log.actor
      where log.entity = 'users' and log.entity_id = student::text and log.action not in ('insert', 'update', 'delete')
        and case when log.actor is distinct from student then 'staff' else 'account' end = any (kinds))
    union all
    (select views.occurred_at, 'look ' || views.id, 'staff', 'looked_' || views.what, null, null, views.viewer_first_name
      from public.record_views as views where views.student_id = student and 'staff' = any (kinds))
  ), page as (
    select * from all_lines where (all_lines.at, all_lines.key collate "C") < (before_at, before_key)
    order by all_lines.at desc, all_lines.key collate "C" desc limit size + 1)
  select coalesce(json_agg(row_to_json(page) order by page.at desc, page.key collate "C" desc), '[]') into found from page;
  return json_build_object('rows', found, 'size', size, 'is_open', is_open);
exception
  when invalid_datetime_format or datetime_field_overflow then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
