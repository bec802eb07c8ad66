-- A record is opened in one transaction and read in another. Who may shape an answer (PostgREST lets every caller cast
-- and filter it) can make its statement fail behind it, which names the content in the error and takes back what the
-- same transaction wrote. A line that another transaction has committed stays, whatever becomes of the reading.
alter table public.record_views add column noted_in xid8 not null default pg_current_xact_id();
comment on column public.record_views.noted_in is
  'The transaction that wrote the line: a record is never read in the same one.';

drop function public.open_student_record(uuid);
drop function private.open_student_record(uuid);

create function private.open_student_record(student_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not exists (select from public.users where users.id = open_student_record.student_id) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
  perform private.record_view(open_student_record.student_id, 'record');
end $$;
revoke execute on function private.open_student_record(uuid) from public;
grant execute on function private.open_student_record(uuid) to authenticated;
create function public.open_student_record(student_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_student_record(student_id); end;
comment on function public.open_student_record(uuid) is
  'Opens the record of one student for ten minutes, for staff with students.view. Every call leaves a line that the student can read.';
revoke execute on function public.open_student_record(uuid) from public, anon;
grant execute on function public.open_student_record(uuid) to authenticated;

create function private.read_student_record(student_id uuid) returns json
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
        select events.purpose, events.granted, events.occurred_at, versions.version
        from public.consent_events as events
        left join public.legal_document_versions as versions on versions.id = events.document_version_id
        where events.user_id = student) as line),
    'tickets', (
      select coalesce(json_agg(row_to_json(line) order by line.created_at desc), '[]') from (
        select tickets.id, tickets.subject, tickets.status, tickets.created_at
        from public.support_tickets as tickets where tickets.user_id = student) as line));
end $$;
revoke execute on function private.read_student_record(uuid) from public;
grant execute on function private.read_student_record(uuid) to authenticated;
create function public.read_student_record(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_student_record(student_id); end;
comment on function public.read_student_record(uuid) is
  'The record of one student, for the member of staff who opened it in the last ten minutes (open_student_record).';
revoke execute on function public.read_student_record(uuid) from public, anon;
grant execute on function public.read_student_record(uuid) to authenticated;
