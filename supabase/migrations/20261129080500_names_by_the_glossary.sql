-- Renames alone: no row changes. What holds rows is renamed in place, and so is every function whose arguments keep their names.
alter table private.approval_requests rename column act to action;
alter table private.approval_requests rename constraint approval_requests_act_check to approval_requests_action_check;
alter table private.backups rename column told_at to reported_at;
alter table private.working_copies rename column kept_at to stored_at;
alter index private.working_copies_kept_at_idx rename to working_copies_stored_at_idx;
alter table private.registrations rename column said_at to submitted_at;
alter index private.registrations_said_at_idx rename to registrations_submitted_at_idx;
alter view private.export_registrations rename column said_at to submitted_at;
alter table public.progress_flags rename column said_seconds to reported_seconds;
alter view private.export_progress_flags rename column said_seconds to reported_seconds;
alter table private.weekly_mails rename column told_week to mailed_week;

alter trigger email_outbox_forget_last_recipient on public.email_outbox rename to email_outbox_update_recipient;
alter trigger support_tickets_forget on public.support_tickets rename to support_tickets_update_redact;
alter trigger support_tickets_forget_mails on public.support_tickets rename to support_tickets_update_delete_mails;

alter function private.count_progress_anew(uuid, integer) rename to recompute_progress;
alter function private.forget_contact_details(text, public.users) rename to redact_contact_details;
alter function private.forget_last_recipient() rename to redact_recipient;
alter function private.forget_ticket() rename to redact_ticket;
alter function private.forget_mails() rename to delete_ticket_mails;
alter function private.forget_sign_in_mails(text[]) rename to delete_person_mails;
alter function private.quiz_answers_as_kept(uuid, jsonb) rename to stored_quiz_answers;
alter function private.told(bigint, bigint) rename to disclosed_count;
alter function private.told_totals(json, integer) rename to disclosed_totals;
alter function private.said_error(text, text, text) rename to error_response;
alter function private.owed_legal_versions(uuid) rename to missing_legal_versions;
alter function private.session_stands() rename to session_is_valid;
alter function private.stands_by_waiver(text, uuid) rename to published_by_waiver;
alter function private.require_fresh_act() rename to require_fresh_staff_sign_in;
alter function private.tell_session() rename to notify_new_device;
alter function private.tell_address() rename to notify_address_change;
alter function private.tell_second_step() rename to notify_second_step_change;
alter function private.tell_recovery_codes(uuid, text, jsonb) rename to notify_recovery_codes;
alter function private.tell_staff() rename to notify_staff_change;
alter function private.tell_page_change() rename to notify_page_change;
alter function private.tell_fact() rename to refresh_fact_texts;
alter function private.say_amount(numeric, text) rename to format_amount;
alter function private.say_fact(public.finance_facts) rename to format_fact;
alter function private.say_whole_fact(public.finance_facts) rename to format_whole_fact;

alter policy users_insert_own on public.users
  with check (id = (select auth.uid()) and email = (select private.own_email()) and (select private.session_is_valid()));

create or replace view private.export_registrations with (security_invoker = true) as
  select users.id as person, registration.submitted_at, registration.first_name, registration.last_name, '***' || right(registration.phone_number, 3) as phone_ends_with, registration.marketing_consent, registration.applied_at
  from private.registrations as registration join public.users on users.id = registration.user_id or (registration.user_id is null and users.email = registration.email);

-- Functions whose arguments are renamed are made anew; all others get the bodies that name what is renamed.
set local check_function_bodies = off;

DROP FUNCTION "private"."change_content"(text, uuid, bigint, text, jsonb);

DROP FUNCTION "private"."course_of_save"(uuid, uuid);

DROP FUNCTION "private"."fill_profile"(uuid, private.registrations);

DROP FUNCTION "private"."formula_fits"(text);

DROP FUNCTION "private"."is_first_entry"(uuid, timestamp with time zone);

DROP FUNCTION "private"."is_vimeo_video"(text);

DROP FUNCTION "private"."keep_mail"(jsonb, text, uuid, uuid);

DROP FUNCTION "private"."limit_watched"(public.user_progress, public.user_progress, int4multirange, integer);

DROP FUNCTION "private"."mail_answer"(public.support_tickets, text);

DROP FUNCTION "private"."mark_for_deletion"(public.users, uuid, text);

DROP FUNCTION "private"."merge_progress"(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamp with time zone);

DROP FUNCTION "private"."names_person"(text, public.support_tickets);

DROP FUNCTION "private"."note_student_action"(uuid, text, text);

DROP FUNCTION "private"."plain_name"(text);

DROP FUNCTION "private"."read_in_order"(boolean);

DROP FUNCTION "private"."student_to_change"(uuid, text);

DROP FUNCTION "private"."take_second_step_off"(uuid, text);

DROP FUNCTION "private"."undirected"(text);

DROP FUNCTION "private"."unknown_variable"(text);

DROP FUNCTION "public"."change_contents"(text, text, jsonb, jsonb);

DROP FUNCTION "private"."change_contents"(text, text, jsonb, jsonb);

DROP FUNCTION "public"."create_admin_invitation"(text, text, text, text);

DROP FUNCTION "public"."explain_reach"(uuid, uuid, text);

DROP FUNCTION "private"."explain_reach"(uuid, uuid, text);

DROP FUNCTION "public"."make_backup_link"(text);

DROP FUNCTION "private"."require_approval"(text, jsonb);

DROP FUNCTION "public"."request_approval"(text, jsonb, text);

DROP FUNCTION "private"."request_approval"(text, jsonb, text);

DROP FUNCTION "public"."steer_campaign"(uuid, text);

DROP FUNCTION "private"."steer_campaign"(uuid, text);

CREATE OR REPLACE FUNCTION private.accept_admin_invitation(token_input text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account record;
  invitation public.invitation_history;
  member uuid;
begin
  select users.id, lower(users.email) as email, users.email_confirmed_at, users.last_sign_in_at into account
    from auth.users where users.id = auth.uid() and users.email_confirmed_at is not null and private.session_is_valid();
  if not found then
    return json_build_object('success', false, 'error', 'No authenticated session', 'admin_id', null);
  end if;
  -- The sender first, as where one is closed; the row of the new member names the sender.
  perform from public.admin_users where admin_users.id = (
    select invitations.invited_by from public.invitation_history as invitations
    where invitations.invitation_token = private.hash_token(coalesce(token_input, '')) and invitations.status = 'pending')
    for key share;
  -- One statement takes the invitation: of parallel callers exactly one gets a row back (T14).
  update public.invitation_history set
    status = case when expires_at > now() then 'accepted' else 'expired' end,
    accepted_at = case when expires_at > now() then now() end
  where invitation_token = private.hash_token(coalesce(token_input, '')) and status = 'pending' and email = account.email
  returning * into invitation;
  if not found then
    return json_build_object('success', false, 'error', 'Invalid or expired invitation', 'admin_id', null);
  end if;
  if invitation.status = 'expired' then
    return json_build_object('success', false, 'error', 'Invitation has expired', 'admin_id', null);
  end if;
  insert into public.admin_users (supabase_auth_id, email, first_name, last_name, role_id, invited_by,
    email_verified, email_verified_at, last_login_at)
  values (account.id, account.email, invitation.first_name, invitation.last_name, invitation.role_id, invitation.invited_by,
    true, account.email_confirmed_at, account.last_sign_in_at)
  returning id into member;
  return json_build_object('success', true, 'error', null, 'admin_id', member);
exception
  when unique_violation then
    return json_build_object('success', false, 'error', 'Invalid or expired invitation', 'admin_id', null);
end $function$;

CREATE OR REPLACE FUNCTION private.accept_legal_documents(version_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing record;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  -- Twice at once is one agreement; and no text is published while it is agreed to.
  perform from public.users where users.id = auth.uid() for update;
  perform from public.legal_documents as documents where documents.slug in ('terms', 'privacy') order by documents.slug for share;
  for missing in select texts.slug, current.id from private.missing_legal_versions(auth.uid()) as texts
    cross join lateral private.legal_version_at(texts.slug, clock_timestamp()) as current
  loop
    -- The page that was agreed on showed another text, or not all of them.
    if (missing.id = any (version_ids)) is not true then
      perform private.raise_app_error('LEGAL_TEXT_CHANGED', 409, 'Another version is in force by now');
    end if;
    insert into public.consent_events (user_id, purpose, granted, occurred_at) values (auth.uid(), missing.slug, true, clock_timestamp());
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.accessibility_state()
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with captioned as materialized (select lesson_id from public.lesson_contents as contents where private.is_filled(contents.captions)),
  transcribed as materialized (select lesson_id from public.lesson_contents as contents where private.is_filled(contents.transcript)),
  shown_lessons as (
    select lessons.id, captioned.lesson_id is not null as has_captions, transcribed.lesson_id is not null as has_transcript
    from public.lessons
    join public.courses on courses.id = lessons.course_id and courses.is_published
    left join captioned on captioned.lesson_id = lessons.id left join transcribed on transcribed.lesson_id = lessons.id
    where lessons.is_published
  ), silent_lessons as materialized (
    select private.published_by_waiver('lesson', id) as is_waived from shown_lessons where not has_captions and not has_transcript
  ), poor_articles as materialized (
    select bool_or(lacks_words) as lacks_words, bool_or(skips_level) as skips_level, private.published_by_waiver(kind, id) as is_waived
    from (
      select kind, id, true as lacks_words, false as skips_level from public.articles
      where is_published and private.lacks_picture_words(body) and coalesce(published_at, created_at) <= now()
      union all
      select kind, id, false, true from public.articles
      where is_published and private.skips_heading_level(body) and coalesce(published_at, created_at) <= now()) as found
    group by kind, id
  )
  select json_build_object(
    'lessons', (select count(*) from shown_lessons),
    'captioned', (select count(*) from shown_lessons where has_captions),
    'transcribed', (select count(*) from shown_lessons where has_transcript),
    'silent', (select count(*) from silent_lessons),
    'silent_waived', (select count(*) from silent_lessons where is_waived),
    'articles', (select count(*) from public.articles where is_published and coalesce(published_at, created_at) <= now()),
    'pictures_without_words', (select count(*) from poor_articles where lacks_words),
    'pictures_waived', (select count(*) from poor_articles where lacks_words and is_waived),
    'headings_out_of_order', (select count(*) from poor_articles where skips_level),
    'headings_waived', (select count(*) from poor_articles where skips_level and is_waived))
$function$;

CREATE OR REPLACE FUNCTION private.add_demo_accounts(seed integer, until timestamp with time zone, people private.demo_student[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The trigger that gives a student an empty profile passes by what is no student yet.
  insert into auth.users (id, aud, role, email, email_confirmed_at, last_sign_in_at, created_at, updated_at, banned_until,
    raw_app_meta_data, raw_user_meta_data)
  select made.id, 'authenticated', 'authenticated', made.email, case when made.state <> 'unverified' then made.joined end, made.seen,
    made.joined, made.joined, case when made.state = 'closed' then until + interval '100 years' end,
    '{"provider":"email","providers":["email"],"demo":true}', '{"user_type":"admin"}'
  from unnest(people) as made;
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  select private.demo_id(seed, made.n, 'identity'), made.id::text, made.id, jsonb_build_object('sub', made.id, 'email', made.email), 'email',
    made.seen, made.joined, made.joined
  from unnest(people) as made;
  insert into public.users (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent,
    consent_given_at, is_active, last_login_at, created_at, deletion_due_at)
  select made.id, made.email, profile.first_name, profile.last_name, profile.phone, made.marketing and made.state <> 'unverified',
    made.state <> 'unverified', made.state <> 'unverified', made.joined, made.state <> 'closed', made.seen, made.joined,
    case when made.state = 'leaving' then until + interval '14 days' * (0.1 + 0.9 * made.eager) end
  from unnest(people) as made
  left join lateral (select made.first_name, made.last_name, made.phone where made.state <> 'unverified') as proved on true,
    lateral (select coalesce(proved.first_name, '') as first_name, coalesce(proved.last_name, '') as last_name, proved.phone) as profile
 ;
  update auth.users set raw_user_meta_data = '{"user_type":"student"}'
    where users.id = any (array(select made.id from unnest(people) as made));
  update public.consent_events set occurred_at = students.created_at
    from public.users as students
    where consent_events.user_id = students.id
      and students.id = any (array(select made.id from unnest(people) as made));
end $function$;

CREATE OR REPLACE FUNCTION private.add_demo_desk(seed integer, until timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_demo_academy();
  perform pg_advisory_xact_lock(hashtextextended('demo people', 0));
  insert into private.canned_replies (id, title, body)
  select private.demo_id(seed, entries.n, 'ready'), entries.title, entries.body from (values
    (1, 'הסרטון נעצר', E'שלום {שם},\n\nננסה לפתור את זה יחד: רעננו את העמוד, ואם זה נמשך כתבו לנו מאיזה מכשיר ומאיזה דפדפן.\n\n{נציג}, צוות האקדמיה'),
    (2, 'אין קישור כניסה', E'שלום {שם},\n\nהקישור נשלח לכתובת שאיתה נרשמתם ותקף לזמן קצר. בדקו גם בספאם, ובקשו קישור חדש.\n\n{נציג}'),
    (3, 'שאלה על שיעור', E'שלום {שם},\n\nתודה על השאלה על "{שיעור}". '),
    (4, 'ייעוץ אישי', E'שלום {שם},\n\nאנחנו מלמדים ולא מייעצים: על תיק אישי עונה רק בעל רישיון. נשמח לענות על מה שנלמד בקורס "{קורס}".\n\n{נציג}'),
    (5, 'תיקון שם או טלפון', E'שלום {שם},\n\nאת השם והטלפון משנים בפרופיל. אם השדה נעול, כתבו לנו ונשנה אחרי אימות.\n\n{נציג}'),
    (6, 'תודה וסגירה', E'שלום {שם},\n\nשמחנו לעזור. אם משהו לא ברור, עונים להודעה הזאת והפנייה נפתחת שוב.\n\n{נציג}')
  ) as entries (n, title, body)
  on conflict do nothing;
  perform private.add_demo_visitor_tickets(seed, until);
  perform private.add_demo_student_tickets(seed, until);
  perform private.work_demo_tickets(seed, until);
  perform private.add_demo_messages(seed, until);
  return (select count(*) from private.campaigns where campaigns.occasion is null);
end $function$;

CREATE OR REPLACE FUNCTION private.add_demo_messages(seed integer, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  author uuid := (select admin_users.id from public.admin_users where admin_users.email = 'marketing@academy.example');
begin
  insert into private.campaigns (id, name, kind, state, subject, body, audience, starts_at, started_at, ended_at, author_id, created_at, updated_at)
  select private.demo_id(seed, entries.n, 'campaign'), entries.name, entries.kind, entries.state, entries.subject,
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', entries.words))))),
    jsonb_build_object('match', 'all', 'rules', jsonb_build_array(jsonb_build_object('field', 'activity', 'op', 'within', 'days', 90))),
    case when entries.state = 'scheduled' then greatest(until, now()) + interval '60 days' end,
    case when entries.state in ('done', 'paused', 'cancelled') then until - entries.ago end,
    case when entries.state in ('done', 'cancelled') then until - entries.ago + interval '40 minutes' end, author, until - entries.ago - interval '1 day', until - entries.ago
  from (values
    (1, 'עדכון תנאי השימוש', 'service', 'done', 'עדכנו את תנאי השימוש', 'שלום {{first_name|לכם}}, עדכנו את תנאי השימוש. השינויים מסוכמים בראש הדף.', interval '34 days'),
    (2, 'ידיעון נובמבר', 'marketing', 'done', '{{first_name|שלום}}, שלושה שיעורים חדשים על ריבית', 'עלו שלושה שיעורים קצרים על ריבית דריבית, עם דפי עבודה.', interval '12 days'),
    (3, 'סקר שביעות רצון', 'marketing', 'paused', 'נשמח לשמוע מה חסר לכם', 'שלוש שאלות קצרות, שתי דקות.', interval '1 day'),
    (4, 'מבצע שבוטל', 'marketing', 'cancelled', 'מפגש פתוח ביום שלישי', 'המפגש נדחה, ולכן ההודעה בוטלה באמצע.', interval '20 days'),
    (5, 'תזכורת לסוף השנה', 'service', 'scheduled', 'סיכום השנה שלכם באקדמיה', 'בסוף החודש נשלח סיכום של מה שלמדתם.', interval '2 days'),
    (6, 'קורס חדש: פנסיה', 'marketing', 'draft', 'קורס חדש על פנסיה', 'טיוטה: להשלים תאריך ולבדוק את הקישור.', interval '6 hours')
  ) as entries (n, name, kind, state, subject, words, ago)
  on conflict do nothing;
  insert into private.campaign_recipients (id, campaign_id, user_id, state, reason, attempts, settled_at, read_at, due_at, queued_at, created_at)
  select private.demo_id(seed, sent.n, 'recipient ' || people.id), campaigns.id, people.id, ends.state,
    case ends.state when 'refused' then '550 5.1.1 mailbox unavailable' when 'failed' then '451 4.7.1 try again later' when 'unconfirmed' then 'the sender ended'
      when 'skipped' then case when campaigns.state = 'cancelled' then 'cancelled' else 'muted' end end,
    case when ends.state in ('waiting', 'skipped') then 0 when ends.state = 'failed' then 6 else 1 end,
    case when ends.state <> 'waiting' then campaigns.started_at + people.place * interval '1 second' end,
    case when ends.state = 'sent' and ends.draw < 0.5 then campaigns.started_at + people.place * interval '1 second' + interval '5 hours' end,
    campaigns.started_at, campaigns.started_at, campaigns.started_at
  from unnest(array[1, 2, 3, 4]) as sent (n) join private.campaigns on campaigns.id = private.demo_id(seed, sent.n, 'campaign'),
    lateral (
      select chosen.*, count(*) over () as total from (
      select users.id, users.email, row_number() over (order by users.created_at, users.id) as place from public.users
      where (users.email like '%@students.example' or users.email = 'student@academy.example') and users.is_active and users.email_verified
        and users.created_at < campaigns.created_at + case when users.email = 'student@academy.example' then interval '10 years' else interval '0' end
        and (campaigns.kind = 'service' or users.marketing_consent)
      order by (users.email = 'student@academy.example') desc, users.created_at, users.id limit 300) as chosen) as people,
    lateral (select private.demo_turn(seed, people.id, 'end ' || sent.n) as draw) as drawn,
    lateral (select drawn.draw, case
      when people.email = 'student@academy.example' then 'sent'
      when campaigns.state = 'paused' and people.place > people.total * 0.4 then 'waiting'
      when campaigns.state = 'cancelled' and people.place > people.total * 0.3 then 'skipped'
      when drawn.draw < 0.93 then 'sent' when drawn.draw < 0.95 then 'bounced' when drawn.draw < 0.965 then 'refused'
      when drawn.draw < 0.975 then 'unconfirmed' when drawn.draw < 0.98 then 'failed' else 'skipped' end as state) as ends
  where campaigns.version = 1
  on conflict do nothing;
  insert into public.email_suppressions (address, reason, note, created_at)
  select users.email, 'bounced', null, recipients.settled_at
  from private.campaign_recipients as recipients join public.users on users.id = recipients.user_id
  where recipients.campaign_id = private.demo_id(seed, 2, 'campaign') and recipients.state in ('bounced', 'refused')
  union all
  select entries.address, entries.reason, entries.note, until - entries.ago from (values
    ('complaint.1@students.example', 'complained', null, interval '11 days'),
    ('complaint.2@students.example', 'complained', null, interval '40 days'),
    ('left.1@students.example', 'unsubscribed', null, interval '8 days'),
    ('left.2@students.example', 'unsubscribed', null, interval '70 days'),
    ('asked.1@students.example', 'added', 'ביקשה בטלפון לא לקבל שום הודעה', interval '16 days')
  ) as entries (address, reason, note, ago)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.add_demo_student_tickets(seed integer, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student public.users := (select users from public.users where users.email = 'student@academy.example');
  place record;
begin
  if student.id is null then
    return;
  end if;
  select lessons.id, lessons.course_id, lessons.title_he, least(252, lessons.duration_seconds / 2) as second into place
  from public.lessons join public.courses on courses.id = lessons.course_id join public.lesson_contents as contents on contents.lesson_id = lessons.id
  where lessons.is_published and courses.is_published order by courses.order_index, lessons.order_index, lessons.id limit 1;
  insert into public.support_tickets (id, user_id, name, email, subject, course_id, lesson_id, position_seconds, status, tags, created_at)
  select private.demo_id(seed, asked.n, 'own ticket'), student.id, coalesce(nullif(trim(concat_ws(' ', student.first_name, student.last_name)), ''), student.email), student.email, asked.subject,
    asked.course, asked.lesson, asked.second, asked.status, asked.tags, until - asked.ago
  from (values
    (1, left('שאלה על השיעור: ' || place.title_he, 150), place.course_id, place.id, place.second, 'pending', '{תוכן}'::text[], interval '3 days'),
    (2, 'דף העבודה לא נפתח בטלפון', null, null, null, 'open', '{תוכן}', interval '7 hours')
  ) as asked (n, subject, course, lesson, second, status, tags, ago)
  where asked.subject is not null
  on conflict do nothing;
  insert into public.support_messages (id, ticket_id, body, from_staff, author_id, created_at)
  select private.demo_id(seed, entries.n, 'own ' || entries.who), tickets.id, entries.body, entries.who = 'answer',
    case when entries.who = 'answer' then (select admin_users.id from public.admin_users where admin_users.email = 'admin@academy.example') end,
    tickets.created_at + entries.later
  from (values
    (1, 'question', 'לא הבנתי איך עברתם מהשורה הראשונה לשנייה. אפשר לפרט?', interval '0'),
    (1, 'answer', 'כן. בדף העבודה של השיעור כל שלב כתוב בשורה משלו, עם המספרים. ספרו לנו אם זה מספיק.', interval '6 hours'),
    (2, 'question', 'בלחיצה על הקובץ לא קורה כלום. במחשב זה עובד.', interval '0')
  ) as entries (n, who, body, later) join public.support_tickets as tickets on tickets.id = private.demo_id(seed, entries.n, 'own ticket')
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.add_demo_talk(seed integer, until timestamp with time zone, people private.demo_student[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects constant text[] := '{"הסרטון נעצר באמצע","שאלה על השיעור","איך מעדכנים מספר טלפון","לא קיבלתי קישור כניסה","דף העבודה לא נפתח","מתי יהיו שיעורים חדשים","בקשה לתיקון השם שלי","ההתקדמות שלי לא נשמרה"}';
  questions constant text[] := '{"ניסיתי כמה פעמים מהטלפון ומהמחשב וזה חוזר על עצמו. אשמח לעזרה.","רציתי להבין את החישוב שמופיע בדוגמה השנייה, לא הגעתי לאותה תוצאה.","איפה רואים את זה באתר? חיפשתי בפרופיל ולא מצאתי.","תודה על הקורס. יש לי שאלה קטנה על מה שנאמר לקראת הסוף."}';
  answers constant text[] := '{"תודה שכתבתם. בדקנו ותיקנו, ועכשיו זה אמור לעבוד. אם לא, ספרו לנו מאיזה מכשיר.","התשובה נמצאת בדף העבודה של השיעור, בשורה האחרונה. אם משהו לא ברור, כתבו לנו שוב.","העברנו את זה לצוות התוכן, ונעדכן כשיהיה חדש."}';
begin
  insert into public.support_tickets (id, user_id, name, email, subject, status, created_at, updated_at)
  select private.demo_id(seed, made.n, 'ticket'), made.id, made.first_name || ' ' || made.last_name, made.email,
    private.demo_pick(subjects, private.demo_draw(seed, made.n, 'subject')),
    case when asked.at > until - interval '5 days' then 'open' when private.demo_draw(seed, made.n, 'waits') < 0.04 then 'pending' else 'closed' end,
    asked.at, asked.at
  from unnest(people) as made,
    lateral (select made.joined + (made.seen - made.joined) * private.demo_draw(seed, made.n, 'asked') as at) as asked
  where made.seen is not null and private.demo_draw(seed, made.n, 'ticket') < 0.09;
  insert into public.support_messages (id, ticket_id, body, from_staff, created_at)
  select private.demo_id(seed, made.n, entries.who), tickets.id, entries.body, entries.who = 'answer', tickets.created_at + entries.later
  from unnest(people) as made join public.support_tickets as tickets on tickets.id = private.demo_id(seed, made.n, 'ticket'),
    lateral (values
      ('question', private.demo_pick(questions, private.demo_draw(seed, made.n, 'body')), interval '0'),
      ('answer', private.demo_pick(answers, private.demo_draw(seed, made.n, 'answer')), interval '20 hours' * private.demo_draw(seed, made.n, 'later'))
    ) as entries (who, body, later)
  where entries.who = 'question' or tickets.status <> 'open';
  -- Mails of the academy are kept for a month.
  insert into public.email_outbox (id, kind, recipient, subject, status, attempts, last_error, last_failure, next_attempt_at, created_at, sent_at)
  select private.demo_id(seed, made.n, 'letter ' || letter.ago), 'marketing', made.email, letter.subject,
    case when bounced.it then 'abandoned' else 'sent' end, 1, case when bounced.it then '550 no such mailbox' end,
    case when bounced.it then 'permanent' end, letter.at, letter.at, case when not bounced.it then letter.at + interval '1 minute' end
  from unnest(people) as made,
    (values (4, 'מה חדש באקדמיה: שלושה שיעורים על ריבית'), (18, 'מה חדש באקדמיה: תקציב לכל משפחה')) as campaign (ago, subject),
    lateral (select campaign.ago, campaign.subject, until - make_interval(days => campaign.ago) as at) as letter,
    lateral (select private.demo_draw(seed, made.n, 'bounced') < 0.015 as it) as bounced
  where made.marketing and made.state = 'active' and made.joined < letter.at;
  insert into public.record_views (viewer_id, viewer_first_name, viewer_role, student_id, what, occurred_at)
  select viewer.id, viewer.first_name, roles.name, made.id, 'record', made.joined + (until - made.joined) * private.demo_draw(seed, made.n, 'viewed')
  from unnest(people) as made
  join public.admin_users as viewer on viewer.email = 'admin@academy.example' join public.roles on roles.id = viewer.role_id
  where private.demo_draw(seed, made.n, 'looked') < 0.03;
end $function$;

CREATE OR REPLACE FUNCTION private.add_demo_visitor_tickets(seed integer, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.support_tickets (id, name, email, subject, status, priority, channel, tags, is_spam, created_at)
  select private.demo_id(seed, entries.n, 'visitor'), entries.name, 'visitor.' || entries.n || '@students.example', entries.subject, entries.status,
    entries.priority, entries.channel, entries.tags, entries.is_spam, until - entries.ago
  from (values
    (1, 'רבקה אלון', 'דיווח נגישות: הכפתור לא נקרא', 'open', 3, 'web', '{נגישות}'::text[], false, interval '9 days'),
    (2, 'שמואל ברק', 'אפשר לקבל את הקורסים בקובץ?', 'open', 1, 'mail', '{תוכן}', false, interval '5 hours'),
    (3, 'ענת גל', 'הזמנה להרצאה בבית ספר', 'pending', 0, 'mail', '{שיתופים}', false, interval '3 days'),
    (4, 'Crypto Bot', 'Earn 500% in a week', 'open', 1, 'mail', '{ספאם}', true, interval '2 days'),
    (5, 'קידום אתרים', 'נקדם אתכם למקום ראשון', 'open', 1, 'web', '{ספאם}', true, interval '26 hours'),
    (6, 'יוסי מור', 'לא מצליח להירשם', 'solved', 2, 'web', '{חשבון}', false, interval '12 days')
  ) as entries (n, name, subject, status, priority, channel, tags, is_spam, ago)
  on conflict do nothing;
  insert into public.support_messages (id, ticket_id, body, from_staff, channel, author_id, created_at)
  select private.demo_id(seed, entries.n, 'visitor ' || entries.who), tickets.id, entries.body, entries.who = 'answer', 'web',
    case when entries.who = 'answer' then (select admin_users.id from public.admin_users where admin_users.email = 'admin@academy.example') end,
    tickets.created_at + entries.later
  from (values
    (1, 'question', 'בקורא מסך כפתור ההשהיה של הסרטון נקרא "לחצן" בלי שם. דפדפן פיירפוקס.', interval '0'),
    (2, 'question', 'הרשת אצלנו איטית. אפשר להוריד את השיעורים מראש?', interval '0'),
    (3, 'question', 'אנחנו כיתה י״א ונשמח להרצאה על ריבית דריבית.', interval '0'),
    (3, 'answer', 'תודה על הפנייה! באילו תאריכים זה יכול להתאים לכם?', interval '20 hours'),
    (4, 'question', 'Click here and earn 500% in a week.', interval '0'),
    (5, 'question', 'הצעה מיוחדת לבעלי אתרים, רק היום.', interval '0'),
    (6, 'question', 'הקוד לא מגיע לתיבה שלי.', interval '0'),
    (6, 'answer', 'בדקו בתיקיית הספאם. אם אין שם, כתבו לנו מהכתובת שאיתה נרשמתם.', interval '5 hours')
  ) as entries (n, who, body, later) join public.support_tickets as tickets on tickets.id = private.demo_id(seed, entries.n, 'visitor')
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.add_mailed_words(ticket public.support_tickets, words text, key text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added_message uuid;
begin
  insert into public.support_messages (ticket_id, body, from_staff, channel, mail_message_id, created_at)
  values (ticket.id, words, false, 'mail', key, clock_timestamp()) returning id into added_message;
  perform private.reopen_ticket(ticket);
  return added_message;
end $function$;

CREATE OR REPLACE FUNCTION private.add_media_file(id uuid, name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place constant text := auth.uid()::text || '/' || add_media_file.id::text;
  clean_name constant text := trim(regexp_replace(coalesce(add_media_file.name, ''),
    '[\x01-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|^.*[/\\]', '', 'g'));
  item private.media_files;
  stored jsonb;
  media_kind text;
begin
  perform private.ask_media_right();
  select * into item from private.media_files as files where files.upload_path = place;
  if found then
    return private.media_record(item);
  end if;
  if clean_name in ('', '.', '..') or char_length(clean_name) > 255 then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A name has 1 to 255 characters');
  end if;
  select objects.metadata into stored from storage.objects where objects.bucket_id = 'uploads' and objects.name = place;
  if not found or exists (select from private.media_files as files where files.id = add_media_file.id) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No upload of the caller lies there');
  end if;
  media_kind := case when stored ->> 'mimetype' like 'image/%' then 'picture' when stored ->> 'mimetype' like 'video/%' then 'video' else 'file' end;
  if media_kind <> 'picture' and not private.manages_lesson_media() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Videos and files are for those who write lessons');
  end if;
  if (select count(*) from private.media_files as files where files.uploaded_by = auth.uid() and files.state = 'waiting') >= 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred uploads wait already');
  end if;
  insert into private.media_files (id, name, kind, uploaded_by, upload_path, original_bytes)
  values (add_media_file.id, clean_name, media_kind, auth.uid(), place, coalesce((stored ->> 'size')::bigint, 0)) on conflict do nothing;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'media added', 'media_files', add_media_file.id::text, jsonb_build_object('name', clean_name));
  end if;
  return (select private.media_record(files) from private.media_files as files where files.upload_path = place);
end $function$;

CREATE OR REPLACE FUNCTION private.analytics_course(course uuid, first date, last date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return (
    select json_build_object(
      'counted_at', (select counts.counted_at from private.analytics_counts as counts),
      'title', courses.title_he,
      'lessons', (
        select coalesce(json_agg(json_build_object(
          'id', lessons.id, 'title', lessons.title_he, 'seconds', lessons.duration_seconds,
          'began', private.disclosed_count(present.began, present.began), 'completed', private.disclosed_count(present.completed, present.completed),
          'students', private.disclosed_count(watching.students, watching.students),
          'average_percent', case when watching.students >= 10 and lessons.duration_seconds > 0 then
            least(100, round(100.0 * watching.watched_seconds / (watching.students::bigint * lessons.duration_seconds))) end)
          order by lessons.order_index, lessons.id), '[]')
        from public.lessons
        left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        cross join lateral (
          select coalesce(sum(sums.began), 0) as began, coalesce(sum(sums.completed), 0) as completed
          from private.lesson_day_sums as sums where sums.lesson_id = lessons.id and sums.day between first and last) as present
        where lessons.course_id = courses.id and (lessons.is_published or watching.students > 0)))
    from public.courses where courses.id = course);
end $function$;

CREATE OR REPLACE FUNCTION private.analytics_courses(first date, last date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  length integer;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  length := last - first + 1;
  return json_build_object(
    'counted_at', (select counts.counted_at from private.analytics_counts as counts),
    'courses', (
      select coalesce(json_agg(json_build_object(
        'id', courses.id, 'title', courses.title_he, 'is_published', courses.is_published,
        'began', private.disclosed_count(coalesce(counted.began, 0), coalesce(counted.began, 0)), 'completed', private.disclosed_count(coalesce(counted.completed, 0), coalesce(counted.completed, 0)),
        'began_before', private.disclosed_count(coalesce(counted.began_before, 0), coalesce(counted.began_before, 0)), 'completed_before', private.disclosed_count(coalesce(counted.completed_before, 0), coalesce(counted.completed_before, 0)),
        'students', private.disclosed_count(coalesce(counted.ever_began, 0), coalesce(counted.ever_began, 0)), 'finished', private.disclosed_count(coalesce(counted.ever_completed, 0), coalesce(counted.ever_began, 0)),
        'average_percent', case when counted.ever_began >= 10 and watching.length > 0 then
          least(100, round(100.0 * watching.seconds / (counted.ever_began * watching.length))) end)
        order by counted.began desc nulls last, counted.ever_began desc nulls last, courses.title_he, courses.id), '[]')
      from public.courses
      left join (
        select sums.course_id,
          coalesce(sum(sums.began) filter (where sums.day between first and last), 0) as began,
          coalesce(sum(sums.completed) filter (where sums.day between first and last), 0) as completed,
          coalesce(sum(sums.began) filter (where sums.day between first - length and first - 1), 0) as began_before,
          coalesce(sum(sums.completed) filter (where sums.day between first - length and first - 1), 0) as completed_before,
          sum(sums.began) as ever_began, sum(sums.completed) as ever_completed
        from private.course_day_sums as sums group by sums.course_id) as counted on counted.course_id = courses.id
      cross join lateral (
        select sum(watching.watched_seconds) as seconds, sum(lessons.duration_seconds) as length
        from public.lessons left join private.lesson_watching as watching on watching.lesson_id = lessons.id
        where lessons.course_id = courses.id and lessons.is_published) as watching
      where courses.is_published or counted.ever_began > 0));
end $function$;

CREATE OR REPLACE FUNCTION private.analytics_funnel(first date, last date)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object(
    'views', (select coalesce(sum(visits.views), 0) from private.visit_sums as visits where visits.day between first and last and visits.path_pattern = ''),
    'registration_views', (select coalesce(sum(visits.views), 0) from private.visit_sums as visits
      where visits.day between first and last and visits.path_pattern = '/register'),
    'registered', coalesce(sum(sums.registered), 0),
    'verified', private.disclosed_count(sum(sums.verified), sum(sums.registered)),
    'began', private.disclosed_count(sum(sums.began), sum(sums.registered)),
    'completed_lesson', private.disclosed_count(sum(sums.completed_lesson), sum(sums.registered)),
    'completed_course', private.disclosed_count(sum(sums.completed_course), sum(sums.registered)))
  from private.cohort_sums as sums where sums.day between first and last
$function$;

CREATE OR REPLACE FUNCTION private.analytics_lesson(lesson uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  piece constant integer := 15;
  counted private.lesson_watching;
  watched integer[];
  sentences jsonb;
  counts jsonb[] := '{}';
  span record;
  average numeric;
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  select * into counted from private.lesson_watching as watching where watching.lesson_id = lesson;
  watched := counted.watched;
  select contents.transcript into sentences from public.lesson_contents as contents where contents.lesson_id = lesson;
  if counted.students >= 10 then
    -- Without a transcript, pieces of a quarter of a minute.
    for span in
      select floor((sentence ->> 'start')::numeric)::integer as begins, ceil((sentence ->> 'end')::numeric)::integer as ends, sentence ->> 'text' as words
      from jsonb_array_elements(sentences) as sentence
      union all
      select i * piece, (i + 1) * piece, null from generate_series(0, (cardinality(watched) - 1) / piece) as i
      where coalesce(jsonb_array_length(sentences), 0) = 0
      order by 1, 2
    loop
      select coalesce(sum(students), 0) / greatest(span.ends - span.begins, 1)::numeric into average
      from unnest(watched[span.begins + 1:span.ends]) as students;
      counts := array_append(counts, jsonb_build_object('start', span.begins, 'end', span.ends, 'text', span.words,
        'students', private.disclosed_count(round(average)::bigint, counted.students)));
    end loop;
  end if;
  return (
    select json_build_object('title', lessons.title_he, 'course_id', courses.id, 'course_title', courses.title_he,
      'seconds', lessons.duration_seconds, 'counted_at', counted.counted_at,
      'students', private.disclosed_count(counted.students, counted.students),
      'since', (select min(sums.day) from private.lesson_day_sums as sums where sums.lesson_id = lessons.id and sums.began > 0), 'sentences', to_jsonb(counts))
    from public.lessons join public.courses on courses.id = lessons.course_id where lessons.id = lesson);
end $function$;

CREATE OR REPLACE FUNCTION private.analytics_retention(last date)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with cohorts as (
    select week.cohort, coalesce((select sum(sums.registered) from private.cohort_sums as sums
      where sums.day between week.cohort and week.cohort + 6), 0) as registered
    from (select private.week_of(last) - 7 * i as cohort from generate_series(0, 7) as i) as week)
  select json_agg(json_build_object('cohort', cohorts.cohort, 'registered', cohorts.registered, 'weeks', (
      select json_agg(private.disclosed_count(coalesce(sums.students, 0), cohorts.registered) order by i)
      from generate_series(0, (private.week_of(last) - cohorts.cohort) / 7) as i
      left join private.week_sums as sums on sums.cohort = cohorts.cohort and sums.week = cohorts.cohort + 7 * i))
    order by cohorts.cohort desc)
  from cohorts
$function$;

CREATE OR REPLACE FUNCTION private.analytics_test(quiz uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  return (
    select json_build_object('title', versions.title_he, 'course_title', courses.title_he, 'counted_at', sums.counted_at,
      'students', private.disclosed_count(sums.students, sums.students),
      'questions', case when sums.students >= 10 then (
        select coalesce(json_agg(json_build_object('id', items.id, 'text', questions.definition ->> 'text',
          'answers', private.disclosed_count(items.answers, items.answers),
          'share', case when items.answers >= 10 then round(100 * items.share) end,
          'discrimination', case when items.answers >= 10 then round(items.discrimination, 2) end) order by items.share, items.id), '[]')
        from jsonb_to_recordset(sums.questions) as items (id uuid, version smallint, answers integer, share numeric, discrimination numeric)
        join private.quiz_questions as questions
          on questions.quiz_id = quiz and questions.version = items.version and questions.question_id = items.id) else '[]' end)
    from public.quizzes
    join public.courses on courses.id = quizzes.course_id
    join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
    left join private.quiz_sums as sums on sums.quiz_id = quizzes.id
    where quizzes.id = quiz);
end $function$;

CREATE OR REPLACE FUNCTION private.analytics_tests(first date, last date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  perform private.check_analytics_range(first, last);
  return json_build_object(
    'counted_at', (select counts.counted_at from private.analytics_counts as counts),
    'tests', (
      select coalesce(json_agg(json_build_object('id', quizzes.id, 'title', versions.title_he, 'course_title', courses.title_he,
        'is_pretest', quizzes.purpose = 'pretest',
        'attempts', private.disclosed_count(present.attempts, present.attempts), 'passed', private.disclosed_count(present.passed, present.attempts),
        'students', private.disclosed_count(sums.students, sums.students), 'first_passed', private.disclosed_count(sums.passed, sums.students))
        order by present.attempts desc nulls last, courses.title_he, versions.title_he, quizzes.id), '[]')
      from public.quizzes
      join public.courses on courses.id = quizzes.course_id
      join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
      left join private.quiz_sums as sums on sums.quiz_id = quizzes.id
      left join (
        select days.quiz_id, sum(days.attempts) as attempts, sum(days.passed) as passed
        from private.quiz_day_sums as days where days.day between first and last group by days.quiz_id) as present on present.quiz_id = quizzes.id),
    'gains', (
      select coalesce(json_agg(json_build_object('id', courses.id, 'title', courses.title_he, 'students', private.disclosed_count(gains.students, gains.students),
        'before', floor(gains.before), 'after', floor(gains.after)) order by gains.students desc, courses.title_he), '[]')
      from private.course_gains as gains join public.courses on courses.id = gains.course_id where gains.students >= 10));
end $function$;

CREATE OR REPLACE FUNCTION private.answer_ticket(ticket_id uuid, message_id uuid, body text, status text, seen_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(answer_ticket.body, '')));
  ticket public.support_tickets;
  latest record;
begin
  if message_id is null or char_length(trimmed_body) not between 1 and 4000 or coalesce(answer_ticket.status, '') not in ('open', 'pending', 'solved') then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'An answer has an id, 1 to 4000 letters and the state it leaves: open, pending or solved');
  end if;
  perform private.lock_message(message_id);
  select * into ticket from public.support_tickets as tickets where tickets.id = answer_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  -- Sent again, it is there once, also in the ticket that this one was merged into since.
  if exists (select from public.support_messages as sent where sent.id = message_id) then
    if not exists (select from public.support_messages as sent
      where sent.id = message_id and sent.author_id = caller and sent.ticket_id in (ticket.id, ticket.merged_into)) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another message');
    end if;
    return;
  end if;
  if ticket.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'The ticket was merged into another');
  end if;
  select sent.id, sent.from_staff into latest from public.support_messages as sent
    where sent.ticket_id = ticket.id order by sent.created_at desc, sent.id desc limit 1;
  if latest.id is distinct from seen_id then
    perform private.raise_app_error('TICKET_MOVED', 409, 'Something was said in the ticket since it was read');
  end if;
  -- After the lock and by the clock, so that two answers of one moment have an order.
  insert into public.support_messages (id, ticket_id, body, from_staff, author_id, created_at)
  values (message_id, ticket.id, trimmed_body, true, caller, clock_timestamp());
  update public.support_tickets as tickets set status = answer_ticket.status, snoozed_until = null, is_spam = false,
    assignee_id = coalesce(tickets.assignee_id, caller) where tickets.id = ticket.id;
  if ticket.status <> answer_ticket.status then
    perform private.ticket_event(ticket.id, 'status', jsonb_build_object('from', ticket.status, 'to', answer_ticket.status));
  end if;
  if ticket.assignee_id is null then
    perform private.ticket_event(ticket.id, 'assignee', jsonb_build_object('to', (select members.first_name from public.admin_users as members where members.id = caller)));
  end if;
  perform private.mail_answer(ticket, trimmed_body);
  perform private.note_ticket_action(ticket.id, 'ticket answered', jsonb_build_object('status', answer_ticket.status));
end $function$;

CREATE OR REPLACE FUNCTION private.apply_registration(request_hash text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  registration private.registrations;
  student public.users;
  left_out boolean;
begin
  perform private.require_session();
  -- Whoever comes second waits here, and finds it done.
  select * into student from public.users where users.id = auth.uid() for update;
  select * into registration from private.registrations where registrations.request_hash = apply_registration.request_hash for update;
  if registration.applied_at is not null and registration.user_id = auth.uid() then
    return json_build_object('applied', true, 'phone_left_out', registration.phone_left_out);
  end if;
  if registration.request_hash is null or registration.applied_at is not null or registration.submitted_at < now() - interval '24 hours'
    or student.id is null or not student.is_active or registration.email <> student.email or registration.email is distinct from private.own_email()
    or student.first_name <> '' or student.last_name <> '' or student.phone_number is not null
    or student.terms_consent or student.privacy_consent
    or exists (select from private.registrations as other where other.user_id = student.id)
    or not private.is_first_entry(student.id, registration.submitted_at) then
    return json_build_object('applied', false, 'phone_left_out', false);
  end if;
  left_out := private.fill_profile(student.id, registration);
  delete from private.registrations as other where other.email = registration.email and other.request_hash <> registration.request_hash;
  update private.registrations as mine set applied_at = now(), user_id = student.id, phone_left_out = left_out,
    first_name = '', last_name = '', phone_number = null where mine.request_hash = registration.request_hash;
  return json_build_object('applied', true, 'phone_left_out', left_out);
end $function$;

CREATE OR REPLACE FUNCTION private.article_field_problem(kind text, id uuid, field text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  as_text constant text := value #>> '{}';
  is_empty constant boolean := coalesce(value, 'null') = 'null' or as_text = '';
begin
  case field
    when 'excerpt_he' then
      return case when not is_empty and (jsonb_typeof(value) <> 'string' or char_length(as_text) > 400) then 'TOO_LONG' end;
    when 'body' then
      return private.rich_text_problem(value);
    when 'cover_url' then
      return private.general_content_field_problem(kind, id, 'image_url', value);
    when 'tags' then
      if jsonb_typeof(value) is distinct from 'array' or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'TAGS';
      end if;
      return case when not private.are_tags(array(select jsonb_array_elements_text(value)))
        or exists (select from jsonb_array_elements_text(value) as tag group by lower(tag) having count(*) > 1) then 'TAGS' end;
    when 'related_ids' then
      if jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 3 or value @? 'strict $[*] ? (@.type() != "string")' then
        return 'LIST';
      end if;
      return case when exists (
        select from jsonb_array_elements_text(value) as named (id)
        where named.id = article_field_problem.id::text or not exists (select from public.articles where articles.id::text = named.id)) then 'NOT_THERE' end;
    when 'checked_on' then
      if is_empty then
        return null;
      end if;
      if jsonb_typeof(value) <> 'string' or as_text !~ '^20\d\d-\d\d-\d\d$' then
        return 'DAY';
      end if;
      begin
        return case when as_text::date > (now() at time zone 'Asia/Jerusalem')::date then 'DAY' end;
      exception when datetime_field_overflow then
        return 'DAY';
      end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.article_gaps(id uuid, data jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (WITH headings AS (SELECT nodes.place, ((nodes.node -> 'attrs'::text) ->> 'level'::text) AS level FROM jsonb_array_elements(COALESCE(((article_gaps.data -> 'body'::text) -> 'content'::text), '[]'::jsonb)) WITH ORDINALITY nodes(node, place) WHERE ((nodes.node ->> 'type'::text) = 'heading'::text)), words AS (SELECT private.rich_text_words((article_gaps.data -> 'body'::text)) AS plain) SELECT COALESCE(jsonb_agg(jsonb_build_object('code', gaps.code, 'field', gaps.field, 'can_waive', gaps.can_waive)), '[]'::jsonb) AS "coalesce" FROM (VALUES ('BODY_EMPTY'::text,'body'::text,false,(COALESCE(TRIM(BOTH FROM (SELECT words.plain FROM words)), ''::text) = ''::text)), ('EXCERPT_MISSING'::text,'excerpt_he'::text,true,(COALESCE(TRIM(BOTH FROM (article_gaps.data ->> 'excerpt_he'::text)), ''::text) = ''::text)), ('CHECKED_ON_MISSING'::text,'checked_on'::text,true,((article_gaps.data ->> 'checked_on'::text) IS NULL)), ('HEADING_ORDER'::text,'body'::text,true,((SELECT headings.level FROM headings ORDER BY headings.place LIMIT 1) = '3'::text)), ('PICTURE_TEXT_MISSING'::text,'body'::text,true,COALESCE(((article_gaps.data -> 'body'::text) @? 'strict $.**?(@."type" == "picture" && @."attrs"."alt" == "")'::jsonpath), false)), ('LINK_BROKEN'::text,'body'::text,true,(EXISTS (SELECT FROM private.rich_text_links((article_gaps.data -> 'body'::text)) links(address) WHERE private.leads_nowhere(links.address)))), ('READS_AS_ADVICE'::text,'body'::text,true,private.reads_as_advice(concat_ws(' '::text, (article_gaps.data ->> 'excerpt_he'::text), (SELECT words.plain FROM words))))) gaps(code, field, can_waive, is_there) WHERE gaps.is_there);

CREATE OR REPLACE FUNCTION private.begin_registration(request_hash text, email text, first_name text, last_name text, phone_number text, marketing_consent boolean, privacy_consent boolean, terms_consent boolean)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := lower(trim(normalize(coalesce(begin_registration.email, ''), nfkc)));
  phone text := private.normalise_phone(begin_registration.phone_number);
  first text := private.plain_name(begin_registration.first_name);
  last text := private.plain_name(begin_registration.last_name);
  caller text := private.caller_network();
  hashed bytea := private.keyed_hash(caller);
  holder text;
begin
  if coalesce(begin_registration.request_hash, '') !~ '^[0-9a-f]{64}$' or char_length(address) > 255 then
    return private.error_response('INVALID_REGISTRATION', 'The registration is not valid');
  end if;
  if first = '' or last = '' or address = '' then
    return private.error_response('INVALID_REGISTRATION', 'First name, last name and email are required');
  end if;
  if phone is null then
    return private.error_response('PHONE_NUMBER_REQUIRED', 'Phone number is required');
  end if;
  if not private.is_real_phone(phone) then
    return private.error_response('INVALID_PHONE_NUMBER', 'The phone number is not valid');
  end if;
  if privacy_consent is not true or terms_consent is not true then
    return private.error_response('PRIVACY_CONSENT_REQUIRED', 'Privacy and Terms consent are required');
  end if;
  if not private.take_attempt('registration', caller, begin_registration.request_hash, 300, '1 hour') then
    return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
  end if;
  holder := private.phone_conflict(caller, phone, address);
  if holder is not null then
    return private.error_response('PHONE_ALREADY_EXISTS', 'The phone number belongs to another account',
      format('{"existingEmail":%s}', to_json(holder)));
  end if;
  insert into private.registrations (request_hash, email, caller_hash, first_name, last_name, phone_number, marketing_consent)
  values (begin_registration.request_hash, address, hashed, first, last, phone, coalesce(begin_registration.marketing_consent, false))
  on conflict do nothing;
  -- Five of one caller for an address and two hundred in all. A caller pushes out the own ones first, so that
  -- nobody's registration is lost to a stranger's flood.
  delete from private.registrations as old where old.request_hash in (
    select ranked.request_hash from (
      select registration.request_hash, registration.submitted_at,
        row_number() over (partition by registration.caller_hash order by registration.submitted_at desc, registration.request_hash) as of_caller,
        row_number() over (order by registration.submitted_at desc, registration.request_hash) as of_all
      from private.registrations as registration where registration.email = address and registration.applied_at is null) as ranked
    where ranked.of_caller > 5 or ranked.of_all > 200);
  perform private.forget_registrations(20);
  return json_build_object('error', null);
end $function$;

CREATE OR REPLACE FUNCTION private.begin_student_viewing(student_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  viewer record;
  trimmed_reason constant text := trim(coalesce(begin_student_viewing.reason, ''));
begin
  -- Of two beginnings in one session the second finds that it views already.
  perform pg_advisory_xact_lock(hashtextextended('viewing ' || coalesce(auth.jwt() ->> 'session_id', ''), 0));
  if private.session_is_viewing() then
    perform private.raise_app_error('VIEWING_STUDENT', 403, 'The session views the academy as a student and does nothing else');
  end if;
  select * into viewer from private.current_staff();
  perform private.require_viewer(viewer.role_name, viewer.role_level, begin_student_viewing.student_id);
  if char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if not private.take_call('student viewing', viewer.admin_id::text, 60, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Sixty viewings an hour');
  end if;
  perform private.record_view(begin_student_viewing.student_id, 'viewing');
  perform private.note_student_action(begin_student_viewing.student_id, 'viewing begun', trimmed_reason);
  insert into private.student_viewings (session_id, viewer_id, student_id, reason)
  values ((auth.jwt() ->> 'session_id')::uuid, viewer.admin_id, begin_student_viewing.student_id, trimmed_reason);
end $function$;

CREATE OR REPLACE FUNCTION private.change_content(kind text, record uuid, version bigint, action text, changes jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item constant private.content_items := private.own_content_item(kind, record);
  live constant jsonb := private.live_content(kind, record);
  shown constant boolean := private.content_is_shown(kind, live);
begin
  case action
    when 'publish' then
      if shown and item.draft = private.content_data(kind, live) then
        return 'unchanged';
      end if;
      perform private.publish_content(kind, record, version, null);
    when 'unpublish' then
      if not shown then
        return 'unchanged';
      end if;
      perform private.unpublish_content(kind, record);
    when 'trash', 'restore' then
      if (item.trashed_at is not null) = (action = 'trash') then
        return 'unchanged';
      end if;
      perform private.trash_content(kind, record, action = 'trash');
    when 'set' then
      if item.draft @> changes then
        return 'unchanged';
      end if;
      perform private.save_content(kind, record, version, changes);
    else
      perform private.raise_app_error('CONTENT_INVALID', 400, 'act is publish, unpublish, trash, restore or set');
  end case;
  return 'changed';
end $function$;

CREATE OR REPLACE FUNCTION private.change_contents(kind text, action text, records jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  one record;
  past jsonb;
  outcome text;
  answers jsonb := '[]';
begin
  if jsonb_typeof(records) is distinct from 'array' or jsonb_array_length(records) > 100 then
    perform private.raise_app_error('TOO_MANY_AT_ONCE', 400, 'A batch holds 100 records');
  end if;
  if action = 'set' and (jsonb_typeof(changes) is distinct from 'object'
    or exists (select from jsonb_object_keys(changes) as field where field <> all ('{category_id,author_id,is_featured}') or field <> all (rules.fields))) then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Many records take a category, an author or a flag');
  end if;
  begin
    perform sent.id from jsonb_to_recordset(records)
      as sent (id uuid, version bigint, made integer, publish_at timestamptz, unpublish_at timestamptz);
  exception when data_exception then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A record has an id, a version and moments');
  end;
  -- In one order everywhere, so that two batches wait for each other and never both ways.
  for one in select distinct on (sent.id) sent.* from jsonb_to_recordset(records)
      as sent (id uuid, version bigint, made integer, publish_at timestamptz, unpublish_at timestamptz)
    where sent.id is not null order by sent.id loop
    begin
      past := case
        when action = 'set' then (select jsonb_object_agg(field, items.draft -> field)
          from private.content_items as items, jsonb_object_keys(changes) as field
          where items.kind = change_contents.kind and items.id = one.id)
        when action in ('publish', 'unpublish') then (select jsonb_build_object('publish_at', items.publish_at, 'unpublish_at', items.unpublish_at)
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end;
      outcome := case when action = 'put_back' then private.put_back_content(kind, one.id, one.version, one.made, one.publish_at, one.unpublish_at)
        else private.change_content(kind, one.id, one.version, action, changes) end;
      answers := answers || (jsonb_build_object('id', one.id, 'outcome', outcome) || case when past is null then '{}' else
        (select jsonb_build_object('before', past, 'version', items.version) || case when action = 'set' then '{}' else jsonb_build_object('made', (
            select max(versions.version) from private.content_versions as versions
            where versions.kind = change_contents.kind and versions.id = one.id)) end
          from private.content_items as items where items.kind = change_contents.kind and items.id = one.id) end);
    exception when sqlstate 'PGRST' then
      answers := answers || jsonb_build_object('id', one.id, 'outcome', 'refused', 'code', sqlerrm::json ->> 'code');
    end;
  end loop;
  return answers;
end $function$;

CREATE OR REPLACE FUNCTION private.check_admin_sign_in(email text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_in_a_bucket constant integer := 400;
  address text := lower(trim(coalesce(check_admin_sign_in.email, '')));
  caller text := private.caller_network();
  guesses bigint := private.count_for_good(
    format('private.staff_guesses_%s', get_byte(private.keyed_hash('staff guesses ' || caller), 0) % 64)::regclass, '1 hour');
  allowed boolean := guesses <= most_in_a_bucket and private.take_attempt('staff sign-in', caller, address, 20, '1 hour');
  member public.admin_users;
begin
  if not allowed then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  if not private.is_staff_email(address) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  select * into member from public.admin_users where admin_users.email = address;
  return json_build_object('admin_id', case when member.is_active then member.id end, 'error',
    case when member.is_active then null
      when member.id is null then 'Admin user not found'
      else 'Admin account is deactivated' end);
end $function$;

CREATE OR REPLACE FUNCTION private.correct_student(student_id uuid, version integer, changes jsonb)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student public.users := private.student_to_change(student_id, null);
  known jsonb := private.student_details(student);
  changed jsonb;
begin
  if not private.record_is_open(student.id) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is changed');
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or changes - array['first_name', 'last_name', 'phone_number'] <> '{}'
    or exists (select from jsonb_each(changes) as change where jsonb_typeof(change.value) <> 'string') then
    perform private.raise_app_error('INVALID_BODY', 400, 'Only first_name, last_name and phone_number can be corrected');
  end if;
  if version is distinct from student.details_version then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'The details were changed since they were read',
      jsonb_build_object('version', student.details_version, 'values', known, 'changes', (
        select jsonb_agg(jsonb_build_object('field', fields.name, 'by', latest.first_name, 'at', coalesce(latest.occurred_at, student.updated_at)))
        from jsonb_object_keys(known) as fields (name) left join lateral (
          select admin_users.first_name, log.occurred_at from public.audit_log as log
          left join public.admin_users on admin_users.supabase_auth_id = log.actor
          where log.entity = 'users' and log.entity_id = student.id::text and log.action = 'student corrected'
            and log.after ? fields.name and (log.after ->> 'version')::integer > version
          order by log.id desc limit 1) as latest on true))::text);
  end if;
  if private.plain_name(coalesce(changes ->> 'first_name', '-')) = '' or private.plain_name(coalesce(changes ->> 'last_name', '-')) = ''
    or greatest(char_length(changes ->> 'first_name'), char_length(changes ->> 'last_name')) > 100 then
    perform private.raise_app_error('INVALID_NAME', 400, 'A name has 1 to 100 characters',
      json_build_object('field', case when private.plain_name(coalesce(changes ->> 'first_name', '-')) = ''
        or char_length(changes ->> 'first_name') > 100 then 'first_name' else 'last_name' end)::text);
  end if;
  update public.users set
    first_name = coalesce(changes ->> 'first_name', users.first_name),
    last_name = coalesce(changes ->> 'last_name', users.last_name),
    phone_number = case when changes ? 'phone_number' then changes ->> 'phone_number' else users.phone_number end
  where users.id = student.id returning * into student;
  select jsonb_object_agg(current_detail.key, current_detail.value) into changed
    from jsonb_each(private.student_details(student)) as current_detail where current_detail.value <> known -> current_detail.key;
  if changed is not null then
    -- The log is read without opening a record: of a phone it keeps what lists show.
    insert into public.audit_log (actor, action, entity, entity_id, before, after)
    values (auth.uid(), 'student corrected', 'users', student.id::text,
      (select jsonb_object_agg(was.key, case when was.key = 'phone_number' then to_jsonb(private.mask_phone(was.value)) else to_jsonb(was.value) end)
        from jsonb_each_text(known) as was where changed ? was.key),
      (select jsonb_object_agg(became.key, case when became.key = 'phone_number' then to_jsonb(private.mask_phone(became.value)) else to_jsonb(became.value) end)
        from jsonb_each_text(changed) as became) || jsonb_build_object('version', student.details_version));
  end if;
  return json_build_object('version', student.details_version, 'values', private.student_details(student));
end $function$;

CREATE OR REPLACE FUNCTION private.count_mails(days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mail_days constant integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  whole constant date[] := array(select day from unnest(days) as day where day > private.day_of(now()) - mail_days);
begin
  -- Of a day whose mails begin to be forgotten, what was counted stands.
  delete from private.mail_day_sums where mail_day_sums.day = any (whole);
  insert into private.mail_day_sums (day, kind, sent, waiting, failed)
  select counted.day, mails.kind, count(*) filter (where mails.status = 'sent'), count(*) filter (where mails.status = 'queued'),
    count(*) filter (where mails.status = 'abandoned' and mails.last_failure is not null)
  from unnest(whole) as counted (day)
  join public.email_outbox as mails
    on mails.created_at >= private.begin_of(counted.day) and mails.created_at < private.begin_of(counted.day + 1)
  where not mails.is_decoy group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION private.course_of_save(lesson uuid, sent_course uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant uuid := (select lessons.course_id from public.lessons where lessons.id = lesson);
begin
  return case
    when present <> sent_course and exists (
      select from private.lesson_moves as moves where moves.lesson_id = lesson and moves.course_id = sent_course) then present
    else sent_course end;
end $function$;

CREATE OR REPLACE FUNCTION private.decide_approval(request_id uuid, approved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  operator constant uuid := private.require_operator();
  request private.approval_requests;
begin
  perform private.require_fresh_sign_in();
  if approved is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'A request is approved or refused');
  end if;
  select * into request from private.approval_requests as requests where requests.id = request_id for update;
  if not found then
    perform private.raise_app_error('APPROVAL_NOT_FOUND', 404, 'No such request');
  end if;
  -- Whoever asked may take it back, and no more.
  if operator not in (select approvers.id from private.approvers(request.requested_by) as approvers)
    and (approved or operator <> request.requested_by) then
    perform private.raise_app_error('APPROVAL_OWN', 403, 'Another person decides about one''s own request');
  end if;
  if request.decided_at is not null then
    perform private.raise_app_error('ALREADY_DECIDED', 409, 'The request was decided before');
  end if;
  if request.expires_at <= now() then
    perform private.raise_app_error('APPROVAL_EXPIRED', 409, 'The request is older than 24 hours');
  end if;
  update private.approval_requests as requests
  set decided_by = operator, decided_at = now(), approved = decide_approval.approved where requests.id = request.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), case when approved then 'approval given' else 'approval refused' end, 'approval_requests', request.id::text,
    jsonb_build_object('act', request.action, 'requested_by', request.requested_by));
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'approval', members.email,
    private.academy_subject(case when approved then 'הבקשה שלכם אושרה' else 'הבקשה שלכם נדחתה' end),
    jsonb_build_object('what', case when approved then 'given' else 'refused' end, 'act', request.action)
  from public.admin_users as members where members.id = request.requested_by and members.id <> operator;
end $function$;

CREATE OR REPLACE FUNCTION private.device_words(user_agent text)
 RETURNS TABLE(browser text, system text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- The first that fits decides: most browsers also claim to be Chrome and Safari.
  select
    case
      when header ~ '\yEdg(e|A|iOS)?/' then 'Edge'
      when header ~ '\y(OPR|OPiOS|Opera)\y' then 'Opera'
      when header ~ '\ySamsungBrowser/' then 'Samsung Internet'
      when header ~ '\yYaBrowser/' then 'Yandex'
      when header ~ '\yVivaldi/' then 'Vivaldi'
      when header ~ '\y(Firefox|FxiOS)/' then 'Firefox'
      when header ~ '\y(Chrome|CriOS|Chromium|HeadlessChrome)/' then 'Chrome'
      when header ~ '\yVersion/[\d.]+.*\ySafari/' then 'Safari'
    end,
    case
      when header ~ '\y(iPhone|iPod)\y' then 'iOS'
      when header ~ '\yiPad\y' then 'iPadOS'
      when header ~ '\yAndroid\y' then 'Android'
      when header ~ '\yWindows\y' then 'Windows'
      when header ~ '\yCrOS\y' then 'ChromeOS'
      when header ~ '\y(Mac OS X|Macintosh)\y' then 'macOS'
      when header ~ '\yLinux\y' then 'Linux'
    end
  from (select left(coalesce(user_agent, ''), 500) as header) as agent
$function$;

CREATE OR REPLACE FUNCTION private.disclosed_totals(totals json, of_days integer)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select json_build_object('views', (totals ->> 'views')::bigint, 'visitors', (totals ->> 'visitors')::bigint,
    'registrations', private.disclosed_count((totals ->> 'registrations')::bigint, (totals ->> 'registrations')::bigint),
    'active_students', private.disclosed_count(round((totals ->> 'active_students')::numeric / of_days)::bigint, round((totals ->> 'active_students')::numeric / of_days)::bigint),
    'completed_lessons', private.disclosed_count((totals ->> 'completed_lessons')::bigint, (totals ->> 'completed_lessons')::bigint),
    'completed_courses', private.disclosed_count((totals ->> 'completed_courses')::bigint, (totals ->> 'completed_courses')::bigint))
$function$;

CREATE OR REPLACE FUNCTION private.end_silent_backups()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.backups set state = 'failed', failure = 'INTERRUPTED', reported_at = now()
  where state in ('waiting', 'running') and reported_at < now() - interval '1 minute'
$function$;

CREATE OR REPLACE FUNCTION private.explain_reach(admin_id uuid, target_id uuid, action text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Asks who calls, before anything is looked up.
  rules constant jsonb := private.explain_access(explain_reach.admin_id, 'users.manage',
    case action when 'second_step' then array['super_admin'] end)::jsonb;
  own_level constant integer := (select roles.level from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = explain_reach.admin_id);
  target record;
begin
  if action is null or action not in ('change', 'second_step') then
    perform private.raise_app_error('INVALID_BODY', 400, 'An act is change or second_step');
  end if;
  select roles.level, roles.name into target from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.id = target_id;
  if not found then
    perform private.raise_app_error('ADMIN_NOT_FOUND', 404, 'Admin user not found');
  end if;
  return rules || jsonb_build_object('other', target_id <> explain_reach.admin_id, 'level', own_level <= target.level);
end $function$;

CREATE OR REPLACE FUNCTION private.fact_field_problem(kind text, id uuid, field text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  as_text constant text := value #>> '{}';
  is_text constant boolean := coalesce(jsonb_typeof(value) = 'string', false);
  is_empty constant boolean := coalesce(value, 'null') = 'null' or as_text = '';
begin
  case field
    when 'slug' then
      return case when is_empty then 'REQUIRED' when not is_text or char_length(as_text) > 80 or as_text !~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' then 'SLUG' end;
    when 'type' then
      return case when not is_text or as_text not in ('rate', 'bracket', 'ceiling', 'fee', 'amount', 'index') then 'INVALID' end;
    when 'unit' then
      return case when not is_text or as_text not in ('percent', 'ils', 'ils_month', 'ils_year', 'years', 'months', 'days', 'points') then 'INVALID' end;
    when 'value' then
      if coalesce(value, 'null') = 'null' then
        return null;
      end if;
      return case when jsonb_typeof(value) <> 'number' or as_text::numeric not between -999999999999 and 999999999999
        or as_text::numeric <> round(as_text::numeric, 4) then 'AMOUNT' end;
    when 'brackets' then
      return case when not private.are_brackets(value) then 'BRACKETS' end;
    when 'checked_on' then
      return private.article_field_problem(kind, id, field, value);
    when 'valid_from', 'valid_to', 'review_by' then
      begin
        return case when not is_empty and (not is_text or as_text !~ '^(19|20)\d\d-\d\d-\d\d$' or as_text::date is null) then 'DATE' end;
      exception when datetime_field_overflow then
        return 'DATE';
      end;
    when 'source_name' then
      return case when not is_empty and (not is_text or char_length(as_text) > 80) then 'TOO_LONG' end;
    when 'source_url' then
      return case when not is_empty and (not is_text or char_length(as_text) > 500 or as_text !~ '^https?://[^\s<>"\\]+$') then 'WEB_ADDRESS' end;
    when 'note_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 500) then 'TOO_LONG' end;
    when 'reason_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 300) then 'TOO_LONG' end;
    else
      return private.general_content_field_problem(kind, id, field, value);
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.fill_facts(doc jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant text[] := private.fact_ids(doc);
  attrs jsonb;
begin
  if ids = '{}' then
    return doc;
  end if;
  select jsonb_object_agg(facts.id, jsonb_build_object('id', facts.id, 'says', private.format_fact(facts), 'checked_on', facts.checked_on, 'source', facts.source_name))
  into attrs from public.finance_facts as facts where facts.id::text = any (ids) and facts.is_published;
  return case when attrs is null then doc else private.with_facts(doc, attrs) end;
end $function$;

CREATE OR REPLACE FUNCTION private.fill_profile(person uuid, registration private.registrations)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  registered_number text := case when private.is_real_phone(registration.phone_number) then registration.phone_number end;
  own_number text := registered_number;
  consent record;
begin
  if own_number is not null and private.phone_holder(own_number, registration.email) is not null then
    own_number := null;
  end if;
  for consent in select * from (values
    ('terms', true), ('privacy', true), ('marketing', registration.marketing_consent)) as given (purpose, granted)
  loop
    insert into public.consent_events (user_id, purpose, granted, document_version_id, occurred_at)
    select person, consent.purpose, consent.granted, (
      select versions.id from public.legal_document_versions as versions
      join public.legal_documents as documents on documents.id = versions.document_id
      where documents.slug = consent.purpose and versions.is_published and versions.effective_at <= registration.submitted_at
      order by versions.version desc limit 1), registration.submitted_at;
  end loop;
  update public.users set first_name = registration.first_name, last_name = registration.last_name, phone_number = own_number,
    consent_given_at = registration.submitted_at where users.id = person;
  update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_strip_nulls(jsonb_build_object(
    'first_name', registration.first_name, 'last_name', registration.last_name, 'phone_number', own_number, 'user_type', 'student',
    'marketing_consent', registration.marketing_consent, 'privacy_consent', true, 'terms_consent', true))
  where users.id = person;
  return registered_number is not null and own_number is null;
end $function$;

CREATE OR REPLACE FUNCTION private.finish_backup(backup uuid, file text, failure text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.backups as backups set reported_at = now(), state = case when finish_backup.file is null then 'failed' else 'done' end,
    file_name = finish_backup.file, failure = case when finish_backup.file is null then coalesce(finish_backup.failure, 'FAILED') end
  where backups.id = backup and backups.state = 'running';
  if not found then
    return false;
  end if;
  insert into public.audit_log (action, entity, entity_id, after)
  values (case when file is null then 'backup failed' else 'backup made' end, 'backups', backup::text,
    jsonb_strip_nulls(jsonb_build_object('file', file, 'failure', failure)));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.fits_setting(key text, value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  as_text text := value #>> '{}';
begin
  -- What visitors read falls back on what the application was built with.
  if value = 'null' and private.is_public_setting(key) then
    return true;
  end if;
  return coalesce(case coalesce(private.setting_kind(key), private.server_setting_kind(key))
    when 'line' then private.is_line(value, 120) and as_text <> ''
    when 'email' then private.is_line(value, 254) and as_text ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
    when 'phone' then private.is_line(value, 20) and as_text ~ '^\+?[0-9][0-9 -]{4,18}$'
    when 'link' then private.is_line(value, 200)
      and as_text ~ '^(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(/[A-Za-z0-9@._~%/?=&+-]*)?)?$'
    when 'notice' then private.is_line(value, 200)
    when 'moment' then private.is_moment(value)
    when 'domains' then private.are_domains(value)
    when 'switch' then jsonb_typeof(value) = 'boolean'
    when 'days' then private.is_whole_number(value, 7, 30)
    when 'months' then private.is_whole_number(value, 1, 13)
    when 'hops' then private.is_whole_number(value, 0, 9)
    when 'gigabytes' then private.is_whole_number(value, 1, 9999)
    when 'trash_days' then private.is_whole_number(value, 7, 365)
    -- Shorter than five, nobody reads a long ticket in peace; eight hours are a working day.
    when 'idle_minutes' then value = '0' or private.is_whole_number(value, 5, 480)
    when 'demo_content' then value in ('"adding"', '"partial"', '"complete"')
    when 'demo_people' then private.is_demo_people(value)
  end, false);
end $function$;

CREATE OR REPLACE FUNCTION private.follow_lesson_length()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.recompute_progress(new.id, new.duration_seconds);
  perform private.record_completions_of(new.course_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.forget_registrations(batch_size integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  delete from private.registrations where registrations.request_hash in (
    select old.request_hash from private.registrations as old
    where old.submitted_at < now() - interval '24 hours' order by old.submitted_at limit greatest(batch_size, 0) for update skip locked);
  get diagnostics gone = row_count;
  return gone;
end $function$;

CREATE OR REPLACE FUNCTION private.format_amount(value numeric, unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with parts as (
    select case when value < 0 then U&'\200E-' else '' end as sign, rtrim(to_char(abs(value), 'FM999,999,999,999,990.9999'), '.') as number)
  select U&'\200F' || case
    when unit = 'percent' then sign || number || '%'
    when unit like 'ils%' then sign || '₪' || number || case unit when 'ils_month' then ' לחודש' when 'ils_year' then ' לשנה' else '' end
    when value = 1 then case unit when 'years' then 'שנה' when 'months' then 'חודש' when 'days' then 'יום' else 'נקודה אחת' end
    when value = 2 and unit <> 'points' then case unit when 'years' then 'שנתיים' when 'months' then 'חודשיים' else 'יומיים' end
    else sign || number || case unit when 'years' then ' שנים' when 'months' then ' חודשים' when 'days' then ' ימים' else ' נקודות' end end
  from parts
$function$;

CREATE OR REPLACE FUNCTION private.formula_fits(input text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  functions constant jsonb := '{"round": [1, 2], "floor": [1, 1], "ceil": [1, 1], "abs": [1, 1], "min": [1, 8], "max": [1, 8],
    "if": [3, 3], "sqrt": [1, 1], "ln": [1, 1], "sum": [4, 4]}';
  rest text := ltrim(input, ' ');
  token text;
  wants_number boolean := true;
  -- Of each bracket that is open the function that it belongs to, empty for none, and how many parts it has so far.
  opened text[] := '{}';
  parts integer[] := '{}';
  deep integer;
begin
  if char_length(input) not between 1 and 300 then
    return false;
  end if;
  while rest <> '' loop
    token := substring(rest from
      '^(?:\d{1,15}(?:\.\d{1,10})?|[A-Za-z][A-Za-z0-9_]{0,30}|[א-ת](?:[א-ת׳״''"־ ]{0,58}[א-ת׳])?|<=|>=|[-+*/^(),<>=≈%])');
    if token is null then
      return false;
    end if;
    rest := ltrim(substr(rest, char_length(token) + 1), ' ');
    deep := cardinality(opened);
    if wants_number then
      if token ~ '^[A-Za-z]' and rest ~ '^\(' then
        if not functions ? token then
          return false;
        end if;
        opened := opened || token;
        parts := parts || 1;
        rest := ltrim(substr(rest, 2), ' ');
      elsif token = '(' then
        opened := opened || ''::text;
        parts := parts || 1;
      elsif token ~ '^[A-Za-z0-9א-ת]' then
        wants_number := false;
      elsif token <> '-' then
        return false;
      end if;
    elsif token = ')' then
      if deep = 0 or (opened[deep] <> '' and parts[deep] not between (functions -> opened[deep] ->> 0)::integer
        and (functions -> opened[deep] ->> 1)::integer) then
        return false;
      end if;
      opened := trim_array(opened, 1);
      parts := trim_array(parts, 1);
    elsif token = ',' then
      if deep = 0 or opened[deep] = '' then
        return false;
      end if;
      parts[deep] := parts[deep] + 1;
      wants_number := true;
    elsif token <> '%' then
      if token !~ '^(<=|>=|[-+*/^<>=≈])$' then
        return false;
      end if;
      wants_number := true;
    end if;
    if cardinality(opened) > 20 then
      return false;
    end if;
  end loop;
  return not wants_number and cardinality(opened) = 0;
end $function$;

CREATE OR REPLACE FUNCTION private.general_content_field_problem(kind text, id uuid, field text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  as_text constant text := value #>> '{}';
  is_text constant boolean := coalesce(jsonb_typeof(value) = 'string', false);
  is_empty constant boolean := coalesce(value, 'null') = 'null' or (is_text and trim(as_text) = '');
  found boolean;
begin
  case
    when field in ('name_he', 'title_he') then
      return case when is_empty then 'REQUIRED' when not is_text or char_length(as_text) > 120 then 'TOO_LONG' end;
    when field in ('description_he', 'bio_he') then
      return case when not is_empty and (not is_text or char_length(as_text) > 2000) then 'TOO_LONG' end;
    when field = 'summary_he' then
      return case when not is_empty and (not is_text or char_length(as_text) > 20000 or octet_length(as_text) > 45000) then 'TOO_LONG' end;
    when field = 'duration_seconds' then
      return case when jsonb_typeof(value) is distinct from 'number' or as_text !~ '^\d{1,5}$' or as_text::integer > 86400 then 'NUMBER' end;
    when field = 'provider' then
      return case when as_text is distinct from 'file' and as_text is distinct from 'vimeo' then 'INVALID' end;
    when field = 'video_ref' then
      return case when not is_empty and (not is_text or as_text !~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,190}$' or as_text ~ '\.\.') then 'FILE' end;
    when field = 'slug' then
      if is_empty then
        return 'REQUIRED';
      end if;
      if not is_text or char_length(as_text) > 80 or as_text !~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' then
        return 'SLUG';
      end if;
      execute format('select exists (select from public.%I as live where live.slug = $1 and live.id <> $2)', (
        select kinds.live from private.content_kinds as kinds where kinds.kind = general_content_field_problem.kind))
      into found using as_text, id;
      return case when found then 'SLUG_TAKEN' end;
    when field = 'is_featured' then
      return case when jsonb_typeof(value) is distinct from 'boolean' then 'INVALID' end;
    when field = 'duration_minutes' then
      return case when jsonb_typeof(value) is distinct from 'number' or as_text !~ '^\d{1,4}$' then 'NUMBER' end;
    when field in ('thumbnail_url', 'image_url', 'poster_url') then
      return case when not is_empty and (not is_text or char_length(as_text) > 500 or as_text !~ '^(/[^/\\\s][^\\\s]*|https://[^\\\s"<>]+)$') then 'ADDRESS' end;
    when field = 'vimeo_folder_id' then
      return case when not is_empty and as_text !~ '^\d{1,20}$' then 'NUMBER' end;
    when field = 'expertise_areas' then
      return case when jsonb_typeof(value) is distinct from 'array' or jsonb_array_length(value) > 10
        or value @? 'strict $[*] ? (@.type() != "string")'
        or exists (select from jsonb_array_elements_text(value) as area where char_length(area) not between 1 and 60) then 'LIST' end;
    when field in ('category_id', 'author_id', 'parent') then
      if is_empty then
        return case when field = 'parent' then 'REQUIRED' end;
      end if;
      if not is_text or as_text !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        return 'NOT_THERE';
      end if;
      execute format('select exists (select from public.%I as live where live.id = $1::uuid)',
        case field when 'category_id' then 'categories' when 'parent' then 'courses' else 'authors' end) into found using as_text;
      return case when not found then 'NOT_THERE' end;
    else
      return 'INVALID';
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.is_active_student()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active) then
    return false;
  end if;
  if not private.session_is_valid() then
    perform private.require_session();
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.is_first_entry(account uuid, submitted_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.users
    join auth.sessions on sessions.user_id = users.id
    where users.id = account and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and users.email_confirmed_at >= is_first_entry.submitted_at and sessions.created_at >= is_first_entry.submitted_at
      and sessions.created_at between users.email_confirmed_at - interval '1 minute' and users.email_confirmed_at + interval '10 minutes'
      and exists (
        select from auth.mfa_amr_claims as proofs where proofs.session_id = sessions.id
          and private.proof_of(proofs.authentication_method) = 'mail'))
$function$;

CREATE OR REPLACE FUNCTION private.is_verified_student()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.users where users.id = auth.uid() and users.is_active and users.email_verified) then
    return false;
  end if;
  if not private.session_is_valid() then
    perform private.require_session();
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.is_vimeo_video(input text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (input ~ '^[0-9]{1,20}(/[0-9a-z]{6,40})?$'::text);

CREATE OR REPLACE FUNCTION private.keep_late_progress(progress public.user_progress, seconds int4multirange[], times timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  update_row jsonb := jsonb_build_array(jsonb_build_object(
    'lesson_id', progress.lesson_id, 'course_id', progress.course_id, 'progress_seconds', progress.progress_seconds,
    'watched_until', progress.watched_until, 'completed', progress.completed, 'last_watched', progress.last_watched,
    'watched_pieces', (
      select coalesce(jsonb_agg(jsonb_build_array(lower(part), upper(part), floor(extract(epoch from pieces.at) * 1000))), '[]')
      from unnest(seconds, times) as pieces (ranges, at), unnest(pieces.ranges) as part)));
begin
  update private.removed_progress as removed set late = removed.late || update_row
  where removed.user_id = progress.user_id and removed.course_id = progress.course_id
    and removed.removed_at >= now() - interval '10 minutes'
    and pg_column_size(removed.late) < 100000 and not removed.late @> update_row;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_mail(mail jsonb, key text, ticket uuid, added_message uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_mail uuid;
begin
  insert into private.support_mails (key, ticket_id, message_id, state, is_verified, sender, sender_name, subject, words, rest, mail_id)
  values (keep_mail.key, ticket, added_message, case when added_message is null then 'held' else 'taken' end, (mail -> 'is_verified')::boolean,
    mail ->> 'sender', mail ->> 'sender_name', left(mail ->> 'subject', 200), case when added_message is null then mail ->> 'words' else '' end,
    mail ->> 'rest', mail ->> 'mail_id')
  returning id into stored_mail;
  insert into private.support_files (mail_id, place, name, mime, bytes, path, refusal)
  select stored_mail, files.place, files.file ->> 'name', files.file ->> 'mime', (files.file ->> 'bytes')::bigint, files.file ->> 'path', files.file ->> 'refusal'
  from jsonb_array_elements(mail -> 'files') with ordinality as files (file, place);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sign_ins (session_id, user_id, signed_in_at, browser, system, address)
  select new.id, new.user_id, coalesce(new.created_at, now()), coalesce(words.browser, ''), coalesce(words.system, ''), private.mask_address(new.ip)
  from private.device_words(new.user_agent) as words
  on conflict (session_id) do nothing;
  delete from private.sign_ins where sign_ins.session_id in (
    select recent.session_id from private.sign_ins as recent where recent.user_id = new.user_id
    order by recent.signed_in_at desc, recent.session_id offset 50);
  -- Every sign-in takes a few old ones along, whosever they are.
  delete from private.sign_ins where sign_ins.session_id in (
    select past.session_id from private.sign_ins as past where past.signed_in_at < now() - interval '180 days' limit 20);
  return null;
exception when others then
  raise warning 'a sign-in is not listed: %', sqlstate;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_working_copy(kind text, id uuid, version bigint, before jsonb, changes jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rules constant private.content_kinds := private.require_content_manager(kind);
  writer constant uuid := private.own_staff_id();
  stored timestamptz;
begin
  if not exists (select from private.content_items as items where items.kind = keep_working_copy.kind and items.id = keep_working_copy.id) then
    perform private.raise_app_error('CONTENT_NOT_FOUND', 404, 'There is no such record');
  end if;
  if jsonb_typeof(before) is distinct from 'object' or jsonb_typeof(changes) is distinct from 'object' or version is null
    or exists (select from jsonb_object_keys(before || changes) as field where field <> all (rules.fields))
    or octet_length(before::text) + octet_length(changes::text) > 4 * rules.draft_bytes then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'A working copy holds fields of the record, of a bounded size');
  end if;
  delete from private.working_copies as copies where copies.owner_id = writer and copies.stored_at < now() - interval '14 days';
  insert into private.working_copies as copies (owner_id, kind, id, version, before, changes, stored_at)
  values (writer, keep_working_copy.kind, keep_working_copy.id, keep_working_copy.version, keep_working_copy.before, keep_working_copy.changes, clock_timestamp())
  on conflict on constraint working_copies_pkey do update
    set version = excluded.version, before = excluded.before, changes = excluded.changes, stored_at = excluded.stored_at
  returning copies.stored_at into stored;
  return stored;
end $function$;

CREATE OR REPLACE FUNCTION private.learned_condition(first text, last text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Who learned in more days than these are too many to be looked up among them.
  few constant integer := 7;
  -- Earlier days are forgotten.
  earliest constant text := greatest(first, (private.day_of(now()) - 60)::text);
  looked_up constant text := format(
    'exists (select from private.learning_days as learned where learned.user_id = listed.id and learned.day between %L and %L)', earliest, last);
begin
  if private.beginning_of(first, 0) is null or private.beginning_of(last, 0) is null then
    return null;
  end if;
  return case when last::date - earliest::date < few then looked_up
    else format('listed.last_learned_on >= %L and (listed.last_learned_on <= %L or %s)', earliest, last, looked_up) end;
end $function$;

CREATE OR REPLACE FUNCTION private.legal_gaps(document uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (WITH present AS (SELECT private.legal_values(legal_gaps.document) AS draft), newest AS (SELECT newest_legal_version.id, newest_legal_version.document_id, newest_legal_version.version, newest_legal_version.body, newest_legal_version.effective_at, newest_legal_version.is_published, newest_legal_version.created_at, newest_legal_version.awaits_review, newest_legal_version.summary_he, newest_legal_version.demands_acceptance, newest_legal_version.text_hash, newest_legal_version.withdrawn_at FROM private.newest_legal_version(legal_gaps.document) newest_legal_version(id, document_id, version, body, effective_at, is_published, created_at, awaits_review, summary_he, demands_acceptance, text_hash, withdrawn_at)) SELECT COALESCE(jsonb_agg(gaps.code ORDER BY gaps.place), '[]'::jsonb) AS "coalesce" FROM (present LEFT JOIN newest ON (true)), LATERAL (VALUES (1,'VERSION_COMING'::text,(newest.effective_at > now())), (2,'BODY_EMPTY'::text,(TRIM(BOTH FROM private.rich_text_words((present.draft -> 'body'::text))) = ''::text)), (3,'UNCHANGED'::text,((newest.body = (present.draft -> 'body'::text)) AND (NOT newest.awaits_review))), (4,'SUMMARY_MISSING'::text,((newest.id IS NOT NULL) AND (TRIM(BOTH FROM (present.draft ->> 'summary_he'::text)) = ''::text)))) gaps(place, code, is_there) WHERE gaps.is_there);

CREATE OR REPLACE FUNCTION private.limit_watched(progress public.user_progress, stored public.user_progress, watched int4multirange, lesson_seconds integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whole constant int4multirange := int4multirange(int4range(0, coalesce(nullif(lesson_seconds, 0), 86400)));
  known constant int4multirange := coalesce(stored.watched_ranges, '{}');
  known_seconds constant integer := private.measure_ranges(known * whole);
  reported_seconds constant integer := private.measure_ranges((known + watched) * whole);
  most integer;
begin
  if reported_seconds > private.watchable_seconds(stored.created_at, now()) then
    most := greatest(known_seconds, (
      select private.watchable_seconds(greatest(students.created_at, lessons.created_at), now())
      from public.users as students, public.lessons
      where students.id = progress.user_id and lessons.id = progress.lesson_id));
  end if;
  -- More than fits between two saves can be honest, of one who was offline or has two devices: only a hint.
  if reported_seconds > most or reported_seconds - known_seconds > private.watchable_seconds(stored.updated_at, now()) then
    insert into public.progress_flags (user_id, lesson_id, reported_seconds, counted_seconds)
    values (progress.user_id, progress.lesson_id, reported_seconds, least(reported_seconds, most))
    on conflict (user_id, lesson_id) do nothing;
  end if;
  return case when reported_seconds > most then most end;
end $function$;

CREATE OR REPLACE FUNCTION private.link_admin_account()
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member uuid;
begin
  update public.admin_users set
    supabase_auth_id = users.id, email_verified = true, email_verified_at = users.email_confirmed_at, last_login_at = users.last_sign_in_at
  from auth.users
  where users.id = auth.uid() and users.email_confirmed_at is not null
    and admin_users.supabase_auth_id is null and admin_users.email = lower(users.email)
    and private.session_is_valid()
  returning admin_users.id into member;
  return json_build_object('success', member is not null, 'admin_id', member);
end $function$;

CREATE OR REPLACE FUNCTION private.list_approvals()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  operator constant uuid := private.require_operator();
begin
  return json_build_object(
    'alone', (select count(*) from private.recent_super_admins()) < 2,
    'requests', (
      select coalesce(json_agg(line order by line.requested_at desc, line.id), '[]') from (
        select requests.id, requests.action, requests.reason, requests.requested_at, requests.expires_at, requests.decided_at,
          asking.first_name as requested_by, deciding.first_name as decided_by, requests.requested_by = operator as own,
          requests.requested_by <> operator and operator in (select approvers.id from private.approvers(requests.requested_by) as approvers) as may_decide,
          coalesce(trim(meant.first_name || ' ' || coalesce(meant.last_name, '')) || ' · ' || meant.email,
            requests.subject ->> 'email', requests.subject ->> 'file', '') as about,
          case when requests.used_at is not null then 'used' when requests.approved = false then 'refused'
            when requests.expires_at <= now() then 'expired' when requests.approved then 'approved' else 'waiting' end as state
        from private.approval_requests as requests
        join public.admin_users as asking on asking.id = requests.requested_by
        left join public.admin_users as deciding on deciding.id = requests.decided_by
        left join public.admin_users as meant on meant.id::text = requests.subject ->> 'member'
        where requests.requested_at > now() - interval '30 days'
        order by requests.requested_at desc limit 200) as line));
end $function$;

CREATE OR REPLACE FUNCTION private.list_finance_facts(search text, overdue boolean)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sought constant text := '%' || replace(replace(replace(left(trim(coalesce(search, '')), 100), '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  perform private.require_content_manager('fact');
  return (
    select coalesce(json_agg(json_build_object('id', line.id, 'name', line.name_he, 'slug', line.slug, 'says', line.says, 'checked_on', line.checked_on,
      'source', line.source_name, 'valid_from', line.valid_from, 'valid_to', line.valid_to, 'review_by', line.review_by) order by line.place), '[]')
    from (
      select facts.*, private.format_fact(facts) as says,
        row_number() over (order by case when overdue then facts.review_by end, facts.name_he, facts.valid_from desc nulls last, facts.id) as place
      from public.finance_facts as facts
      where facts.is_published and (facts.name_he ilike sought or facts.slug ilike sought)
        and (not coalesce(overdue, false) or facts.review_by < private.today_in_israel())
      order by place limit 200) as line);
end $function$;

CREATE OR REPLACE FUNCTION private.list_media_files(query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text := lower(left(coalesce(query ->> 'search', ''), 100));
  page constant integer := least(greatest(case when query ->> 'page' ~ '^\d{1,4}$' then (query ->> 'page')::integer end, 1), 1000);
  by_size constant boolean := coalesce(query ->> 'sort' = 'largest', false);
  shelf constant text := coalesce(query ->> 'shelf', '');
  of_lessons constant boolean := private.manages_lesson_media();
begin
  perform private.ask_media_right();
  return private.media_room() || (
    with found as materialized (
      select files, greatest(files.stored_bytes, files.original_bytes * (files.state = 'waiting')::integer) as size, files.created_at, files.id
      from private.media_files as files
      where (words = '' or strpos(lower(files.name), words) > 0 or strpos(lower(files.alt_he), words) > 0)
        and (query ->> 'kind' is null or files.kind = query ->> 'kind') and (of_lessons or files.kind = 'picture')
        and files.removed_at is null and (files.trashed_at is not null) = (shelf = 'trash')
        and (shelf <> 'unused' or files.state = 'ready' and not exists (select from private.media_uses as uses where uses.media_id = files.id)
          and not exists (select from private.media_files as videos where videos.poster_id = files.id and videos.trashed_at is null)))
    select jsonb_build_object(
      'total', (select count(*) from found),
      'rows', coalesce((
        select jsonb_agg(private.media_record(shown.files) order by shown.place) from (
          select found.files, row_number() over (order by case when by_size then found.size end desc, found.created_at desc, found.id) as place
          from found order by place limit 50 offset coalesce(page - 1, 0) * 50) as shown), '[]')));
end $function$;

CREATE OR REPLACE FUNCTION private.list_my_notifications()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For students');
  end if;
  return json_build_object(
    'muted', (select coalesce(json_agg(muted.kind order by muted.kind), '[]') from private.muted_notifications as muted where muted.user_id = auth.uid()),
    'rows', (
      select coalesce(json_agg(json_build_object('id', shown.id, 'kind', campaigns.kind, 'occasion', campaigns.occasion,
        'subject', campaigns.subject, 'body', campaigns.body, 'created_at', shown.created_at, 'read_at', shown.read_at,
        'values', shown.details || jsonb_build_object('first_name', users.first_name, 'last_name', users.last_name)
      ) order by shown.created_at desc, shown.id), '[]')
      from (select * from private.own_notifications() as own order by own.created_at desc limit 100) as shown
      join private.campaigns on campaigns.id = shown.campaign_id
      join public.users on users.id = shown.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.mail_answer(ticket public.support_tickets, answer_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reply_address text := (select settings.reply_address from private.support_settings as settings);
  reply_key text := (select keys.key from private.support_reply_keys as keys where keys.ticket_id = ticket.id);
begin
  if ticket.email like '%@account.invalid' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('support_answer', ticket.email,
    -- Programs keep a conversation by its subject too.
    case when ticket.channel = 'mail' then 'Re: ' else 'תשובה לפנייה: ' end || ticket.subject, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', ticket.id, 'subject', ticket.subject, 'body', answer_text, 'is_student', ticket.user_id is not null,
    'reply_to', case when reply_key is not null then regexp_replace(reply_address, '@', '+' || reply_key || '@') end,
    'answers_to', (select mails.mail_id from private.support_mails as mails
      where mails.ticket_id = ticket.id and mails.state = 'taken' order by mails.received_at desc limit 1),
    'rating_token', case when ticket.user_id is null
      and (select present.status from public.support_tickets as present where present.id = ticket.id) = 'solved'
      then private.make_rating_link(ticket.id) end)));
  perform private.ticket_event(ticket.id, 'mail', jsonb_build_object('to', private.mask_email(ticket.email)));
end $function$;

CREATE OR REPLACE FUNCTION private.mail_cause(failure text, recipient text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  redacted text := regexp_replace(coalesce(failure, ''), '[^\s<>"'',;:()]+@[^\s<>"'',;:()]+', '…', 'g');
  name constant text := split_part(recipient, '@', 1);
begin
  -- Some mail servers name the mailbox without its domain.
  if length(name) > 2 and strpos(lower(redacted), lower(name)) > 0 then
    redacted := regexp_replace(redacted, '(?<!\w)' || regexp_replace(name, '(\W)', '\\\1', 'g') || '(?!\w)', '…', 'gi');
  end if;
  -- Numbers of a mail server's queue make each answer look like another.
  return trim(left(regexp_replace(regexp_replace(redacted, '\m(?=\w*\d)\w{8,}\M', '#', 'g'), '\s+', ' ', 'g'), 300));
end $function$;

CREATE OR REPLACE FUNCTION private.make_backup_link(file text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  operator constant uuid := private.require_operator();
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  perform private.require_fresh_sign_in();
  if not exists (
    select from private.system_reports as reports, jsonb_array_elements(reports.report -> 'backups' -> 'files') as listed
    where listed ->> 'name' = file and listed -> 'is_handed_out' = 'true'::jsonb) then
    perform private.raise_app_error('NO_BACKUP', 404, 'That archive is not kept, or holds keys');
  end if;
  if not private.take_call('backup links', auth.uid()::text, 20, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty links an hour');
  end if;
  delete from private.backup_links where expires_at < now();
  insert into private.backup_links (token_hash, member_id, session_id, file_name)
  values (sha256(convert_to(token, 'utf8')), operator, (auth.jwt() ->> 'session_id')::uuid, file);
  return token;
end $function$;

CREATE OR REPLACE FUNCTION private.make_recovery_codes()
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := auth.uid();
  made text[] := array(select private.new_recovery_code() from generate_series(1, 10));
  replaced boolean;
begin
  perform private.require_fresh_sign_in();
  if not private.has_joined_app(account) then
    perform private.raise_app_error('SECOND_STEP_MISSING', 409, 'Codes stand for an authenticator app, and the account has none');
  end if;
  if not private.take_attempt('recovery codes made', account::text, gen_random_uuid()::text, 10, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  delete from private.recovery_codes where recovery_codes.user_id = account;
  replaced := found;
  insert into private.recovery_codes (user_id, code_hash)
    select account, private.recovery_code_hash(account, code) from unnest(made) as code;
  -- The first ones belong to the app that has just joined, which is told by itself.
  if replaced or not exists (
    select from private.security_notices as notices
    where notices.user_id = account and notices.kind = 'second_step_joined' and notices.created_at > now() - interval '10 minutes') then
    perform private.notify_recovery_codes(account, 'recovery_codes_made', '{}');
  end if;
  return json_build_object('codes', to_json(made));
end $function$;

CREATE OR REPLACE FUNCTION private.mark_for_deletion(student public.users, remaining_session uuid, given_reason text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due timestamptz;
begin
  update public.users set deletion_due_at = now() + interval '14 days' where id = student.id
    returning users.deletion_due_at into due;
  delete from auth.sessions where user_id = student.id and id is distinct from remaining_session;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'deletion requested', 'users', student.id::text,
    jsonb_strip_nulls(jsonb_build_object('deletion_due_at', due, 'reason', trim(given_reason))));
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('account_deletion_requested', student.email, private.academy_subject('התקבלה בקשה למחיקת החשבון'),
    jsonb_build_object('due_at', due));
  return due;
end $function$;

CREATE OR REPLACE FUNCTION private.media_seen(media uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (SELECT md5(concat((SELECT string_agg(concat_ws(' '::text, uses.kind, uses.id, uses.item_version, uses.in_draft, uses.in_public), ','::text ORDER BY uses.kind, uses.id) AS string_agg FROM private.media_use_rows(media_seen.media) uses(kind, id, in_draft, in_public, older, item_version) WHERE (uses.in_draft OR uses.in_public)), (SELECT string_agg(concat(' ', videos.id), ','::text ORDER BY videos.id) AS string_agg FROM private.media_files videos WHERE ((videos.poster_id = media_seen.media) AND (videos.trashed_at IS NULL))))) AS md5);

CREATE OR REPLACE FUNCTION private.merge_progress(stored public.user_progress, sent public.user_progress, watched int4multirange, lesson_seconds integer, most integer, clock timestamp with time zone)
 RETURNS public.user_progress
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  merged public.user_progress := sent;
  duration constant integer := coalesce(nullif(lesson_seconds, 0), 86400);
  known constant int4multirange := coalesce(stored.watched_ranges, '{}');
  known_seconds integer;
begin
  merged.progress_seconds := trim_scale(round(least(sent.progress_seconds, duration), 3));
  merged.watched_until := trim_scale(round(greatest(least(sent.watched_until, duration), merged.progress_seconds), 3));
  if stored.id is not null then
    if (stored.last_watched, stored.progress_seconds) > (merged.last_watched, merged.progress_seconds) then
      merged.progress_seconds := stored.progress_seconds;
      merged.last_watched := stored.last_watched;
    end if;
    merged.watched_until := greatest(merged.watched_until, stored.watched_until);
    merged.completed := sent.completed or stored.completed;
    merged.id := stored.id;
    merged.created_at := stored.created_at;
  end if;
  if most is not null then
    known_seconds := private.measure_ranges(known * int4multirange(int4range(0, duration)));
    watched := private.first_seconds(watched * int4multirange(int4range(0, duration)) - known, greatest(most - known_seconds, 0));
  end if;
  merged.updated_at := clock;
  merged.watched_pieces := null;
  merged.completed_at := stored.completed_at;
  return private.count_progress(merged, stored.completed, known + watched, lesson_seconds);
end $function$;

CREATE OR REPLACE FUNCTION private.merge_tickets(ticket_id uuid, into_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  merged public.support_tickets;
  target public.support_tickets;
begin
  perform from public.support_tickets as tickets where tickets.id in (merge_tickets.ticket_id, into_id) order by tickets.id for update;
  select * into merged from public.support_tickets as tickets where tickets.id = merge_tickets.ticket_id;
  select * into target from public.support_tickets as tickets where tickets.id = into_id;
  if merged.id is null or target.id is null then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if merged.merged_into = target.id then
    return;
  end if;
  if merged.id = target.id or merged.merged_into is not null or target.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'One of the tickets was merged already');
  end if;
  -- Otherwise one person would read what another wrote.
  if merged.user_id is distinct from target.user_id or merged.email <> target.email then
    perform private.raise_app_error('DIFFERENT_PEOPLE', 409, 'Tickets of one person only are merged');
  end if;
  update public.support_messages as messages set ticket_id = target.id where messages.ticket_id = merged.id;
  update private.support_notes as notes set ticket_id = target.id where notes.ticket_id = merged.id;
  update public.support_tickets as tickets set merged_into = target.id, status = 'closed', snoozed_until = null where tickets.id = merged.id;
  update public.support_tickets as tickets set last_message_at = greatest(merged.last_message_at, target.last_message_at),
    last_from_staff = case when merged.last_message_at > target.last_message_at then merged.last_from_staff else target.last_from_staff end,
    first_answer_at = least(merged.first_answer_at, target.first_answer_at),
    status = case when merged.status = 'open' then 'open' else target.status end,
    tags = case when private.are_tags(target.tags || merged.tags) then array(select distinct unnest(target.tags || merged.tags) order by 1) else target.tags end
    where tickets.id = target.id;
  perform private.ticket_event(target.id, 'merged', jsonb_build_object('from', merged.id, 'subject', merged.subject));
  perform private.ticket_event(merged.id, 'merged', jsonb_build_object('into', target.id));
  perform private.note_ticket_action(merged.id, 'ticket merged', jsonb_build_object('merged_into', target.id));
end $function$;

CREATE OR REPLACE FUNCTION private.missing_legal_versions(student uuid)
 RETURNS TABLE(slug text, agreed_to integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
begin
  return query
    select demands.slug, consents.agreed_to
    from (select asked.slug, private.demanded_legal_version(asked.slug) as demanded from unnest('{terms,privacy}'::text[]) as asked (slug)) as demands,
    lateral (
      select coalesce(max(versions.version), 0) as agreed_to
      from public.consent_events as events join public.legal_document_versions as versions on versions.id = events.document_version_id
      where demands.demanded is not null and events.user_id = missing_legal_versions.student and events.purpose = demands.slug and events.granted) as consents
    where consents.agreed_to < demands.demanded;
end $function$;

CREATE OR REPLACE FUNCTION private.my_certificate(course uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select json_build_object(
      'course_title', coalesce(standing.facts ->> 'course_title', last.course_title),
      'completed_at', coalesce((standing.facts ->> 'completed_at')::timestamptz, earlier.completed_at),
      'missing', case when earlier.completed_at is null then coalesce(standing.facts -> 'missing', '[]') else '[]' end,
      'unwatched', case when earlier.completed_at is null then coalesce(standing.facts -> 'unwatched', '[]') else '[]' end,
      'can_earn', coalesce((standing.facts ->> 'can_earn')::boolean, false) or last.id is not null,
      'first_name', users.first_name, 'last_name', users.last_name,
      'number', last.number, 'revoked_at', last.revoked_at, 'may_issue_again', coalesce(last.may_issue_again, true))
    from public.users
    left join lateral (
      select * from private.certificates
      where certificates.user_id = users.id and certificates.course_id = my_certificate.course
      order by certificates.issued_at desc limit 1) as last on true,
    lateral (select private.certificate_standing(users.id, my_certificate.course)) as standing (facts),
    -- What was earned once stays earned, also by the rules of its time, when staff made room for another.
    lateral (select case when last.may_issue_again and standing.facts is not null then last.completed_at end) as earlier (completed_at)
    where users.id = auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION private.names_person(input text, ticket public.support_tickets)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A name as a word of its own, or behind the letters that Hebrew writes together with it; an address anywhere.
  select lower(input) ~ '[^[:space:]]@[^[:space:]]' or strpos(lower(input), lower(ticket.email)) > 0 or exists (
    select from (
      select trim(ticket.name) as name union select trim(unnest(array[users.first_name, users.last_name]))
      from public.users where users.id = ticket.user_id) as known
    where char_length(known.name) > 1 and lower(input) ~ ('(^|[^a-z0-9א-ת])[ולבהכמש]{0,2}'
      || regexp_replace(lower(known.name), '([^a-z0-9א-ת[:space:]])', '\\\1', 'g') || '($|[^a-z0-9א-ת])'))
$function$;

CREATE OR REPLACE FUNCTION private.note_backup(backup uuid, done_bytes bigint, whole_bytes bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.backups as backups set reported_at = now(),
    done_bytes = greatest(note_backup.done_bytes, 0), whole_bytes = greatest(note_backup.whole_bytes, 0)
  where backups.id = backup and backups.state = 'running';
  return found;
end $function$;

CREATE OR REPLACE FUNCTION private.note_fact_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.finance_fact_corrections (fact_id, said_before, says, reason_he)
  select new.id, formatted.before, formatted.after, new.reason_he
  from (select private.format_whole_fact(old) as before, private.format_whole_fact(new) as after) as formatted where formatted.before <> formatted.after;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_on_ticket(ticket_id uuid, note_id uuid, body text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(note_on_ticket.body, '')));
  ticket public.support_tickets;
begin
  if note_id is null or char_length(trimmed_body) not between 1 and 4000 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A note has an id and 1 to 4000 letters');
  end if;
  -- One id sent into two tickets at once is one note.
  perform pg_advisory_xact_lock(hashtextextended('support note ' || note_id, 0));
  select * into ticket from public.support_tickets as tickets where tickets.id = note_on_ticket.ticket_id for update;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if exists (select from private.support_notes as notes where notes.id = note_id) then
    -- Sent again, it is there once, also in the ticket that this one was merged into since.
    if not exists (select from private.support_notes as notes
      where notes.id = note_id and notes.author_id = caller and notes.ticket_id in (ticket.id, ticket.merged_into)) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another note');
    end if;
    return;
  end if;
  if (select count(*) from private.support_notes as notes where notes.ticket_id = note_on_ticket.ticket_id) >= 200 then
    perform private.raise_app_error('TOO_MANY_NOTES', 409, 'Two hundred notes a ticket');
  end if;
  insert into private.support_notes (id, ticket_id, author_id, author_first_name, body)
  select note_id, note_on_ticket.ticket_id, caller, members.first_name, trimmed_body from public.admin_users as members where members.id = caller;
  perform private.note_ticket_action(note_on_ticket.ticket_id, 'ticket noted', null);
end $function$;

CREATE OR REPLACE FUNCTION private.note_student_action(student uuid, action_name text, given_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), action_name, 'users', student::text, jsonb_strip_nulls(jsonb_build_object('reason', trim(given_reason))));
end $function$;

CREATE OR REPLACE FUNCTION private.operations_overview()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_role('super_admin') or not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For super_admin');
  end if;
  return json_build_object(
    'buckets', (
      select coalesce(json_agg(json_build_object('name', buckets.id, 'files', coalesce(sums.files, 0), 'bytes', coalesce(sums.bytes, 0)) order by sums.bytes desc nulls last, buckets.id), '[]')
      from storage.buckets
      left join (
        select objects.bucket_id, count(*) as files, sum((objects.metadata ->> 'size')::bigint) as bytes
        from storage.objects group by objects.bucket_id) as sums on sums.bucket_id = buckets.id),
    'tables', (
      select json_agg(json_build_object('name', biggest.name, 'bytes', biggest.bytes) order by biggest.bytes desc)
      from (
        select classes.relname as name, pg_total_relation_size(classes.oid) as bytes
        from pg_catalog.pg_class as classes
        where classes.relkind = 'r' and classes.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
        order by 2 desc limit 8) as biggest),
    'sessions', (
      select json_build_object(
        'staff', count(*) filter (where exists (select from public.admin_users as members where members.supabase_auth_id = open.user_id)),
        'all', count(*), 'people', count(distinct open.user_id),
        'opened_today', count(*) filter (where open.created_at >= private.begin_of(private.day_of(now()))))
      from auth.sessions as open where open.created_at > now() - interval '90 days'),
    'doctor', (select reports.report -> 'doctor' from private.system_reports as reports));
end $function$;

CREATE OR REPLACE FUNCTION private.owed_legal_documents()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'slug', missing.slug, 'title_he', documents.title_he, 'id', current.id, 'version', current.version,
      'effective_at', current.effective_at, 'body', current.body,
      'agreed_to', (
        select jsonb_build_object('version', earlier.version, 'body', earlier.body) from public.legal_document_versions as earlier
        where earlier.document_id = documents.id and earlier.version = missing.agreed_to),
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('version', since.version, 'summary_he', since.summary_he) order by since.version desc), '[]')
        from (
          select * from public.legal_document_versions as later
          where later.document_id = documents.id and later.is_published and later.summary_he is not null
            and later.version > missing.agreed_to and later.version <= current.version
          order by later.version desc limit 20) as since))
      order by missing.slug desc), '[]')
    from private.missing_legal_versions(auth.uid()) as missing
    join public.legal_documents as documents on documents.slug = missing.slug
    cross join lateral private.legal_version_at(missing.slug, now()) as current);
end $function$;

CREATE OR REPLACE FUNCTION private.owes_acceptance(student uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Nobody is told of others.
  return coalesce(student = auth.uid(), false) and private.session_is_valid()
    and exists (select from private.missing_legal_versions(student));
end $function$;

CREATE OR REPLACE FUNCTION private.plain_name(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(trim(regexp_replace(coalesce(input, ''), '[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')), 100)
$function$;

CREATE OR REPLACE FUNCTION private.publish_answer(message_id uuid, second integer, question text, body text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  caller constant uuid := private.require_support();
  asked constant text := nullif(trim(E' \r\n\t' from private.undirected(coalesce(publish_answer.question, ''))), '');
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(publish_answer.body, '')));
  ticket public.support_tickets;
  longest integer;
begin
  select tickets.* into ticket from public.support_tickets as tickets
    join public.support_messages as messages on messages.ticket_id = tickets.id
  where messages.id = publish_answer.message_id and messages.from_staff for update of tickets;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'No such answer');
  end if;
  select lessons.duration_seconds into longest from public.lesson_contents as contents
    join public.lessons on lessons.id = contents.lesson_id where contents.lesson_id = ticket.lesson_id;
  if longest is null then
    perform private.raise_app_error('NO_LESSON', 409, 'The question is about no lesson');
  end if;
  if second is null or second not between 0 and longest or char_length(trimmed_body) not between 1 and 4000 or char_length(asked) > 500 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A second of the lesson, 1 to 4000 letters, and a question of up to 500');
  end if;
  if private.names_person(concat_ws(E'\n', asked, trimmed_body), ticket) then
    perform private.raise_app_error('NAMES_PERSON', 409, 'The text names who asked, or holds an address');
  end if;
  insert into public.lesson_answers as answers (lesson_id, position_seconds, question, body, message_id, published_by)
  values (ticket.lesson_id, second, asked, trimmed_body, publish_answer.message_id, caller)
  on conflict (message_id) do update set position_seconds = excluded.position_seconds, question = excluded.question,
    body = excluded.body, published_by = excluded.published_by, published_at = now();
  perform private.ticket_event(ticket.id, 'published', jsonb_build_object('to', second));
  perform private.note_ticket_action(ticket.id, 'answer published', jsonb_build_object('lesson_id', ticket.lesson_id, 'position_seconds', second));
end $function$;

CREATE OR REPLACE FUNCTION private.publish_legal_draft(slug text, version bigint, effective_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document uuid;
  known private.legal_drafts;
  gaps jsonb;
  draft_values jsonb;
  made public.legal_document_versions;
begin
  perform private.require_legal_editor();
  document := private.lock_legal_document(slug);
  insert into private.legal_drafts (document_id) values (document) on conflict do nothing;
  select * into known from private.legal_drafts as drafts where drafts.document_id = document;
  if known.version is distinct from publish_legal_draft.version then
    perform private.raise_app_error('CONTENT_CHANGED', 409, 'The draft was changed since it was read');
  end if;
  gaps := private.legal_gaps(document);
  if gaps <> '[]' then
    perform private.raise_app_error('LEGAL_INCOMPLETE', 409, 'The draft cannot be published', gaps::text);
  end if;
  if publish_legal_draft.effective_at not between now() and now() + interval '1 year' then
    perform private.raise_app_error('LEGAL_DAY', 400, 'A legal text comes into force now, or within a year');
  end if;
  draft_values := private.legal_values(document);
  insert into public.legal_document_versions (document_id, version, body, effective_at, is_published, summary_he, demands_acceptance)
  select document, coalesce(max(earlier.version), 0) + 1, draft_values -> 'body', coalesce(publish_legal_draft.effective_at, now()), true,
    nullif(trim(draft_values ->> 'summary_he'), ''), (draft_values ->> 'demands_acceptance')::boolean
  from public.legal_document_versions as earlier where earlier.document_id = document
  returning * into made;
  update private.legal_drafts as drafts set draft = '{}', version = drafts.version + 1,
    edits = drafts.edits || private.changed_edits(draft_values, draft_values || '{"summary_he": "", "demands_acceptance": false}', drafts.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where drafts.document_id = document;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'legal version published', 'legal_document_versions', made.id::text, jsonb_build_object('document', publish_legal_draft.slug,
    'version', made.version, 'effective_at', made.effective_at, 'summary_he', made.summary_he, 'demands_acceptance', made.demands_acceptance,
    'text_hash', made.text_hash));
  return private.legal_record(document);
end $function$;

CREATE OR REPLACE FUNCTION private.purge_account(student public.users)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.queue_security_notice(account uuid, recipient text, kind text, event jsonb, undo jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.queue_weekly_mails(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  week constant date := private.week_of(private.day_of(at)) - 7;
  queued integer;
begin
  -- From eight on the Sunday after it, and later that day where no process was there at eight.
  if extract(dow from private.day_of(at)) <> 0 or extract(hour from at at time zone 'Asia/Jerusalem') not between 8 and 19 then
    return 0;
  end if;
  -- Whoever takes the line tells the week: a second process waits for it and finds it told.
  with recipients as (
    update private.weekly_mails as mails set mailed_week = week
    from public.admin_users as members join public.roles on roles.id = members.role_id
    where members.id = mails.member_id and members.is_active and members.email_verified
      and private.role_holds(roles.name, 'analytics.view') and mails.mailed_week is distinct from week
    returning members.email)
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'weekly_figures', recipients.email, private.academy_subject('השבוע במספרים'), figures.content
  from recipients cross join (
    select jsonb_build_object('first', week, 'last', week + 6,
      'week', private.disclosed_totals(private.analytics_totals(week, week + 6), 7),
      'before', private.disclosed_totals(private.analytics_totals(week - 7, week - 1), 7)) as content) as figures;
  get diagnostics queued = row_count;
  return queued;
end $function$;

CREATE OR REPLACE FUNCTION private.rate_ticket(ticket_id uuid, satisfaction text, note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ticket constant public.support_tickets := private.own_ticket(ticket_id);
  trimmed_note constant text := nullif(trim(E' \r\n\t' from coalesce(note, '')), '');
begin
  if ticket.status <> 'solved' then
    perform private.raise_app_error('TICKET_NOT_SOLVED', 409, 'A ticket is rated when it is solved');
  end if;
  if coalesce(rate_ticket.satisfaction, '') not in ('good', 'bad') or char_length(trimmed_note) > 1000 then
    perform private.raise_app_error('INVALID_RATING', 400, 'good or bad, and up to 1000 letters');
  end if;
  if ticket.satisfaction is not distinct from rate_ticket.satisfaction and ticket.satisfaction_note is not distinct from trimmed_note then
    return;
  end if;
  update public.support_tickets as tickets set satisfaction = rate_ticket.satisfaction, satisfaction_note = trimmed_note, satisfaction_at = now()
  where tickets.id = ticket.id;
  if ticket.satisfaction is distinct from rate_ticket.satisfaction then
    insert into private.support_events (ticket_id, kind, detail) values (ticket.id, 'rated', jsonb_build_object('to', rate_ticket.satisfaction));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.read_backups()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_operator();
  return json_build_object(
    -- Null where no process makes backups, as on a project elsewhere.
    'kept', (select reports.report -> 'backups' from private.system_reports as reports
      where reports.reported_at > now() - interval '3 minutes'),
    'last', (
      select json_build_object('id', last.id, 'asked_at', last.asked_at, 'asked_by', members.first_name,
        'reported_at', last.reported_at, 'done_bytes', last.done_bytes, 'whole_bytes', last.whole_bytes, 'file', last.file_name,
        -- Also before anything writes down that its process is gone.
        'state', case when last.state in ('waiting', 'running') and last.reported_at < now() - interval '1 minute' then 'failed' else last.state end,
        'failure', case when last.state in ('waiting', 'running') and last.reported_at < now() - interval '1 minute' then 'INTERRUPTED' else last.failure end)
      from (select * from private.backups order by backups.asked_at desc, backups.id limit 1) as last
      left join public.admin_users as members on members.id = last.asked_by));
end $function$;

CREATE OR REPLACE FUNCTION private.read_in_order(by_index boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', gathers, true), set_config('enable_sort', gathers, true),
    set_config('enable_indexscan', walks, true), set_config('enable_indexonlyscan', walks, true)
  from (select case when by_index then 'on' else 'off' end as walks, case when by_index then 'off' else 'on' end as gathers) as ways
$function$;

CREATE OR REPLACE FUNCTION private.read_media_uses(id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item constant private.media_files := private.known_media(id);
begin
  return jsonb_build_object('seen', private.media_seen(item.id), 'trash_days', private.media_room() -> 'trash_days', 'uses', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', uses.kind, 'id', uses.id, 'in_draft', uses.in_draft, 'in_public', uses.in_public, 'older', uses.older,
      'may_write', rights.may_write,
      'title', case when rights.may_write then items.draft ->> kinds.title_field end,
      'parent', live.data ->> kinds.parent_field) order by uses.kind, items.draft ->> kinds.title_field, uses.id), '[]')
    from private.media_use_rows(item.id) as uses
    join private.content_kinds as kinds on kinds.kind = uses.kind
    join private.content_items as items on items.kind = uses.kind and items.id = uses.id,
    lateral (select private.has_permission(variadic kinds.permissions) as may_write) as rights,
    lateral (select private.live_content(uses.kind, uses.id) as data) as live),
    'posters', (
      select coalesce(jsonb_agg(jsonb_build_object('id', videos.id, 'name', videos.name) order by videos.name), '[]')
      from private.media_files as videos where videos.poster_id = item.id and videos.trashed_at is null and private.manages_lesson_media()));
end $function$;

CREATE OR REPLACE FUNCTION private.read_ticket(ticket_id uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  ticket public.support_tickets;
begin
  select * into ticket from public.support_tickets as tickets where tickets.id = read_ticket.ticket_id;
  if not found then
    perform private.raise_app_error('TICKET_NOT_FOUND', 404, 'Ticket not found');
  end if;
  if ticket.user_id is not null and not private.record_is_open(ticket.user_id, 'tickets') then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The ticket is opened before it is read');
  end if;
  return json_build_object(
    'id', ticket.id, 'subject', ticket.subject, 'name', ticket.name, 'email', ticket.email, 'student_id', ticket.user_id,
    'status', ticket.status, 'priority', ticket.priority, 'tags', ticket.tags, 'channel', ticket.channel, 'is_spam', ticket.is_spam,
    'assignee_id', ticket.assignee_id, 'snoozed_until', ticket.snoozed_until, 'created_at', ticket.created_at,
    'last_message_at', ticket.last_message_at, 'first_answer_at', ticket.first_answer_at, 'first_answer_due_at', ticket.first_answer_due_at,
    'merged_into', ticket.merged_into, 'satisfaction', ticket.satisfaction, 'satisfaction_note', ticket.satisfaction_note,
    'is_blocked', exists (select from private.support_blocks as blocks
      where blocks.user_id = ticket.user_id or (ticket.user_id is null and blocks.address = ticket.email)),
    'course_id', ticket.course_id, 'course', (select courses.title_he from public.courses where courses.id = ticket.course_id),
    'lesson_id', ticket.lesson_id, 'lesson', (select lessons.title_he from public.lessons where lessons.id = ticket.lesson_id),
    'position_seconds', ticket.position_seconds,
    'sentences', case when ticket.position_seconds is null then '[]'::json else private.sentences_around(ticket.lesson_id, ticket.position_seconds) end,
    'messages', (
      select coalesce(json_agg(json_build_object('id', messages.id, 'body', messages.body, 'author_kind', messages.author_kind,
        'author', authors.first_name, 'channel', messages.channel, 'created_at', messages.created_at,
        'published', case when shown.id is not null then json_build_object('second', shown.position_seconds, 'question', shown.question, 'body', shown.body) end
        ) order by messages.created_at, messages.id), '[]')
      from public.support_messages as messages left join public.admin_users as authors on authors.id = messages.author_id
        left join public.lesson_answers as shown on shown.message_id = messages.id
      where messages.ticket_id = ticket.id),
    'notes', (
      select coalesce(json_agg(json_build_object('id', notes.id, 'body', notes.body, 'author', notes.author_first_name, 'created_at', notes.created_at)
        order by notes.created_at, notes.id), '[]')
      from private.support_notes as notes where notes.ticket_id = ticket.id),
    'events', (
      select coalesce(json_agg(json_build_object('id', events.id, 'kind', events.kind, 'actor', events.actor_name, 'detail', events.detail, 'created_at', events.created_at)
        order by events.id), '[]')
      from (select * from private.support_events as all_events where all_events.ticket_id = ticket.id order by all_events.id desc limit 300) as events),
    'others', (
      select coalesce(json_agg(json_build_object('id', others.id, 'subject', others.subject, 'status', others.status, 'created_at', others.created_at)
        order by others.created_at desc), '[]')
      from (
        select * from public.support_tickets as theirs
        where theirs.id <> ticket.id and theirs.email = ticket.email and theirs.user_id is not distinct from ticket.user_id and theirs.merged_into is null
        order by theirs.created_at desc limit 10) as others),
    'similar', private.similar_tickets(ticket));
end $function$;

CREATE OR REPLACE FUNCTION private.read_working_copy(kind text, id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_content_manager(kind);
  return (
    select jsonb_build_object('version', copies.version, 'before', copies.before, 'changes', copies.changes, 'stored_at', copies.stored_at)
    from private.working_copies as copies
    where copies.owner_id = private.own_staff_id() and copies.kind = read_working_copy.kind and copies.id = read_working_copy.id
      and copies.stored_at >= now() - interval '14 days');
end $function$;

CREATE OR REPLACE FUNCTION private.receive_support_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
  is_verified constant boolean := coalesce((mail -> 'is_verified')::boolean, false);
  is_of_owner boolean;
  mail_key text;
  ticket public.support_tickets;
  added_message uuid;
begin
  if place.kind is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if place.kind = 'desk' and is_verified then
    place.ticket_id := private.ticket_answered_by(mail);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('support mail ' || (mail ->> 'sender'), 0));
  -- While the lock was waited for, the ticket may have been merged into another.
  loop
    select * into ticket from public.support_tickets as tickets where tickets.id = place.ticket_id for update;
    exit when ticket.merged_into is null;
    place.ticket_id := ticket.merged_into;
  end loop;
  -- A copy that somebody else sends first, or that nobody vouched for, is another mail: it keeps none out.
  mail_key := encode(sha256(convert_to(concat_ws(E'\n', mail ->> 'id', mail ->> 'sender', is_verified, coalesce(place.ticket_id::text, 'desk')), 'UTF8')), 'hex');
  if exists (select from private.support_mails as mails where mails.key = mail_key) then
    return jsonb_build_object('outcome', 'repeated');
  end if;
  if place.ticket_id is null then
    if not private.take_desk_mail(mail ->> 'sender', is_verified) then
      return jsonb_build_object('outcome', 'busy');
    end if;
    ticket := private.open_mailed_ticket(mail);
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
    if not is_verified then
      perform private.note_mail(ticket.id, 'אף שרת מייל לא אישר שהפנייה באמת מהכתובת הזאת.');
    end if;
    perform private.keep_mail(mail, mail_key, ticket.id, added_message);
    return jsonb_build_object('outcome', 'opened');
  end if;
  is_of_owner := is_verified and private.is_ticket_of(ticket, mail ->> 'sender');
  if not private.take_call(case when is_of_owner then 'ticket mail of its owner' else 'ticket mail' end, ticket.id::text, 30, '1 hour') then
    return jsonb_build_object('outcome', 'busy');
  end if;
  if (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500
    or (not is_of_owner
      and (select count(*) from private.support_mails as mails where mails.ticket_id = ticket.id and mails.state <> 'taken') >= 50) then
    return jsonb_build_object('outcome', 'full');
  end if;
  if is_of_owner then
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
  else
    -- It opens the ticket, so that it is seen; its words stay outside.
    perform private.reopen_ticket(ticket);
    perform private.note_mail(ticket.id, format('הגיע מייל מ־%s שלא ברור שהוא מהפונה. הוא מחכה מחוץ לשיחה.', private.mask_email(mail ->> 'sender')));
  end if;
  perform private.keep_mail(mail, mail_key, ticket.id, added_message);
  return jsonb_build_object('outcome', case when added_message is null then 'held' else 'threaded' end);
exception
  when check_violation or not_null_violation or invalid_text_representation then
    return jsonb_build_object('outcome', 'unreadable');
end $function$;

CREATE OR REPLACE FUNCTION private.recompute_progress(lesson uuid, seconds integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.user_progress as progress set
    completed = (counted.row).completed, completed_at = (counted.row).completed_at,
    watched_seconds = (counted.row).watched_seconds, watch_progress = (counted.row).watch_progress
  from (
    select private.count_progress(rows, rows.completed, coalesce(rows.watched_ranges, '{}')::int4multirange, seconds) as row
    from (select stored.* from public.user_progress as stored where stored.lesson_id = lesson order by stored.id for update) as rows
  ) as counted
  where (counted.row).id = progress.id
$function$;

CREATE OR REPLACE FUNCTION private.record_cookie_choice(analytics boolean, marketing boolean, preferences boolean, subject_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_of_a_network constant integer := 60;
  most_of_a_day constant integer := 10000;
  student uuid := case when private.is_active_student() then auth.uid() end;
  caller text := private.caller_network();
begin
  if analytics is null or marketing is null or preferences is null
    or (student is null and not coalesce(record_cookie_choice.subject_key ~ '^[A-Za-z0-9_-]{8,64}$', false)) then
    perform private.raise_app_error('INVALID_CHOICE', 400, 'Send the three choices and, without an account, the key of the browser');
  end if;
  -- Past a limit nothing is kept and nothing is said: what counts is what the browser keeps, and many share an address.
  if student is null and (
    (caller <> '' and not private.take_call('cookie choice', caller, most_of_a_network, '1 hour'))
    or private.count_for_good('private.visitor_choices', '1 day') > most_of_a_day) then
    return;
  end if;
  if student is not null and not private.take_call('cookie choice of a student', student::text, 20, '1 day') then
    return;
  end if;
  -- A line that says what the last one said adds nothing.
  insert into public.consent_events (user_id, subject_key, purpose, granted)
  select student, case when student is null then record_cookie_choice.subject_key end, choices.purpose, choices.granted
  from (values ('cookies_analytics', analytics), ('cookies_marketing', marketing), ('cookies_preferences', preferences)) as choices (purpose, granted)
  where choices.granted is distinct from case when student is null then (
      select events.granted from public.consent_events as events
      where events.subject_key = record_cookie_choice.subject_key and events.user_id is null and events.purpose = choices.purpose
      order by events.occurred_at desc limit 1)
    else (
      select events.granted from public.consent_events as events
      where events.user_id = student and events.purpose = choices.purpose order by events.occurred_at desc limit 1) end;
end $function$;

CREATE OR REPLACE FUNCTION private.redact_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.support_notes as notes where notes.ticket_id = new.id;
  delete from private.support_reply_keys as keys where keys.ticket_id = new.id;
  update public.support_messages as messages set mail_message_id = null where messages.ticket_id = new.id and messages.mail_message_id is not null;
  new.satisfaction_note := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.registration_of_link(request_hash text, token_input text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  registration private.registrations;
begin
  select registrations.* into registration from private.registrations
    join auth.users on users.email = registrations.email and users.email_confirmed_at is null
    join auth.one_time_tokens as tokens on tokens.user_id = users.id
    where registrations.request_hash = registration_of_link.request_hash and registrations.applied_at is null
      and registrations.submitted_at > now() - interval '24 hours' and tokens.created_at > now() - interval '24 hours'
      and tokens.token_hash in (encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex'), token_input)
      and length(token_input) >= 40
    limit 1;
  if not found then
    return null;
  end if;
  return json_build_object('first_name', registration.first_name, 'masked_phone', '***' || right(registration.phone_number, 3));
end $function$;

CREATE OR REPLACE FUNCTION private.replace_media_file(id uuid, replacement uuid, seen text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source constant private.media_files := private.known_media(id);
  target constant private.media_files := private.known_media(replacement);
  written integer;
begin
  perform private.ask_media_right();
  if target.state <> 'ready' or target.kind <> source.kind or target.trashed_at is not null or target.id = source.id then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A file is replaced by another one of its kind that is ready');
  end if;
  if exists (select from private.media_use_rows(source.id) as rows join private.content_kinds as kinds on kinds.kind = rows.kind
      where (rows.in_draft or rows.in_public) and not private.has_permission(variadic kinds.permissions))
    or (exists (select from private.media_files as videos where videos.poster_id = source.id) and not private.manages_lesson_media()) then
    perform private.raise_app_error('FORBIDDEN', 403, 'It is used in what the caller may not write');
  end if;
  if private.media_seen(source.id) is distinct from seen then
    perform private.raise_app_error('MEDIA_USES_CHANGED', 409, 'It is used elsewhere than it was');
  end if;
  written := private.rewrite_media(source, target, false);
  update private.media_files as videos set poster_id = target.id where videos.poster_id = source.id;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'media replaced', 'media_files', source.id::text, jsonb_build_object('by', target.id, 'records', written));
  return written;
end $function$;

CREATE OR REPLACE FUNCTION private.reply_to_ticket(ticket_id uuid, message_id uuid, body text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ticket public.support_tickets;
  trimmed_body constant text := trim(E' \r\n\t' from coalesce(reply_to_ticket.body, ''));
begin
  perform private.lock_message(message_id);
  ticket := private.own_ticket(reply_to_ticket.ticket_id);
  if message_id is null or char_length(trimmed_body) not between 1 and 4000 then
    perform private.raise_app_error('INVALID_ANSWER', 400, 'A message has an id and 1 to 4000 letters');
  end if;
  -- Sent again, it is there once, also in the ticket that this one was merged into since.
  if exists (select from public.support_messages as sent where sent.id = message_id) then
    if not exists (select from public.support_messages as sent
      where sent.id = message_id and not sent.from_staff and sent.ticket_id in (ticket.id, ticket.merged_into)) then
      perform private.raise_app_error('INVALID_ANSWER', 400, 'The id is that of another message');
    end if;
    return;
  end if;
  if ticket.merged_into is not null then
    perform private.raise_app_error('TICKET_MERGED', 409, 'The ticket was merged into another');
  end if;
  if not private.take_call('ticket reply', ticket.user_id::text, 20, '1 hour')
    or (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty messages an hour');
  end if;
  insert into public.support_messages (id, ticket_id, body, from_staff, created_at)
  values (message_id, ticket.id, trimmed_body, false, clock_timestamp());
  perform private.reopen_ticket(ticket);
end $function$;

CREATE OR REPLACE FUNCTION private.request_approval(action text, subject jsonb, reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  trimmed_reason constant text := trim(coalesce(reason, ''));
  member record;
  request uuid;
begin
  select staff.admin_id, admin_users.first_name into member
    from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
  if not found then
    perform private.raise_app_error('FORBIDDEN', 403, 'For the staff');
  end if;
  perform private.require_fresh_sign_in();
  if char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if not coalesce(case when jsonb_typeof(subject) <> 'object' then false
      when action = 'super_admin' then subject - 'email' = '{}' and private.is_staff_email(subject ->> 'email')
        or subject - 'member' = '{}' and exists (select from public.admin_users where admin_users.id::text = subject ->> 'member')
      when action = 'backup' then subject - 'file' = '{}' and char_length(subject ->> 'file') between 1 and 200
      when action = 'students' then subject = '{}' end, false) then
    perform private.raise_app_error('APPROVAL_INVALID', 400, 'Nothing that is approved');
  end if;
  if not (case action when 'students' then private.has_permission('students.view') else private.has_role('super_admin') end) then
    perform private.raise_app_error('FORBIDDEN', 403, 'What one may not do is not asked for');
  end if;
  if not private.take_call('approval requests', member.admin_id::text, 20, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty requests a day');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('approval ' || member.admin_id::text, 0));
  select requests.id into request from private.approval_requests as requests
    where requests.requested_by = member.admin_id and requests.action = request_approval.action and requests.subject = request_approval.subject
      and private.approval_open(requests);
  if found then
    return request;
  end if;
  if (select count(*) from private.approval_requests as requests
      where requests.requested_by = member.admin_id and private.approval_open(requests)) >= 5 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five requests at a time');
  end if;
  delete from private.approval_requests as requests where requests.requested_at < now() - interval '90 days';
  insert into private.approval_requests (action, subject, reason, requested_by)
  values (request_approval.action, request_approval.subject, trimmed_reason, member.admin_id) returning id into request;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'approval requested', 'approval_requests', request::text, jsonb_build_object('act', action, 'reason', trimmed_reason));
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'approval', approvers.email, private.academy_subject('בקשה ממתינה לאישור שלכם'),
    jsonb_build_object('what', 'requested', 'act', request_approval.action, 'by', member.first_name, 'reason', trimmed_reason)
  from private.approvers(member.admin_id) as approvers;
  return request;
end $function$;

CREATE OR REPLACE FUNCTION private.require_approval(action text, subject jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  requester constant uuid := case when auth.uid() is not null then (select staff.admin_id from private.current_staff() as staff) end;
begin
  -- The server is not asked, and who may not do it at all is refused by the act itself.
  if requester is null or action <> 'students' and not private.has_role('super_admin')
    or (select count(*) from private.recent_super_admins()) < 2 then
    return;
  end if;
  update private.approval_requests as requests set used_at = clock_timestamp()
  where requests.id = (
    select approved.id from private.approval_requests as approved
    where approved.requested_by = requester and approved.action = require_approval.action and approved.subject = require_approval.subject
      and approved.approved and approved.used_at is null and approved.expires_at > now()
      and approved.decided_by in (select approvers.id from private.approvers(requester) as approvers)
    order by approved.expires_at for update skip locked limit 1);
  if not found then
    perform private.raise_app_error('APPROVAL_NEEDED', 403, 'Another super_admin has to approve this', json_build_object(
      'action', action, 'subject', subject, 'approvers', (select count(*) from private.approvers(requester)))::text);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_fresh_opening(student uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  few constant integer := 20;
begin
  -- One after the other for each viewer, so that many at once are counted too.
  perform pg_advisory_xact_lock(hashtextextended('records opened ' || coalesce(auth.uid()::text, ''), 0));
  if (select count(distinct views.student_id) from public.record_views as views
      join private.current_staff() as staff on staff.admin_id = views.viewer_id
      where views.occurred_at > now() - interval '1 hour' and views.student_id <> student) >= few then
    perform private.require_fresh_staff_sign_in();
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_fresh_sign_in()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since constant timestamptz := now() - interval '10 minutes';
begin
  if not private.session_is_valid() or not exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and (sessions.created_at > since or exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id
          and private.proof_of(claims.authentication_method) = 'app' and claims.updated_at > since)))
  then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not new.from_staff and new.channel = 'web' and char_length(new.body) not between 10 and 4000
    and not exists (select from public.support_messages as messages where messages.ticket_id = new.ticket_id) then
    raise exception using errcode = 'check_violation', message = 'A question has 10 to 4000 letters';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.require_session()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.session_is_valid() then
    return;
  end if;
  if private.session_is_viewing() then
    perform private.raise_app_error('VIEWING_STUDENT', 403, 'The session views the academy as a student and does nothing else');
  end if;
  if private.second_step_done() or private.comes_from_password() then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  perform private.raise_app_error('SECOND_STEP_NEEDED', 403, 'The code of the authenticator app is needed');
end $function$;

CREATE OR REPLACE FUNCTION private.reset_course_progress(course_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student uuid := auth.uid();
  removed integer;
  removed_rows jsonb;
  earlier jsonb;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student is required');
  end if;
  with gone as (
    delete from public.user_progress as progress
    where progress.user_id = student and progress.course_id = reset_course_progress.course_id
    returning progress.*
  )
  select count(*), jsonb_agg(to_jsonb(gone)) into removed, removed_rows from gone;
  select coalesce(jsonb_agg(to_jsonb(resets)), '[]') into earlier
    from private.progress_resets as resets join public.lessons on lessons.id = resets.lesson_id
    where resets.user_id = student and lessons.course_id = reset_course_progress.course_id;
  -- Every lesson, also one of which nothing has arrived yet; to the millisecond, which is what browsers tell.
  insert into private.progress_resets (user_id, lesson_id, reset_at)
    select student, lessons.id, date_trunc('milliseconds', now()) from public.lessons
    where lessons.course_id = reset_course_progress.course_id
    on conflict on constraint progress_resets_pkey do update
      set reset_at = excluded.reset_at, taken_back_at = '{}', layers = '{}', since = '{}', claimed = false;
  if removed > 0 then
    perform private.keep_removed_progress(student, reset_course_progress.course_id, removed_rows);
    update private.removed_progress as removed_progress set marks = earlier, late = '[]'
      where removed_progress.user_id = student and removed_progress.course_id = reset_course_progress.course_id;
  else
    -- Twice in a row: what the first one took away can still come back.
    update private.removed_progress as removed_progress set removed_at = now()
      where removed_progress.user_id = student and removed_progress.course_id = reset_course_progress.course_id
        and removed_progress.removed_at >= now() - interval '10 minutes';
  end if;
  return removed;
end $function$;

CREATE OR REPLACE FUNCTION private.reset_staff_second_step(admin_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  trimmed_reason text := trim(coalesce(reason, ''));
  member public.admin_users;
begin
  if not private.has_role('super_admin') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing role: super_admin');
  end if;
  member := private.staff_to_change(admin_id);
  if char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if not exists (select from auth.mfa_factors
    where mfa_factors.user_id = member.supabase_auth_id and mfa_factors.status = 'verified') then
    perform private.raise_app_error('NO_SECOND_STEP', 409, 'The account has no authenticator app');
  end if;
  -- The mail to the member is queued by the row that goes.
  perform private.remove_second_step(member.supabase_auth_id);
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'second step reset', 'admin_users', member.id::text, json_build_object('reason', trimmed_reason));
end $function$;

CREATE OR REPLACE FUNCTION private.rich_text_words(body jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (SELECT COALESCE(string_agg((texts.words #>> '{}'::text[]), ' '::text), ''::text) AS "coalesce" FROM (SELECT jsonb_path_query(rich_text_words.body, 'strict $.**."text"'::jsonpath) AS words UNION ALL SELECT jsonb_path_query(rich_text_words.body, 'strict $.**."caption"'::jsonpath) AS jsonb_path_query UNION ALL SELECT jsonb_path_query(rich_text_words.body, 'strict $.**."alt"'::jsonpath) AS jsonb_path_query) texts);

CREATE OR REPLACE FUNCTION private.save_profile(first_name text, last_name text, phone_number text, terms_consent boolean, privacy_consent boolean)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  phone text := private.normalise_phone(save_profile.phone_number);
  caller text := private.caller_network();
  student public.users;
  holder text;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  select * into student from public.users where users.id = auth.uid() for update;
  if phone is distinct from student.phone_number and private.is_real_phone(phone) then
    if private.is_real_phone(student.phone_number) then
      perform private.require_fresh_sign_in();
    end if;
    -- Looked at before the number is, one caller at a time: past the limit a free number is refused like a taken one.
    perform pg_advisory_xact_lock(hashtextextended('phone asked ' || caller, 0));
    if private.count_attempts('phone asked', student.id::text, '1 hour') >= 5
      or private.count_attempts('phone asked address', caller, '1 hour') >= 5 then
      return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    if private.phone_guesses('profile', caller) > 400 then
      return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    holder := private.phone_holder(phone, student.email);
    if holder is not null then
      perform private.take_attempt('phone asked', student.id::text, phone, 5, '1 hour');
      perform private.take_attempt('phone asked address', caller, phone, 5, '1 hour');
      return private.error_response('PHONE_ALREADY_EXISTS', 'The phone number belongs to another account',
        format('{"existingEmail":%s}', to_json(private.mask_email(holder))));
    end if;
  end if;
  update public.users set
    first_name = private.plain_name(save_profile.first_name), last_name = private.plain_name(save_profile.last_name),
    phone_number = phone,
    terms_consent = users.terms_consent or coalesce(save_profile.terms_consent, false),
    privacy_consent = users.privacy_consent or coalesce(save_profile.privacy_consent, false)
  where users.id = student.id;
  return json_build_object('error', null);
end $function$;

CREATE OR REPLACE FUNCTION private.save_quiz_answers(attempt uuid, answers jsonb, submit boolean)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own private.quiz_attempts := private.own_quiz_attempt(attempt);
begin
  if not private.are_quiz_answers(answers) then
    perform private.raise_app_error('INVALID_QUIZ_ANSWERS', 400, 'The answers cannot be read');
  end if;
  if own.started_at is null then
    perform private.raise_app_error('QUIZ_ATTEMPT_NOT_READY', 409, 'The questions are not ready');
  end if;
  if private.has_ended(own) then
    perform private.close_quiz_attempt(attempt);
  else
    perform private.keep_quiz_answers(attempt, answers);
    if submit then
      update private.quiz_attempts set submitted_at = clock_timestamp(), ended_by = 'student' where quiz_attempts.id = attempt;
    end if;
  end if;
  return private.stored_quiz_answers(attempt, answers);
end $function$;

CREATE OR REPLACE FUNCTION private.set_campaign_state(campaign_id uuid, action text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  campaign private.campaigns := private.campaign_to_change(campaign_id);
  becomes text := case
    when action = 'pause' and campaign.state = 'sending' then 'paused'
    when action = 'resume' and campaign.state = 'paused' then 'sending'
    when action = 'unschedule' and campaign.state = 'scheduled' then 'draft'
    when action = 'cancel' and campaign.state in ('sending', 'paused') and campaign.occasion is null then 'cancelled'
    when action = 'turn on' and campaign.occasion is not null and campaign.state in ('draft', 'paused') then 'sending'
  end;
begin
  if becomes is null then
    perform private.raise_app_error('CAMPAIGN_STATE', 409, 'The campaign is not in a state for this');
  end if;
  if becomes = 'sending' and (trim(campaign.subject) = '' or trim(private.rich_text_words(campaign.body)) = '') then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'There is nothing to send', '{"field": "subject"}');
  end if;
  update private.campaigns set state = becomes, version = version + 1, updated_at = now(), next_at = now(),
    started_at = case when action = 'turn on' then now() else started_at end,
    ended_at = case when becomes = 'cancelled' then now() end
  where id = campaign.id returning * into campaign;
  if becomes = 'cancelled' then
    update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now()
    where campaign_id = campaign.id and state = 'waiting';
  end if;
  perform private.note_campaign('campaign ' || case action when 'pause' then 'paused' when 'resume' then 'resumed'
    when 'unschedule' then 'unscheduled' when 'cancel' then 'cancelled' else 'turned on' end, campaign);
  return private.campaign_json(campaign);
end $function$;

CREATE OR REPLACE FUNCTION private.set_student_active(student_id uuid, active boolean, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  trimmed_reason text := trim(coalesce(reason, ''));
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_id), 999));
  if active is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'An account is closed or reopened');
  end if;
  if auth.uid() is not null and char_length(trimmed_reason) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  update public.users set is_active = active where id = student_id and is_active <> active;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), case when active then 'student reopened' else 'student closed' end, 'users', student_id::text,
      json_build_object('reason', trimmed_reason));
  elsif not exists (select from public.users where id = student_id) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.settle_campaign_mail(recipient_id uuid, attempt integer, outcome text, answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_refusals constant integer := 6;
  recipient private.campaign_recipients;
  campaign_state text;
  address text;
  cause text;
begin
  -- The campaign first, as every other writer: one that is being cancelled is waited for.
  select campaigns.state into campaign_state from private.campaigns
  where campaigns.id = (select recipients.campaign_id from private.campaign_recipients as recipients where recipients.id = recipient_id)
  for no key update;
  select * into recipient from private.campaign_recipients as recipients
  where recipients.id = recipient_id and recipients.attempts = attempt and recipients.state in ('sending', 'unconfirmed') for update;
  if not found then
    return;
  end if;
  address := (select users.email from public.users where users.id = recipient.user_id);
  cause := nullif(private.mail_cause(answer, coalesce(address, '')), '');
  if outcome in ('temporary', 'unreachable') and campaign_state = 'cancelled' then
    update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now() where id = recipient.id;
  elsif outcome in ('temporary', 'unreachable') and recipient.queued_at > now() - interval '3 days'
    and recipient.refusals + (outcome = 'temporary')::integer < most_refusals then
    -- 1, 5, 25 minutes, 2 hours, 10 hours; a mail server that is not there is asked again in a minute.
    update private.campaign_recipients set state = 'waiting', reason = cause, claimed_at = null,
      refusals = refusals + (outcome = 'temporary')::integer,
      due_at = now() + case outcome when 'temporary' then interval '1 minute' * power(5, refusals) else interval '1 minute' end
    where id = recipient.id;
  else
    update private.campaign_recipients set settled_at = now(), reason = cause, refusals = refusals + (outcome = 'temporary')::integer,
      state = case outcome when 'sent' then 'sent' when 'permanent' then 'refused' when 'unconfirmed' then 'unconfirmed' else 'failed' end
    where id = recipient.id;
    -- A mailbox that does not exist is one for the list at once, not only when a report of it comes.
    if outcome = 'permanent' and answer ~ '\m5\.1\.(1|2|3|6|10)\M' and address is not null then
      insert into public.email_suppressions (address, reason) values (address, 'bounced') on conflict do nothing;
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.signed_in_staff()
 RETURNS TABLE(admin_id uuid, role_name text, role_level integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select admin_users.id, roles.name, roles.level
    from public.admin_users
    join public.roles on roles.id = admin_users.role_id
    where admin_users.supabase_auth_id = auth.uid()
      and admin_users.is_active
      and admin_users.email_verified
      and exists (
        select from auth.sessions
        where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
          and sessions.user_id = admin_users.supabase_auth_id
          and sessions.created_at > now() - interval '24 hours')
      and private.session_is_valid()
      and not private.staff_session_is_idle();
end $function$;

CREATE OR REPLACE FUNCTION private.stored_quiz_answers(attempt uuid, answers jsonb)
 RETURNS json
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object(
    'state', case when quiz_attempts.submitted_at is null then 'open' when quiz_attempts.scored_at is null then 'submitted' else 'scored' end,
    'ended_by', quiz_attempts.ended_by,
    'seconds_left', private.seconds_left(quiz_attempts),
    'answers', (
      select coalesce(json_agg(json_build_object(
        'position', stored.position, 'sequence', stored.sequence, 'answer', stored.answer, 'confidence', stored.confidence,
        'flagged', stored.is_flagged) order by stored.position), '[]')
      from private.quiz_attempt_questions as stored
      where stored.attempt_id = attempt
        and stored.position in (select (one ->> 'position')::smallint from jsonb_array_elements(answers) as list (one))))
  from private.quiz_attempts where quiz_attempts.id = attempt
$function$;

CREATE OR REPLACE FUNCTION private.student_to_change(student_id uuid, given_reason text)
 RETURNS public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student public.users;
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(student_to_change.student_id), 999));
  if given_reason is not null and char_length(trim(given_reason)) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  select * into student from public.users where users.id = student_to_change.student_id for update;
  if not found then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
  if student.id = auth.uid() then
    perform private.raise_app_error('CANNOT_CHANGE_SELF', 403, 'You cannot change your own account here');
  end if;
  return student;
end $function$;

CREATE OR REPLACE FUNCTION private.sum_up_days(batch_size integer)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_of(now());
  days date[];
  deleted integer;
begin
  -- One at a time: an older count never takes the place of a newer one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.day_sums', 0)) then
    return json_build_object('days', 0);
  end if;
  days := array(select distinct marks.day from private.days_to_count as marks order by marks.day desc
    limit least(greatest(batch_size, 1), 400));
  -- Before counting: the statement that counts sees at least what those had committed who left these marks.
  delete from private.days_to_count where day = any (days);
  insert into private.day_sums as sums (day, registrations, active_students, completed_lessons, completed_courses)
  select counted.day,
    (select count(*) from public.users where users.created_at >= bounds.first and users.created_at < bounds.after),
    (select count(*) from private.learning_days as learned where learned.day = counted.day),
    (select count(*) from public.user_progress as progress
      where progress.completed_at >= bounds.first and progress.completed_at < bounds.after),
    (select count(*) from public.course_completions as done
      where done.completed_at >= bounds.first and done.completed_at < bounds.after)
  from (select unnest(days) as day union select today union select today - 1) as counted,
    lateral (select counted.day::timestamp at time zone 'Asia/Jerusalem' as first,
      (counted.day + 1)::timestamp at time zone 'Asia/Jerusalem' as after) as bounds
  on conflict (day) do update set
    registrations = excluded.registrations,
    active_students = case when sums.day >= today - 60 then excluded.active_students else sums.active_students end,
    completed_lessons = excluded.completed_lessons,
    completed_courses = excluded.completed_courses,
    counted_at = now();
  delete from private.learning_days where (day, user_id) in (
    select old.day, old.user_id from private.learning_days as old where old.day < today - 60 order by old.day limit 20000);
  get diagnostics deleted = row_count;
  return json_build_object('days', cardinality(days) + 2, 'deleted', deleted);
end $function$;

CREATE OR REPLACE FUNCTION private.take_back(notice private.security_notices)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      and exists (select from private.security_notices as notices
        where notices.user_id = notice.user_id and notices.undo -> 'factors' ? factors.id::text and notices.created_at > now() - interval '24 hours');
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
  delete from private.known_devices as devices using jsonb_array_elements(coalesce(wanted -> 'devices', '[]')) as noticed (device)
    where devices.user_id = notice.user_id and devices.browser = noticed.device ->> 'browser' and devices.system = noticed.device ->> 'system';
  update public.users set deletion_due_at = null
    where id = notice.user_id and deletion_due_at - interval '14 days' >= notice.created_at;
  if found then
    undone := undone || 'deletion'::text;
  end if;
  return jsonb_build_object('undone', undone, 'remaining', remaining);
end $function$;

CREATE OR REPLACE FUNCTION private.take_backup()
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken uuid;
begin
  perform private.end_silent_backups();
  update private.backups set state = 'running', reported_at = now()
  where id = (select waiting.id from private.backups as waiting where waiting.state = 'waiting' for update skip locked)
  returning id into taken;
  return taken;
end $function$;

CREATE OR REPLACE FUNCTION private.take_second_step_off(account uuid, given_reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  removed integer;
begin
  delete from auth.mfa_factors where mfa_factors.user_id = account;
  get diagnostics removed = row_count;
  delete from auth.sessions where sessions.user_id = account;
  perform private.note_student_action(account, 'second step removed', given_reason);
  return removed;
end $function$;

CREATE OR REPLACE FUNCTION private.trash_media_file(id uuid, trash boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  item private.media_files := private.known_media(id);
begin
  perform private.ask_media_right();
  if trash is null then
    perform private.raise_app_error('MEDIA_INVALID', 400, 'A file goes into the trash or is taken back');
  end if;
  if trash and (exists (select from private.media_use_rows(item.id) as rows where rows.in_draft or rows.in_public)
    or exists (select from private.media_files as videos where videos.poster_id = item.id and videos.trashed_at is null)) then
    perform private.raise_app_error('MEDIA_IN_USE', 409, 'What is used is replaced first');
  end if;
  if trash is distinct from (item.trashed_at is not null) and item.state <> 'waiting' then
    update private.media_files as files set trashed_at = case when trash then now() end where files.id = item.id returning files.* into item;
    insert into public.audit_log (actor, action, entity, entity_id)
    values (auth.uid(), case when trash then 'media trashed' else 'media taken back' end, 'media_files', item.id::text);
  end if;
  return private.media_record(item);
end $function$;

CREATE OR REPLACE FUNCTION private.undirected(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select trim(regexp_replace(input, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+', '', 'g'))
$function$;

CREATE OR REPLACE FUNCTION private.undo_course_reset(course_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student uuid := auth.uid();
  removal private.removed_progress;
  restored integer;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'An active student with a verified email is required');
  end if;
  delete from private.removed_progress as removed
    where removed.user_id = student and removed.course_id = undo_course_reset.course_id
      and removed.removed_at >= now() - interval '10 minutes'
    returning * into removal;
  if not found then
    perform private.raise_app_error('NOTHING_TO_RESTORE', 404, 'A reset can be undone for ten minutes');
  end if;
  -- Without the mark of the reset, what was watched before it counts again; the marks before it come back.
  delete from private.progress_resets as resets using public.lessons
    where resets.user_id = student and resets.lesson_id = lessons.id and lessons.course_id = undo_course_reset.course_id
      and resets.reset_at = date_trunc('milliseconds', removal.removed_at);
  insert into private.progress_resets as resets (user_id, lesson_id, reset_at, taken_back_at, layers, since, claimed)
    select student, marks.lesson_id, marks.reset_at, marks.taken_back_at, marks.layers,
      marks.since + coalesce(progress.watched_ranges, '{}')::int4multirange,
      marks.claimed or coalesce(progress.completed, false)
    from jsonb_populate_recordset(null::private.progress_resets, removal.marks) as marks
    join public.lessons on lessons.id = marks.lesson_id and lessons.course_id = undo_course_reset.course_id
    left join public.user_progress as progress on progress.user_id = student and progress.lesson_id = marks.lesson_id
    on conflict on constraint progress_resets_pkey do nothing;
  insert into public.user_progress as progress
    (user_id, lesson_id, course_id, progress_seconds, watched_until, completed, last_watched, watched_ranges,
     watched_pieces, created_at)
  select student, rows.lesson_id, undo_course_reset.course_id, rows.progress_seconds, rows.watched_until, rows.completed,
    rows.last_watched, rows.watched_ranges, case when marks.layers <> '{}' then '[]'::jsonb end, rows.created_at
  from jsonb_to_recordset(removal.progress) as rows (
    lesson_id uuid, progress_seconds numeric, watched_until numeric, completed boolean, last_watched timestamptz,
    watched_ranges text, created_at timestamptz)
  join public.lessons on lessons.id = rows.lesson_id and lessons.course_id = undo_course_reset.course_id and lessons.is_published
  join public.courses on courses.id = lessons.course_id and courses.is_published
  left join private.progress_resets as marks on marks.user_id = student and marks.lesson_id = rows.lesson_id
  order by rows.lesson_id
  on conflict (user_id, lesson_id) do update set
    progress_seconds = excluded.progress_seconds, watched_until = excluded.watched_until, completed = excluded.completed,
    last_watched = excluded.last_watched, watched_ranges = excluded.watched_ranges, watched_pieces = excluded.watched_pieces;
  get diagnostics restored = row_count;
  if removal.late <> '[]' then
    perform private.save_progress(removal.late);
  end if;
  -- Rows that come back whole look like more than can be watched at once.
  delete from public.progress_flags as flags where flags.user_id = student and flags.flagged_at = now();
  return restored;
end $function$;

CREATE OR REPLACE FUNCTION private.unknown_variable(input text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(input, '\{\{\s*(first_name|last_name|course|lesson|count)\s*(\|[^{}|]*)?\}\}', '', 'g') ~ '\{\{|\}\}'
$function$;

CREATE OR REPLACE FUNCTION private.use_recovery_code(code text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := auth.uid();
  session uuid := private.mailed_session();
  caller text := private.caller_network();
  hashed bytea := private.recovery_code_hash(account, private.plain_recovery_code(use_recovery_code.code));
  tried text := account::text || encode(hashed, 'hex');
  left_over integer;
begin
  if session is null then
    perform private.raise_app_error('SESSION_ENDED', 401, 'The session has ended');
  end if;
  -- Counted by session, which takes a mailed link to open, and not by account: whoever reads the owner's mail cannot use
  -- up what the owner's own session has.
  if not private.take_attempt('recovery code session', session::text, tried, 5, '1 hour')
    or (caller <> '' and not private.take_attempt('recovery code address', caller, tried, 60, '1 hour')) then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  -- One statement redeems: of parallel callers exactly one gets a row.
  update private.recovery_codes as codes set used_at = now()
    where codes.user_id = account and codes.code_hash = hashed and codes.used_at is null and private.has_joined_app(account);
  if not found then
    perform private.note_own_refusal('recovery_code', 'use_recovery_code', account);
    return private.error_response('INVALID_CREDENTIALS', 'The code is wrong or was used');
  end if;
  perform private.give_back_attempt('recovery code session', session::text, tried);
  perform private.give_back_attempt('recovery code address', caller, tried);
  perform private.lift_session(session, account);
  select count(*)::integer into left_over from private.recovery_codes as codes where codes.user_id = account and codes.used_at is null;
  insert into public.audit_log (actor, action, entity, entity_id) values (account, 'recovery code used', 'users', account::text);
  perform private.notify_recovery_codes(account, 'recovery_code_used', jsonb_build_object('left', left_over));
  return json_build_object('error', null, 'left', left_over);
end $function$;

CREATE OR REPLACE FUNCTION private.want_weekly_mail(wanted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := (select staff.admin_id from private.current_staff() as staff);
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  if wanted is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'The mail is turned on or off');
  end if;
  if wanted then
    -- Off and on again on a Sunday does not bring the same week twice.
    insert into private.weekly_mails (member_id, mailed_week)
    values (member, case when extract(dow from private.day_of(now())) = 0 and extract(hour from now() at time zone 'Asia/Jerusalem') >= 8
      then private.week_of(private.day_of(now())) - 7 end)
    on conflict (member_id) do nothing;
  else
    delete from private.weekly_mails as mails where mails.member_id = member;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.work_demo_tickets(seed integer, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fresh uuid[] := array(
    select tickets.id from public.support_tickets as tickets join public.users on users.id = tickets.user_id
    where users.email like '%@students.example' and tickets.tags = '{}' order by tickets.id);
  member public.admin_users := (select admin_users from public.admin_users where admin_users.email = 'admin@academy.example');
begin
  update public.support_tickets as tickets set
    priority = case when private.demo_turn(seed, tickets.id, 'priority') < 0.06 then 3 when private.demo_turn(seed, tickets.id, 'priority') < 0.2 then 2
      when private.demo_turn(seed, tickets.id, 'priority') < 0.85 then 1 else 0 end,
    tags = array[case when tickets.subject ~ 'סרטון|ההתקדמות' then 'וידאו' when tickets.subject ~ 'שיעור|העבודה' then 'תוכן' else 'חשבון' end],
    assignee_id = case when private.demo_turn(seed, tickets.id, 'assignee') < 0.6 then member.id end,
    status = case when tickets.status = 'closed' and private.demo_turn(seed, tickets.id, 'solved') < 0.5 then 'solved' else tickets.status end,
    snoozed_until = case when tickets.status = 'open' and private.demo_turn(seed, tickets.id, 'snooze') < 0.3 then until + interval '9 days' end,
    satisfaction = case when tickets.status <> 'open' and private.demo_turn(seed, tickets.id, 'rated') < 0.35
      then case when private.demo_turn(seed, tickets.id, 'good') < 0.82 then 'good' else 'bad' end end
  where tickets.id = any (fresh);
  update public.support_tickets as tickets set course_id = place.course_id, lesson_id = place.id, position_seconds = place.second,
    subject = left('שאלה על השיעור: ' || place.title_he, 150)
  from (
    select asked.id as ticket, lessons.*, floor(private.demo_turn(seed, asked.id, 'second') * lessons.duration_seconds)::integer as second,
      row_number() over (partition by asked.id order by private.demo_turn(seed, lessons.id, asked.id::text), lessons.id) as place
    from public.support_tickets as asked, public.lessons join public.lesson_contents as contents on contents.lesson_id = lessons.id
    where asked.id = any (fresh) and asked.subject = 'שאלה על השיעור' and lessons.is_published) as place
  where tickets.id = place.ticket and place.place = 1;
  update public.support_messages as messages set author_id = member.id where messages.ticket_id = any (fresh) and messages.from_staff;
  insert into private.support_events (ticket_id, actor_id, actor_name, kind, detail, created_at)
  select tickets.id, member.id, member.first_name, 'status', jsonb_build_object('from', 'open', 'to', tickets.status), tickets.last_message_at
  from public.support_tickets as tickets where tickets.id = any (fresh) and tickets.status <> 'open' and member.id is not null;
  insert into private.support_notes (id, ticket_id, author_id, author_first_name, body, created_at)
  select private.demo_id(seed, 1, 'note ' || tickets.id), tickets.id, member.id, member.first_name, 'דיברנו בטלפון. לבדוק שוב בשבוע הבא.',
    least(tickets.created_at + interval '3 hours', until)
  from public.support_tickets as tickets
  where tickets.id = any (fresh) and private.demo_turn(seed, tickets.id, 'note') < 0.12 and member.id is not null
  on conflict do nothing;
  insert into public.lesson_answers (id, lesson_id, position_seconds, question, body, message_id, published_by)
  select private.demo_id(seed, answered.n, 'answer'), answered.lesson_id, answered.position_seconds, 'איך הגעתם למספר הזה?', 
    'הפירוט, שלב אחרי שלב, נמצא בדף העבודה של השיעור. כדאי לחשב לבד ואז להשוות.', answered.message, member.id
  from (
    select tickets.lesson_id, tickets.position_seconds, messages.id as message, row_number() over (order by tickets.id)::integer as n
    from public.support_tickets as tickets join public.support_messages as messages on messages.ticket_id = tickets.id and messages.from_staff
    where tickets.id = any (fresh) and tickets.lesson_id is not null) as answered
  where answered.n <= 6 on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.write_student_note(student_id uuid, body text, note_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student public.users := private.student_to_change(student_id, null);
  author record;
  trimmed_body constant text := trim(E' \r\n\t' from private.undirected(coalesce(write_student_note.body, '')));
  written uuid;
begin
  select staff.admin_id, admin_users.first_name into author
    from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
  if not private.record_is_open(student.id) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is changed');
  end if;
  if char_length(trimmed_body) not between 1 and 2000 then
    perform private.raise_app_error('INVALID_NOTE', 400, 'A note has 1 to 2000 characters');
  end if;
  if note_id is not null then
    update private.student_notes as notes set body = trimmed_body, updated_at = now()
      where notes.id = note_id and notes.student_id = student.id and notes.author_id = author.admin_id
        and notes.created_at > now() - interval '24 hours'
      returning notes.id into written;
    if written is null then
      perform private.raise_app_error('NOTE_NOT_YOURS', 403, 'A note is changed by its author, for a day');
    end if;
  else
    -- The row of the student is locked, so that the count holds for those who write at once.
    if (select count(*) from private.student_notes as notes where notes.student_id = student.id) >= 200 then
      perform private.raise_app_error('TOO_MANY_NOTES', 409, 'Two hundred notes about a student');
    end if;
    insert into private.student_notes (student_id, author_id, author_first_name, body)
    values (student.id, author.admin_id, author.first_name, trimmed_body) returning id into written;
  end if;
  perform private.note_student_action(student.id, case when note_id is null then 'note written' else 'note changed' end, null);
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_student_viewing(student_id uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.begin_student_viewing(student_id, reason) AS begin_student_viewing;
END;

CREATE OR REPLACE FUNCTION public.change_contents(kind text, action text, records jsonb, changes jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.change_contents(kind, action, records, changes) AS change_contents;
END;

CREATE OR REPLACE FUNCTION public.correct_student(student_id uuid, version integer, changes jsonb)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in
   WHERE (changes ? 'phone_number'::text);
 SELECT private.correct_student(student_id, version, changes) AS correct_student;
END;

CREATE OR REPLACE FUNCTION public.create_admin_invitation(email text, role_name text, first_name text DEFAULT ''::text, last_name text DEFAULT ''::text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.require_approval('super_admin'::text, jsonb_build_object('email', lower(TRIM(BOTH FROM email)))) AS require_approval
   WHERE (role_name = 'super_admin'::text);
 SELECT private.create_admin_invitation(email, role_name, first_name, last_name) AS create_admin_invitation;
END;

CREATE OR REPLACE FUNCTION public.decide_access_request(request_id uuid, granted boolean, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in
   WHERE granted;
 SELECT private.decide_access_request(request_id, granted, reason) AS decide_access_request;
END;

CREATE OR REPLACE FUNCTION public.explain_reach(admin_id uuid, target_id uuid, action text)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.explain_reach(admin_id, target_id, action) AS explain_reach;
END;

CREATE OR REPLACE FUNCTION public.help_with_second_step(student_id uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.help_with_second_step(student_id, reason) AS help_with_second_step;
END;

CREATE OR REPLACE FUNCTION public.make_backup_link(file text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.require_approval('backup'::text, jsonb_build_object('file', file)) AS require_approval;
 SELECT private.make_backup_link(file) AS make_backup_link;
END;

CREATE OR REPLACE FUNCTION public.move_student_phone(student_id uuid, phone_number text, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.move_student_phone(student_id, phone_number, reason) AS move_student_phone;
END;

CREATE OR REPLACE FUNCTION public.open_audit_export(query jsonb, format text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.open_audit_export(query, format) AS open_audit_export;
END;

CREATE OR REPLACE FUNCTION public.open_recipients_export(query jsonb, format text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.open_recipients_export(query, format) AS open_recipients_export;
END;

CREATE OR REPLACE FUNCTION public.open_student_data(student_id uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.open_student_data(student_id, reason) AS open_student_data;
END;

CREATE OR REPLACE FUNCTION public.open_students_export(query jsonb, format text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.approved_export(private.open_students_export(query, format)) AS approved_export;
END;

CREATE OR REPLACE FUNCTION public.open_tickets_export(query jsonb, format text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.open_tickets_export(query, format) AS open_tickets_export;
END;

CREATE OR REPLACE FUNCTION public.publish_legal_draft(slug text, version bigint, effective_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.publish_legal_draft(slug, version, effective_at) AS publish_legal_draft;
END;

CREATE OR REPLACE FUNCTION public.request_approval(action text, subject jsonb, reason text)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.request_approval(action, subject, reason) AS request_approval;
END;

CREATE OR REPLACE FUNCTION public.request_student_deletion(student_id uuid, reason text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.request_student_deletion(student_id, reason) AS request_student_deletion;
END;

CREATE OR REPLACE FUNCTION public.reset_staff_second_step(admin_id uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.reset_staff_second_step(admin_id, reason) AS reset_staff_second_step;
END;

CREATE OR REPLACE FUNCTION public.retry_campaign(campaign_id uuid, which text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.retry_campaign(campaign_id, which) AS retry_campaign;
END;

CREATE OR REPLACE FUNCTION public.save_role_permissions(version text, changes jsonb)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.save_role_permissions(version, changes) AS save_role_permissions;
END;

CREATE OR REPLACE FUNCTION public.save_settings(version bigint, changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.save_settings(version, changes) AS save_settings;
END;

CREATE OR REPLACE FUNCTION public.save_support_settings(settings jsonb, version integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.save_support_settings(settings, version) AS save_support_settings;
END;

CREATE OR REPLACE FUNCTION public.send_campaign(campaign_id uuid, version integer, confirmed integer, starts_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in
   WHERE ((confirmed > 10) OR (starts_at IS NOT NULL));
 SELECT private.send_campaign(campaign_id, version, confirmed, starts_at) AS send_campaign;
END;

CREATE OR REPLACE FUNCTION public.set_admin_active(admin_id uuid, active boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.require_approved_super_admin(admin_id, NULL::text) AS require_approved_super_admin
   WHERE active;
 SELECT private.set_admin_active(admin_id, active) AS set_admin_active;
END;

CREATE OR REPLACE FUNCTION public.set_admin_role(admin_id uuid, role_name text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.require_approved_super_admin(admin_id, role_name) AS require_approved_super_admin;
 SELECT private.set_admin_role(admin_id, role_name) AS set_admin_role;
END;

CREATE OR REPLACE FUNCTION public.set_campaign_state(campaign_id uuid, action text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in
   WHERE (action = ANY (ARRAY['resume'::text, 'turn on'::text]));
 SELECT private.set_campaign_state(campaign_id, action) AS set_campaign_state;
END;

CREATE OR REPLACE FUNCTION public.set_students_active(student_ids uuid[], active boolean, reason text)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.set_students_active(student_ids, active, reason) AS set_students_active;
END;

CREATE OR REPLACE FUNCTION public.withdraw_legal_version(slug text, number integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.require_fresh_staff_sign_in() AS require_fresh_staff_sign_in;
 SELECT private.withdraw_legal_version(slug, number) AS withdraw_legal_version;
END;

COMMENT ON FUNCTION "private"."change_content"(text, uuid, bigint, text, jsonb) IS 'One record of a batch; says whether anything changed.';

COMMENT ON FUNCTION "private"."course_of_save"(uuid, uuid) IS 'The course that a save of a lesson counts for: the present one where it names one that the lesson stood in before.';

COMMENT ON FUNCTION "private"."explain_reach"(uuid, uuid, text) IS 'The rules of require_staff_manager and staff_to_change, each by itself: a test compares them with what the functions do.';

COMMENT ON FUNCTION "private"."fill_profile"(uuid, private.registrations) IS 'Writes what a registration says into the profile, the ledger (as of the moment it was said) and the metadata ([3-06]). True when the number belongs to somebody else by now and was left out.';

COMMENT ON FUNCTION "private"."formula_fits"(text) IS 'Whether a text can be read as a formula: numbers, names, Hebrew words, signs, brackets and ten functions, 300 letters and twenty brackets deep at most.';

COMMENT ON FUNCTION "private"."is_first_entry"(uuid, timestamp with time zone) IS 'Whether the caller''s session came from the mail that confirmed the address, after the given moment.';

COMMENT ON FUNCTION "private"."is_vimeo_video"(text) IS 'Whether a text is a number of Vimeo, with the code of an unlisted video behind it or without.';

COMMENT ON FUNCTION "private"."keep_mail"(jsonb, text, uuid, uuid) IS 'Keeps a mail with its files; without a message it is held beside the thread.';

COMMENT ON FUNCTION "private"."limit_watched"(public.user_progress, public.user_progress, int4multirange, integer) IS 'The most seconds of a lesson that the student can have watched since account and lesson exist; null where no more was sent. Flags what is more than that, or than fits since the last save (decision 0022). In: the save, the row as it is, the seconds that were sent, the length of the lesson.';

COMMENT ON FUNCTION "private"."mark_for_deletion"(public.users, uuid, text) IS 'Marks an account for deletion in fourteen days, ends its sessions but one, and mails the date.';

COMMENT ON FUNCTION "private"."merge_progress"(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamp with time zone) IS 'The row of a student and lesson after a save. In: the row as it is (null when there is none), the save with valid numbers and last_watched by the clock of the server, the seconds that it says were watched, the length of the lesson in seconds (0: unknown), the most seconds that can count of what is new with what is known (null: no bound), now. Seconds are united, the furthest point and completion stay, the position is that of the newest last_watched (of two the further): so any order, number and repetition of saves ends in the same row (decision 0009).';

COMMENT ON FUNCTION "private"."names_person"(text, public.support_tickets) IS 'Whether a text names who asked, or holds an address of a mailbox.';

COMMENT ON FUNCTION "private"."plain_name"(text) IS 'A name without control and direction characters.';

COMMENT ON FUNCTION "private"."read_in_order"(boolean) IS 'Until its caller ends, queries walk an index in the order asked for (true), or gather what matches and sort it (false).';

COMMENT ON FUNCTION "private"."require_approval"(text, jsonb) IS 'Takes the approval of another super_admin for this act, once, while it holds; ends the statement with APPROVAL_NEEDED where there is none. Where there is one super_admin alone nothing is asked.';

COMMENT ON FUNCTION "private"."require_fresh_opening"(uuid) IS 'Asks as require_fresh_staff_sign_in does once a viewer has opened the records of 20 other students within the hour.';

COMMENT ON FUNCTION "private"."stop_campaigns"(text) IS 'Stops what is being sent or planned, as set_campaign_state does: drop cancels, pause pauses; what is planned becomes a draft, and an automatic one is only turned off.';

COMMENT ON FUNCTION "private"."student_to_change"(uuid, text) IS 'The locked row of a student whom the caller may act on, with a reason unless it is null, which says that none is asked for.';

COMMENT ON FUNCTION "private"."undirected"(text) IS 'A text without the characters that change its direction.';

COMMENT ON FUNCTION "private"."unknown_variable"(text) IS 'Whether a text has braces that are no variable: first_name, last_name, course, lesson or count, each with a fall-back after |.';

COMMENT ON FUNCTION "public"."change_contents"(text, text, jsonb, jsonb) IS 'Publishes, hides, trashes, takes back or sets category, author or flag in the drafts of up to 100 records [{id, version}]; what was changed since the version is refused. Answers per id: changed, unchanged, or refused with a code; to set, with the version that is now and what the fields held before; to publish and unpublish, with the version that is now, the one of what visitors see that was made, and the moments that were set before. put_back takes those, [{id, version, made, publish_at, unpublish_at}], and gives back what stood before.';

COMMENT ON FUNCTION "public"."create_admin_invitation"(text, text, text, text) IS 'Invites a staff member; the token is in this answer only. A new invitation ends the earlier one of the address ([5-12] to [5-14]).';

COMMENT ON FUNCTION "public"."explain_reach"(uuid, uuid, text) IS 'Which rule lets a member act on another or keeps them from it: those of explain_access, other (nobody acts on themselves) and level (nobody on a mightier one). Acts: change (role, state, sessions), second_step. For users.view or users.manage.';

COMMENT ON FUNCTION "public"."make_backup_link"(text) IS 'For super_admin, freshly signed in: a link to an archive that is kept, for this session, once and within a minute. 404 NO_BACKUP, 429 TOO_MANY_REQUESTS after twenty an hour.';

COMMENT ON FUNCTION "public"."read_working_copy"(text, uuid) IS 'What the caller wrote of a record and did not save: {version, before, changes, stored_at}; null for nothing.';

COMMENT ON FUNCTION "public"."request_approval"(text, jsonb, text) IS 'For the staff, freshly signed in: asks the other super_admins to approve an act, as APPROVAL_NEEDED names it in its details, for 24 hours, and mails them. Asking again gives the same request. 429 TOO_MANY_REQUESTS past five open or twenty a day.';

COMMENT ON FUNCTION "public"."set_campaign_state"(uuid, text) IS 'pause, resume, unschedule, cancel (what waits is skipped) or turn on (an automatic one), for staff with notifications.manage; 409 CAMPAIGN_STATE where that is no way on.';

REVOKE ALL ON FUNCTION "private"."change_content"(text, uuid, bigint, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."change_contents"(text, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_contents"(text, text, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."course_of_save"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."explain_reach"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_reach"(uuid, uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."fill_profile"(uuid, private.registrations) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."formula_fits"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_first_entry"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_vimeo_video"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_mail"(jsonb, text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_watched"(public.user_progress, public.user_progress, int4multirange, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_answer"(public.support_tickets, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_for_deletion"(public.users, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merge_progress"(public.user_progress, public.user_progress, int4multirange, integer, integer, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_person"(text, public.support_tickets) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_student_action"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_in_order"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_approval"(text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_approval"(text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_approval"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_approval"(text, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."set_campaign_state"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_campaign_state"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."student_to_change"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_second_step_off"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undirected"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unknown_variable"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."change_contents"(text, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_contents"(text, text, jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."create_admin_invitation"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_admin_invitation"(text, text, text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."explain_reach"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."explain_reach"(uuid, uuid, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."make_backup_link"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_backup_link"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."request_approval"(text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."request_approval"(text, jsonb, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."set_campaign_state"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_campaign_state"(uuid, text) TO "authenticated", "service_role";
