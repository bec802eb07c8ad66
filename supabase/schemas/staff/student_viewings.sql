create table private.student_viewings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  viewer_id uuid not null references public.admin_users on delete cascade,
  student_id uuid not null references public.users on delete cascade,
  reason text not null check (char_length(reason) between 3 and 500),
  began_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '15 minutes',
  ended_at timestamptz,
  noted_in xid8 not null default pg_current_xact_id()
);
comment on table private.student_viewings is
  'Which session of the staff views the academy as which student, and until when. Written by two functions only.';
comment on column private.student_viewings.noted_in is 'The transaction that began it: nothing is read in the same one (decision 0049).';
create index student_viewings_session_id_idx on private.student_viewings (session_id, expires_at) where ended_at is null;
create index student_viewings_viewer_id_idx on private.student_viewings (viewer_id);
create index student_viewings_student_id_idx on private.student_viewings (student_id);
alter table private.student_viewings enable row level security;

create view private.export_viewings with (security_invoker = true) as
  select student_id as person, began_at, expires_at, ended_at, reason from private.student_viewings;

create function private.session_is_viewing() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.student_viewings as viewings
    where viewings.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and viewings.ended_at is null and viewings.expires_at > now());
end $$;
comment on function private.session_is_viewing() is
  'Whether the session of the token views the academy as a student; by the clock of the server.';

create function private.session_lives() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.comes_from_password() and exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and sessions.user_id = auth.uid()
      and sessions.created_at > now() - interval '90 days'
      and (sessions.not_after is null or sessions.not_after > now())
      and exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id and private.proof_of(claims.authentication_method) = 'mail')
      and (coalesce(sessions.aal::text, 'aal1') <> 'aal1' or not exists (
        select from auth.mfa_factors where mfa_factors.user_id = sessions.user_id and mfa_factors.status = 'verified')));
end $$;
comment on function private.session_lives() is
  'Whether the session of the token lives, was opened by mail within 90 days, and has given the second step of its account, whatever it is used for.';

-- Doors that are open to everybody ask for no session. Through them a viewing writes nothing either.
create function private.refuse_in_viewing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.session_is_viewing() then
    perform private.raise_app_error('VIEWING_STUDENT', 403, 'The session views the academy as a student and does nothing else');
  end if;
  return null;
end $$;

create function private.role_holds(role_name text, permission_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select role_name = 'super_admin' or exists (
    select from public.role_permissions
    join public.roles on roles.id = role_permissions.role_id
    join public.permissions on permissions.id = role_permissions.permission_id
    where roles.name = role_holds.role_name and permissions.name = role_holds.permission_name)
$$;

create function private.require_viewer(viewer_role text, viewer_level integer, student uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(private.role_holds(viewer_role, 'students.view')
    and viewer_level <= (select roles.level from public.roles where roles.name = 'admin'), false) then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view, and the level of an admin');
  end if;
  if not private.reaches(viewer_level, private.staff_level_of(student)) then
    perform private.raise_app_error('INSUFFICIENT_LEVEL', 403, 'Insufficient permission level');
  end if;
  if not exists (select from public.users where users.id = student and users.is_active) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
end $$;
comment on function private.require_viewer(text, integer, uuid) is
  'Asked at the beginning and at every reading: students.view, at least the level of an admin, nobody mightier, no closed account.';

create function private.begin_student_viewing(student_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
grant execute on function private.begin_student_viewing(uuid, text) to authenticated;

create function public.begin_student_viewing(student_id uuid, reason text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.begin_student_viewing(student_id, reason);
end;
comment on function public.begin_student_viewing(uuid, text) is
  'Turns the session into a viewing of the academy as one student for fifteen minutes, for staff with students.view and at least the level of an admin, with a reason. The student reads who looked; until it ends the session does nothing else.';
grant execute on function public.begin_student_viewing(uuid, text) to authenticated;

create function private.present_viewing() returns private.student_viewings
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings;
  viewer record;
begin
  select viewings.* into viewing from private.student_viewings as viewings
    where viewings.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and viewings.ended_at is null and viewings.expires_at > now()
      and viewings.noted_in is distinct from pg_current_xact_id_if_assigned();
  select admin_users.id, roles.name as role_name, roles.level into viewer
    from public.admin_users join public.roles on roles.id = admin_users.role_id
    join auth.sessions on sessions.user_id = admin_users.supabase_auth_id and sessions.id = viewing.session_id
    where admin_users.id = viewing.viewer_id and admin_users.supabase_auth_id = auth.uid() and admin_users.is_active
      and admin_users.email_verified and sessions.created_at > now() - interval '24 hours' and private.session_lives()
      and (private.second_step_given()
        or (roles.name <> 'super_admin' and private.setting('staff_second_step_for_all') is distinct from 'true'));
  if viewer.id is null then
    perform private.raise_app_error('VIEWING_OVER', 403, 'No viewing is open');
  end if;
  perform private.require_viewer(viewer.role_name, viewer.level, viewing.student_id);
  return viewing;
end $$;
comment on function private.present_viewing() is
  'The open viewing of the session, for a member of the staff who could begin it at this very moment. Ends the statement otherwise.';

create function private.courses_of(person uuid) returns table (
  course_id uuid, title_he text, thumbnail_url text, category_name text,
  lesson_count integer, published_seconds integer, completed_lessons integer, watched_seconds integer,
  last_watched timestamptz, last_lesson_id uuid, last_lesson_title text, position_seconds numeric,
  completed_at timestamptz, new_lessons integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with mine as materialized (
    select progress.* from public.user_progress as progress where progress.user_id = courses_of.person
  ), begun as (
    select distinct mine.course_id from mine
  )
  select courses.id, courses.title_he, courses.thumbnail_url, categories.name_he,
    count(*)::integer, sum(lessons.duration_seconds)::integer,
    (count(*) filter (where mine.completed))::integer,
    coalesce(sum(least(mine.watched_seconds, lessons.duration_seconds)) filter (where mine.id is not null), 0)::integer,
    max(mine.last_watched),
    (array_agg(lessons.id order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    (array_agg(lessons.title_he order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    (array_agg(mine.progress_seconds order by mine.last_watched desc nulls last, lessons.order_index desc))[1],
    completions.completed_at,
    (count(*) filter (where completions.id is not null and mine.completed is not true
      and lessons.id <> all (completions.lesson_ids)))::integer
  from begun
  join public.courses on courses.id = begun.course_id and courses.is_published
  join public.lessons on lessons.course_id = courses.id and lessons.is_published
  left join public.categories on categories.id = courses.category_id
  left join public.course_completions as completions
    on completions.course_id = courses.id and completions.user_id = courses_of.person
  left join mine on mine.lesson_id = lessons.id
  group by courses.id, categories.id, completions.id
  having count(mine.id) > 0
  order by max(mine.last_watched) desc, courses.id;
end $$;
comment on function private.courses_of(uuid) is
  'What my_courses gives, of the person; by the rights of whoever asks.';
grant execute on function private.courses_of(uuid) to authenticated;

create function private.read_student_viewing() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  viewing private.student_viewings := private.present_viewing();
begin
  return json_build_object(
    'student_id', viewing.student_id, 'expires_at', viewing.expires_at,
    'seconds_left', floor(extract(epoch from viewing.expires_at - clock_timestamp())),
    'first_name', (select users.first_name from public.users where users.id = viewing.student_id),
    'courses', (select coalesce(json_agg(row_to_json(course)), '[]') from private.courses_of(viewing.student_id) as course),
    'bookmarks', (
      select coalesce(json_agg(row_to_json(line) order by line.created_at desc), '[]') from (
        select bookmarks.id, bookmarks.course_id, bookmarks.created_at, courses.title_he, courses.thumbnail_url,
          categories.name_he as category_name
        from public.bookmarks join public.courses on courses.id = bookmarks.course_id and courses.is_published
        left join public.categories on categories.id = courses.category_id
        where bookmarks.user_id = viewing.student_id) as line));
end $$;
comment on function private.read_student_viewing() is
  'Begun courses and the saved courses: what the dashboard shows. Notes, questions, sessions, address and phone are not in it.';
grant execute on function private.read_student_viewing() to authenticated;

create function public.read_student_viewing() returns json
language sql stable set search_path = '' begin atomic select private.read_student_viewing(); end;
comment on function public.read_student_viewing() is
  'What the student sees whom this session views: begun and saved courses. 403 VIEWING_OVER without an open viewing.';
grant execute on function public.read_student_viewing() to authenticated;

create function private.end_student_viewing() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  student uuid;
begin
  update private.student_viewings as viewings set ended_at = now()
    from public.admin_users
    where viewings.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid and viewings.ended_at is null
      and viewings.expires_at > now() and admin_users.id = viewings.viewer_id and admin_users.supabase_auth_id = auth.uid()
      and private.session_lives()
    returning viewings.student_id into student;
  if student is not null then
    perform private.note_student_action(student, 'viewing ended', null);
  end if;
  return student is not null;
end $$;
grant execute on function private.end_student_viewing() to authenticated;

create function public.end_student_viewing() returns boolean
language sql volatile set search_path = '' begin atomic select private.end_student_viewing(); end;
comment on function public.end_student_viewing() is
  'Ends the viewing of this session, which is then again what it was; false when there is none.';
grant execute on function public.end_student_viewing() to authenticated;
