-- The record of a student says whether there is a second step that staff could help with.
create or replace function private.read_student_record(student_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  student uuid := read_student_record.student_id;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not exists (
    select from public.record_views as views join private.current_staff() as staff on staff.admin_id = views.viewer_id
    where views.student_id = student and views.what = 'record' and views.occurred_at > now() - interval '10 minutes'
      and views.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is read');
  end if;
  return json_build_object(
    'has_second_step', exists (select from auth.mfa_factors as factors where factors.user_id = student),
    'profile', (select row_to_json(users) from public.users where users.id = student),
    'courses', (
      select coalesce(json_agg(row_to_json(line) order by line.last_watched desc), '[]') from (
        select courses.id as course_id, courses.title_he, count(*) filter (where progress.completed) as completed_lessons,
          sum(progress.watched_seconds) as watched_seconds, max(progress.last_watched) as last_watched,
          (select done.completed_at from public.course_completions as done
            where done.user_id = student and done.course_id = courses.id) as completed_at
        from public.user_progress as progress join public.courses on courses.id = progress.course_id
        where progress.user_id = student group by courses.id) as line),
    'consents', (
      select coalesce(json_agg(row_to_json(line) order by line.occurred_at desc), '[]') from (
        select events.purpose, events.granted, events.occurred_at, versions.version, events.text_hash
        from public.consent_events as events
        left join public.legal_document_versions as versions on versions.id = events.document_version_id
        where events.user_id = student) as line),
    'tickets', (
      select coalesce(json_agg(row_to_json(line) order by line.created_at desc), '[]') from (
        select tickets.id, tickets.subject, tickets.status, tickets.created_at
        from public.support_tickets as tickets where tickets.user_id = student) as line));
end $$;
