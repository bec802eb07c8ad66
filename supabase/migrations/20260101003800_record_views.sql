create table public.record_views (
  id bigint generated always as identity primary key,
  viewer_id uuid references public.admin_users on delete set null,
  viewer_first_name text not null,
  viewer_role text not null,
  student_id uuid not null references public.users on delete cascade,
  what text not null check (what in ('record', 'progress', 'tickets')),
  occurred_at timestamptz not null default now()
);
comment on table public.record_views is
  'Which member of staff looked at the record of which student. Lines are added, never changed; the student reads the own ones.';
comment on column public.record_views.viewer_first_name is 'As it was then: the line stays true when the member leaves or changes roles.';
create index record_views_student_id_idx on public.record_views (student_id, occurred_at desc);
create index record_views_viewer_id_idx on public.record_views (viewer_id);
revoke all on public.record_views from anon, authenticated, service_role;
grant select on public.record_views to authenticated, service_role;
alter table public.record_views enable row level security;
create policy record_views_select_own_or_settings on public.record_views for select to authenticated
  using (
    (student_id = (select auth.uid()) and (select private.is_active_student()))
    or (select private.has_permission('settings.manage')));

create function private.record_view(student uuid, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.record_views (viewer_id, viewer_first_name, viewer_role, student_id, what)
  select staff.admin_id, admin_users.first_name, staff.role_name, student, seen
  from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
end $$;
comment on function private.record_view(uuid, text) is
  'Notes that the member of staff behind the request looked at a part of a record; for functions that hand it out.';
revoke execute on function private.record_view(uuid, text) from public;

create function private.open_student_record(student_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  student uuid := open_student_record.student_id;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not exists (select from public.users where users.id = student) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
  perform private.record_view(student, 'record');
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
revoke execute on function private.open_student_record(uuid) from public;
grant execute on function private.open_student_record(uuid) to authenticated;
create function public.open_student_record(student_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.open_student_record(student_id); end;
comment on function public.open_student_record(uuid) is
  'The record of one student, for staff with students.view. Every call leaves a line that the student can read.';
revoke execute on function public.open_student_record(uuid) from public, anon;
grant execute on function public.open_student_record(uuid) to authenticated;
