create table private.certificates (
  id uuid primary key default gen_random_uuid(),
  number text not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  user_id uuid not null references public.users on delete cascade,
  course_id uuid references public.courses on delete set null,
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) <= 100),
  course_title text not null,
  covers jsonb not null check (jsonb_typeof(covers) = 'object'),
  completed_at timestamptz not null,
  issued_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_reason text,
  may_issue_again boolean not null default false,
  constraint certificates_revoked_check check ((revoked_at is null) = (revoked_reason is null))
);
comment on table private.certificates is
  'What was certified, as it was then: later changes of name, course or tests change nothing in it. It goes with the account.';
comment on column private.certificates.number is 'Twelve signs of 5 random bits (Crockford''s alphabet); whoever has it sees the certificate.';
comment on column private.certificates.covers is '{lessons: [titles], quizzes: [{title, version, percent}], watched_percent} of the moment of issue: the lessons of which so much was proved to be watched; without watched_percent, as it was until 20261220001830, those marked as completed.';
comment on column private.certificates.may_issue_again is 'Of a revoked one: whether the student may have another, as after a wrong name.';
create unique index certificates_user_id_course_id_idx on private.certificates (user_id, course_id) where not may_issue_again;
create index certificates_user_id_issued_at_idx on private.certificates (user_id, issued_at);
create index certificates_course_id_idx on private.certificates (course_id);
alter table private.certificates enable row level security;

create view private.export_certificates with (security_invoker = true) as
  select user_id as person, issued_at, number, first_name, last_name, course_title, covers, completed_at, revoked_at, revoked_reason
  from private.certificates;

create function private.new_certificate_number() returns text
language sql volatile set search_path = '' as $$
  -- Bytes 6 and 8 of a random uuid hold its version and variant.
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(uuid_send(drawn.id), place) % 32, 1), '' order by place)
  from (select gen_random_uuid() as id) as drawn, unnest(array[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]) as place
$$;

create function private.certificate_standing(student uuid, course uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'course_title', courses.title_he,
    'completed_at', (
      select done.completed_at from public.course_completions as done where done.user_id = student and done.course_id = courses.id),
    'missing', tests.missing,
    'unwatched', watching.unwatched,
    'can_earn', tests.count + watching.count > 0)
  from public.courses, lateral (
    select count(*) as count,
      coalesce(jsonb_agg(jsonb_build_object('id', quizzes.id, 'title', versions.title_he) order by quizzes.order_index, quizzes.id)
        filter (where not exists (
          select from private.quiz_attempts as attempts
          where attempts.user_id = student and attempts.quiz_id = quizzes.id and attempts.passed)), '[]') as missing
    from public.quizzes
    join public.quiz_versions as versions on versions.quiz_id = quizzes.id and versions.version = quizzes.version
    left join public.lessons on lessons.id = quizzes.lesson_id
    where quizzes.course_id = courses.id and quizzes.is_published and quizzes.purpose = 'test' and (quizzes.lesson_id is null or lessons.is_published)
  ) as tests, lateral (
    select count(*) as count,
      coalesce(jsonb_agg(jsonb_build_object('id', lesson_id, 'title', title, 'percent', percent) order by place)
        filter (where is_needed and not is_watched), '[]') as unwatched
    from private.course_watching(student, courses.id)
  ) as watching
  where courses.id = course and courses.is_published
$$;
comment on function private.certificate_standing(uuid, uuid) is
  'When the student completed a published course, which of its tests are not passed, which lessons without a test are not proved to be watched, and whether it has anything that earns a certificate; null for no such course.';

create function private.my_certificate(course uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
grant execute on function private.my_certificate(uuid) to authenticated;

create function public.my_certificate(course uuid) returns json
language sql stable set search_path = '' begin atomic select private.my_certificate(course); end;
comment on function public.my_certificate(uuid) is
  'Where the caller stands with the certificate of a course: when it was completed, tests that are not passed, lessons that were not watched [{id, title, percent}], whether it has anything that earns one, the name on file, and the newest certificate.';
grant execute on function public.my_certificate(uuid) to authenticated;

create function private.issue_certificate(course uuid, first_name text, last_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users;
  standing jsonb;
  known private.certificates;
  earlier private.certificates;
  is_earned boolean;
  made text;
begin
  if not private.is_verified_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student with a verified address can do this');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('certificate' || auth.uid() || course, 0));
  select * into student from public.users where users.id = auth.uid();
  if (student.first_name, student.last_name) is distinct from (issue_certificate.first_name, issue_certificate.last_name)
    or student.first_name = '' then
    perform private.raise_app_error('NAME_CHANGED', 409, 'The confirmed name is not the one on file');
  end if;
  select * into known from private.certificates
  where certificates.user_id = auth.uid() and certificates.course_id = course and not certificates.may_issue_again;
  if known.revoked_at is not null then
    perform private.raise_app_error('CERTIFICATE_REVOKED', 409, 'The certificate of this course was revoked');
  end if;
  if known.id is not null then
    return known.number;
  end if;
  standing := private.certificate_standing(auth.uid(), course);
  if standing is null then
    perform private.raise_app_error('COURSE_NOT_FOUND', 404, 'There is no such course');
  end if;
  is_earned := standing ->> 'completed_at' is not null and (standing ->> 'can_earn')::boolean
    and standing -> 'missing' = '[]' and standing -> 'unwatched' = '[]';
  if not is_earned then
    select * into earlier from private.certificates
    where certificates.user_id = auth.uid() and certificates.course_id = course
    order by certificates.issued_at desc limit 1;
    if earlier.id is null and not (standing ->> 'can_earn')::boolean then
      perform private.raise_app_error('NO_CERTIFICATE', 409, 'Nothing in this course earns a certificate');
    elsif earlier.id is null then
      perform private.raise_app_error('COURSE_NOT_COMPLETED', 409, 'Lessons or tests of the course are missing');
    end if;
  end if;
  insert into private.certificates (number, user_id, course_id, first_name, last_name, course_title, completed_at, covers)
  values (
    private.new_certificate_number(), auth.uid(), course, student.first_name, student.last_name,
    coalesce(earlier.course_title, standing ->> 'course_title'),
    coalesce(earlier.completed_at, (standing ->> 'completed_at')::timestamptz),
    coalesce(earlier.covers, jsonb_build_object(
      'watched_percent', 80,
      'lessons', (
        select coalesce(jsonb_agg(watching.title order by watching.place), '[]')
        from private.course_watching(auth.uid(), course) as watching where watching.is_watched),
      'quizzes', (
        select coalesce(jsonb_agg(jsonb_build_object('title', best.title_he, 'version', best.version, 'percent', best.percent)
          order by best.order_index, best.quiz_id), '[]')
        from (
          select distinct on (quizzes.id) quizzes.id as quiz_id, quizzes.order_index, versions.title_he, attempts.version, attempts.percent
          from public.quizzes
          join private.quiz_attempts as attempts on attempts.quiz_id = quizzes.id and attempts.user_id = auth.uid() and attempts.passed
          join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version
          where quizzes.course_id = course and quizzes.is_published and quizzes.purpose = 'test'
          order by quizzes.id, attempts.percent desc, attempts.submitted_at) as best))))
  returning certificates.number into made;
  return made;
end $$;
grant execute on function private.issue_certificate(uuid, text, text) to authenticated;

create function public.issue_certificate(course uuid, first_name text, last_name text) returns text
language sql volatile set search_path = '' begin atomic select private.issue_certificate(course, first_name, last_name); end;
comment on function public.issue_certificate(uuid, text, text) is
  'Gives the number of the caller''s certificate of a course, made when it is completed, its tests are passed, 80% of each lesson without a test is proved to be watched, and the confirmed name is the one on file. 409 NAME_CHANGED, COURSE_NOT_COMPLETED, NO_CERTIFICATE or CERTIFICATE_REVOKED.';
grant execute on function public.issue_certificate(uuid, text, text) to authenticated;

create function private.verify_certificate(number text) returns json
language sql stable security definer set search_path = '' as $$
  select case when found.revoked_at is null then json_build_object(
      'number', found.number, 'first_name', found.first_name, 'last_name', found.last_name, 'course_title', found.course_title,
      'covers', found.covers, 'completed_at', found.completed_at, 'issued_at', found.issued_at, 'revoked_at', null)
    else json_build_object('number', found.number, 'revoked_at', found.revoked_at) end
  from private.certificates as found
  -- As people type it: small letters, strokes and blanks, and the signs that are mistaken for others.
  where found.number = translate(upper(regexp_replace(left(verify_certificate.number, 40), '[\s-]', '', 'g')), 'OIL', '011')
$$;
comment on function private.verify_certificate(text) is
  'Goes by the number alone: whoever has it may check what it certifies.';
grant execute on function private.verify_certificate(text) to anon, authenticated;

create function public.verify_certificate(number text) returns json
language sql stable set search_path = '' begin atomic select private.verify_certificate(number); end;
comment on function public.verify_certificate(text) is
  'The certificate of a number, however it was typed; of a revoked one only that and since when; null for none.';
grant execute on function public.verify_certificate(text) to anon, authenticated;

create function private.student_certificates(student_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not private.record_is_open(student_certificates.student_id) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The record is opened before it is read');
  end if;
  return (
    select coalesce(json_agg(json_build_object(
      'number', held.number, 'course_title', held.course_title, 'issued_at', held.issued_at,
      'revoked_at', held.revoked_at, 'revoked_reason', held.revoked_reason) order by held.issued_at desc), '[]')
    from private.certificates as held where held.user_id = student_certificates.student_id);
end $$;
grant execute on function private.student_certificates(uuid) to authenticated;

create function public.student_certificates(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.student_certificates(student_id); end;
comment on function public.student_certificates(uuid) is
  'The certificates of a student, newest first, for staff with students.view who opened the record.';
grant execute on function public.student_certificates(uuid) to authenticated;

create function private.revoke_certificate(student_id uuid, number text, reason text, may_issue_again boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, coalesce(reason, ''));
begin
  update private.certificates
  set revoked_at = now(), revoked_reason = trim(reason), may_issue_again = coalesce(revoke_certificate.may_issue_again, false)
  where certificates.user_id = student.id and certificates.number = revoke_certificate.number and certificates.revoked_at is null;
  if not found then
    perform private.raise_app_error('CERTIFICATE_NOT_FOUND', 404, 'There is no such certificate that stands');
  end if;
  perform private.note_student_action(student.id, 'certificate revoked', reason);
end $$;
grant execute on function private.revoke_certificate(uuid, text, text, boolean) to authenticated;

create function public.revoke_certificate(student_id uuid, number text, reason text, may_issue_again boolean default false) returns void
language sql volatile set search_path = '' begin atomic select private.revoke_certificate(student_id, number, reason, may_issue_again); end;
comment on function public.revoke_certificate(uuid, text, text, boolean) is
  'Revokes a certificate with a reason, for users.manage and a level that reaches the student; in the audit log. The student may have a new one only where that is said.';
grant execute on function public.revoke_certificate(uuid, text, text, boolean) to authenticated;

create function private.course_watching(student uuid, course uuid)
returns table (lesson_id uuid, title text, place bigint, percent integer, is_watched boolean, is_needed boolean)
language sql stable security definer set search_path = '' as $$
  with done as (
    select completions.lesson_ids from public.course_completions as completions
    where completions.user_id = student and completions.course_id = course
      and exists (
        select from public.lessons
        where lessons.course_id = course and lessons.is_published and lessons.id = any (completions.lesson_ids))
  )
  select lessons.id, lessons.title_he, row_number() over (order by lessons.order_index, lessons.id),
    measured.percent, measured.percent >= 80,
    not exists (
      select from public.quizzes
      where quizzes.course_id = course and quizzes.is_published and quizzes.purpose = 'test'
        and (quizzes.lesson_id is null or quizzes.lesson_id = lessons.id))
  from public.lessons
  join public.lesson_contents as contents on contents.lesson_id = lessons.id and contents.video_ref <> ''
  left join private.proved_watching as proved on proved.user_id = student and proved.lesson_id = lessons.id,
  lateral (
    select floor(100.0 * private.measure_ranges(
      coalesce(proved.seconds, '{}') * int4multirange(int4range(0, lessons.duration_seconds))) / lessons.duration_seconds)::integer
  ) as measured (percent)
  where lessons.course_id = course and lessons.is_published and lessons.duration_seconds > 0
    and (not exists (select from done) or exists (select from done where lessons.id = any (done.lesson_ids)))
$$;
comment on function private.course_watching(uuid, uuid) is
  'The lessons with a video of known length that a certificate asks about: those of the completion that are still published, or all. How much of each is proved to be watched, whether that is enough (80%), and whether it is needed: not where a test of the course or of the lesson is asked for.';
