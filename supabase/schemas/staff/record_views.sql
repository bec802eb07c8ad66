create table public.record_views (
  id bigint generated always as identity primary key,
  viewer_id uuid references public.admin_users(id) on delete set null,
  viewer_first_name text not null,
  viewer_role text not null,
  student_id uuid not null references public.users(id) on delete cascade,
  what text not null check (what in ('record', 'progress', 'tickets', 'viewing', 'data')),
  occurred_at timestamptz not null default now(),
  noted_in xid8 not null default pg_current_xact_id()
);
comment on table public.record_views is
  'Which member of staff looked at the record of which student. Lines are added, never changed; the student reads the own ones.';
comment on column public.record_views.viewer_first_name is 'As it was then: the line stays true when the member leaves or changes roles.';
comment on column public.record_views.noted_in is 'The transaction that wrote the line: a record is never read in the same one.';
create index record_views_student_id_idx on public.record_views (student_id, occurred_at desc);
create index record_views_viewer_id_idx on public.record_views (viewer_id, occurred_at desc);
revoke all on public.record_views from service_role;
grant select on public.record_views to service_role;
grant select on public.record_views to authenticated;
alter table public.record_views enable row level security;

create function private.record_view(student uuid, seen text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.record_views (viewer_id, viewer_first_name, viewer_role, student_id, what)
  select staff.admin_id, admin_users.first_name, staff.role_name, student, seen
  from private.current_staff() as staff join public.admin_users on admin_users.id = staff.admin_id;
end $$;
comment on function private.record_view(uuid, text) is
  'Notes that the member of staff behind the request looked at a part of a record; for functions that hand it out.';

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
grant execute on function private.open_student_record(uuid) to authenticated;

create function public.open_student_record(student_id uuid) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_opening(student_id);
  select private.open_student_record(student_id);
end;
comment on function public.open_student_record(uuid) is
  'Opens the record of one student for ten minutes, for staff with students.view. Every call leaves a line that the student can read.';
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
grant execute on function private.read_student_record(uuid) to authenticated;

create function public.read_student_record(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_student_record(student_id); end;
comment on function public.read_student_record(uuid) is
  'The record of one student, for the member of staff who opened it in the last ten minutes (open_student_record).';
grant execute on function public.read_student_record(uuid) to authenticated;

create policy record_views_select_own on public.record_views for select to authenticated
  using (student_id = (select auth.uid()) and (select private.is_active_student()));
