create function private.record_is_open(student uuid, seen text default 'record') returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.record_views as views join private.current_staff() as staff on staff.admin_id = views.viewer_id
    where views.student_id = student and views.what = seen and views.occurred_at > now() - interval '10 minutes'
      and views.noted_in is distinct from pg_current_xact_id_if_assigned());
end $$;
comment on function private.record_is_open(uuid, text) is
  'Whether the member of staff behind the request opened the record, or another part of it, in the last ten minutes, and in another transaction.';

-- The timeline reads the list instead of the sessions that live.
create function private.student_timeline(student_id uuid, query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  student constant uuid := student_timeline.student_id;
  size constant integer := 50;
  kinds text[] := '{sign_in,account,lesson,course,test,certificate,ticket,consent,mail,staff}';
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
  if query -> 'after' <> 'null' then
    before_at := private.place_part(query #> '{after,at}', 'timestamptz')::timestamptz;
    before_key := private.place_part(query #> '{after,key}', 'text');
  end if;
  if length(before_key) > 100 then
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
    (select moments.at, moments.what || ' ' || attempts.id, 'test', moments.what, versions.title_he,
        case when is_open and moments.what <> 'test_begun' then attempts.percent || '%' end, null
      from private.quiz_attempts as attempts
      join public.quizzes on quizzes.id = attempts.quiz_id
      join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version,
      lateral (values (attempts.started_at, 'test_begun'), (attempts.submitted_at, case
        when attempts.scored_at is null or quizzes.purpose = 'pretest' then 'test_ended'
        when attempts.passed then 'test_passed' else 'test_not_passed' end)) as moments (at, what)
      where attempts.user_id = student and moments.at is not null and 'test' = any (kinds))
    union all
    (select certificates.issued_at, 'certificate ' || certificates.id, 'certificate', 'certificate_issued', certificates.course_title, null, null
      from private.certificates where certificates.user_id = student and 'certificate' = any (kinds))
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
end $$;
comment on function private.student_timeline(uuid, jsonb) is
  'Fifty lines and one more, which says that there are others. Of mails the kind and the state, never what they say.';
grant execute on function private.student_timeline(uuid, jsonb) to authenticated;

create function public.student_timeline(student_id uuid, query jsonb default '{}') returns json
language sql stable set search_path = '' begin atomic select private.student_timeline(student_id, query); end;
comment on function public.student_timeline(uuid, jsonb) is
  'What happened in the account of a student, newest first, 50 a page; for staff with students.view. Keys of the query: kinds (sign_in, account, lesson, course, test, certificate, ticket, consent, mail, staff), after ({at, key}). Devices, subjects and percents only while the record is open.';
grant execute on function public.student_timeline(uuid, jsonb) to authenticated;
