-- Decision 0153: a certificate is earned by the tests of the course and by what was watched, and not by marks made by hand.
comment on column private.certificates.covers is
  '{lessons: [titles], quizzes: [{title, version, percent}], watched_percent} of the moment of issue: the lessons of which so much was proved to be watched; without watched_percent, as it was until 20261220001830, those marked as completed.';

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
revoke execute on function private.course_watching(uuid, uuid) from public;

create or replace function private.certificate_standing(student uuid, course uuid) returns jsonb
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

create or replace function private.my_certificate(course uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  return (
    select json_build_object(
      'course_title', coalesce(standing.said ->> 'course_title', last.course_title),
      'completed_at', coalesce((standing.said ->> 'completed_at')::timestamptz, earlier.completed_at),
      'missing', case when earlier.completed_at is null then coalesce(standing.said -> 'missing', '[]') else '[]' end,
      'unwatched', case when earlier.completed_at is null then coalesce(standing.said -> 'unwatched', '[]') else '[]' end,
      'can_earn', coalesce((standing.said ->> 'can_earn')::boolean, false) or last.id is not null,
      'first_name', users.first_name, 'last_name', users.last_name,
      'number', last.number, 'revoked_at', last.revoked_at, 'may_issue_again', coalesce(last.may_issue_again, true))
    from public.users
    left join lateral (
      select * from private.certificates
      where certificates.user_id = users.id and certificates.course_id = my_certificate.course
      order by certificates.issued_at desc limit 1) as last on true,
    lateral (select private.certificate_standing(users.id, my_certificate.course)) as standing (said),
    -- What was earned once stays earned, also by the rules of its time, when staff made room for another.
    lateral (select case when last.may_issue_again and standing.said is not null then last.completed_at end) as earlier (completed_at)
    where users.id = auth.uid());
end $$;

create or replace function private.issue_certificate(course uuid, first_name text, last_name text) returns text
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
comment on function public.my_certificate(uuid) is
  'Where the caller stands with the certificate of a course: when it was completed, tests that are not passed, lessons that were not watched [{id, title, percent}], whether it has anything that earns one, the name on file, and the newest certificate.';
comment on function public.issue_certificate(uuid, text, text) is
  'Gives the number of the caller''s certificate of a course, made when it is completed, its tests are passed, 80% of each lesson without a test is proved to be watched, and the confirmed name is the one on file. 409 NAME_CHANGED, COURSE_NOT_COMPLETED, NO_CERTIFICATE or CERTIFICATE_REVOKED.';
