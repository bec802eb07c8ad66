create view private.export_profile with (security_invoker = true) as
  select id as person, created_at, email, first_name, last_name, phone_number, email_verified, email_verified_at, is_active,
    last_login_at, marketing_consent, privacy_consent, terms_consent, consent_given_at, updated_at, deletion_due_at
  from public.users;

create view private.export_consents with (security_invoker = true) as
  select events.user_id as person, events.occurred_at, events.purpose, events.granted, versions.version as document_version,
    events.text_hash
  from public.consent_events as events
  left join public.legal_document_versions as versions on versions.id = events.document_version_id;

create view private.export_progress with (security_invoker = true) as
  select progress.user_id as person, progress.last_watched, courses.title_he as course, lessons.title_he as lesson,
    progress.progress_seconds, progress.watched_until, progress.watch_progress, progress.watched_seconds,
    progress.watched_ranges, progress.completed, progress.created_at, progress.completed_at
  from public.user_progress as progress
  join public.lessons on lessons.id = progress.lesson_id
  join public.courses on courses.id = progress.course_id;

create view private.export_progress_flags with (security_invoker = true) as
  select flags.user_id as person, flags.flagged_at, courses.title_he as course, lessons.title_he as lesson,
    flags.reported_seconds, flags.counted_seconds
  from public.progress_flags as flags
  join public.lessons on lessons.id = flags.lesson_id
  join public.courses on courses.id = lessons.course_id;

create view private.export_progress_resets with (security_invoker = true) as
  select resets.user_id as person, coalesce(resets.reset_at, resets.taken_back_at[1]) as reset_at, courses.title_he as course,
    lessons.title_he as lesson, resets.taken_back_at
  from private.progress_resets as resets
  join public.lessons on lessons.id = resets.lesson_id
  join public.courses on courses.id = lessons.course_id;

create view private.export_completed_courses with (security_invoker = true) as
  select done.user_id as person, done.completed_at, courses.title_he as course, done.lesson_count
  from public.course_completions as done join public.courses on courses.id = done.course_id;

create view private.export_bookmarks with (security_invoker = true) as
  select bookmarks.user_id as person, bookmarks.created_at, courses.title_he as course
  from public.bookmarks join public.courses on courses.id = bookmarks.course_id;

create view private.export_support_tickets with (security_invoker = true) as
  select users.id as person, tickets.created_at, tickets.id, tickets.name, tickets.email, tickets.subject, tickets.status,
    courses.title_he as course, lessons.title_he as lesson, tickets.position_seconds
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  left join public.courses on courses.id = tickets.course_id
  left join public.lessons on lessons.id = tickets.lesson_id;

create view private.export_support_messages with (security_invoker = true) as
  select users.id as person, messages.created_at, messages.ticket_id, messages.from_staff, messages.body
  from public.users
  join public.support_tickets as tickets on tickets.user_id = users.id
    or (tickets.user_id is null and tickets.email = users.email and users.email_verified)
  join public.support_messages as messages on messages.ticket_id = tickets.id;

create view private.export_sessions with (security_invoker = true) as
  select user_id as person, created_at, updated_at, refreshed_at, user_agent as device, host(ip) as address
  from auth.sessions;

create view private.export_mails with (security_invoker = true) as
  select users.id as person, mails.created_at, mails.kind, mails.subject, mails.status, mails.sent_at
  from public.users cross join lateral private.addresses_of(users.id) as known (address)
  join public.email_outbox as mails on mails.recipient = known.address and not mails.is_decoy;

create view private.export_unsubscribe_links with (security_invoker = true) as
  select user_id as person, created_at, recipient, used_at from private.unsubscribe_tokens;

create view private.export_recovery_requests with (security_invoker = true) as
  select user_id as person, created_at, phone_number, expires_at, used_at from private.account_recovery_tokens;

create view private.export_staff_views with (security_invoker = true) as
  select student_id as person, occurred_at, viewer_role, viewer_first_name, what from public.record_views;

create view private.export_account_changes with (security_invoker = true) as
  select users.id as person, lines.occurred_at, lines.action, lines.after ->> 'is_active' as is_active, lines.entity
  from public.users join public.audit_log as lines on (lines.entity = 'users' and lines.entity_id = users.id::text)
    or coalesce(lines.after, lines.before) ->> 'user_id' = users.id::text;

create function private.export_my_data() returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  perform private.require_fresh_sign_in();
  if not private.take_attempt('data export', auth.uid()::text, gen_random_uuid()::text, 5, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five exports a day');
  end if;
  return private.data_of(auth.uid());
end $$;
grant execute on function private.export_my_data() to authenticated;

create function public.export_my_data() returns json
language sql volatile set search_path = '' begin atomic select private.export_my_data(); end;
comment on function public.export_my_data() is
  'Everything that is held about the caller, by section; five times a day. Wants a fresh sign-in.';
grant execute on function public.export_my_data() to authenticated;
