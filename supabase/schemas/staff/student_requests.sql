create function private.data_of(person uuid, without text[] default '{}') returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  section record;
  lines json;
  sections text[] := '{}';
begin
  -- Names come from the catalogue alone.
  for section in
    select views.relname, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_catalog.pg_class as views
    join pg_catalog.pg_attribute on attrelid = views.oid and attnum > 1 and not attisdropped
    where views.relnamespace = 'private'::regnamespace and views.relkind = 'v' and views.relname like 'export\_%'
      and substr(views.relname, 8) <> all (without)
    group by views.relname order by views.relname <> 'export_profile', views.relname
  loop
    execute format('select coalesce(json_agg(row_to_json(line)), ''[]'') from (select %s from private.%I where person = $1 order by 1) as line',
      section.columns, section.relname) into lines using person;
    sections := sections || format('%s:%s', to_json(substr(section.relname, 8)), lines);
  end loop;
  return json_build_object('exported_at', now(), 'data', ('{' || array_to_string(sections, ',') || '}')::json);
end $$;
comment on function private.data_of(uuid, text[]) is
  'Everything that is held about a person, by section, but for the named ones: the copy of one''s own data.';

create function private.open_student_data(student_id uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, coalesce(reason, ''));
begin
  if not private.take_call('data of a student', student.id::text, 5, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five exports a day');
  end if;
  perform private.record_view(student.id, 'data');
  perform private.note_student_action(student.id, 'data exported', reason);
end $$;
grant execute on function private.open_student_data(uuid, text) to authenticated;

create function public.open_student_data(student_id uuid, reason text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.open_student_data(student_id, reason);
end;
comment on function public.open_student_data(uuid, text) is
  'Opens the copy of the data of a student for ten minutes, for staff with users.manage and a reason; five a day of one student. The student reads who did.';
grant execute on function public.open_student_data(uuid, text) to authenticated;

create function private.read_student_data(student_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(read_student_data.student_id), 999));
  if not private.record_is_open(read_student_data.student_id, 'data') then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The data is opened before it is read');
  end if;
  -- What a student notes beside a lesson is read by nobody else.
  return private.data_of(read_student_data.student_id, '{lesson_notes}');
end $$;
grant execute on function private.read_student_data(uuid) to authenticated;

create function public.read_student_data(student_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_student_data(student_id); end;
comment on function public.read_student_data(uuid) is
  'The copy of all data of a student but their own notes, for the member of staff with users.manage who opened it in the last ten minutes (open_student_data).';
grant execute on function public.read_student_data(uuid) to authenticated;

create function private.mark_for_deletion(student public.users, remaining_session uuid, given_reason text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.mark_for_deletion(public.users, uuid, text) is
  'Marks an account for deletion in fourteen days, ends its sessions but one, and mails the date.';

create function private.request_student_deletion(student_id uuid, reason text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, coalesce(reason, ''));
begin
  return coalesce(student.deletion_due_at, private.mark_for_deletion(student, null, reason));
end $$;
grant execute on function private.request_student_deletion(uuid, text) to authenticated;

create function public.request_student_deletion(student_id uuid, reason text) returns timestamptz
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.request_student_deletion(student_id, reason);
end;
comment on function public.request_student_deletion(uuid, text) is
  'Marks the account of a student who asked for it for deletion in fourteen days, for staff with users.manage and a reason; mails the date, and the student can take it back by signing in. Asking again changes nothing.';
grant execute on function public.request_student_deletion(uuid, text) to authenticated;

create function private.account_of_request(request public.access_requests) returns public.users
language sql stable security definer set search_path = '' as $$
  select users from public.users where users.email = request.former_email and users.email_verified
$$;

create function private.match_access_request(request_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  request public.access_requests;
  student public.users;
begin
  perform private.require_staff_manager(999);
  select * into request from public.access_requests where access_requests.id = request_id;
  if not found then
    perform private.raise_app_error('REQUEST_NOT_FOUND', 404, 'Request not found');
  end if;
  student := private.account_of_request(request);
  return json_build_object('student_id', student.id,
    'names_match', coalesce(lower(student.first_name) = lower(request.first_name) and lower(student.last_name) = lower(request.last_name), false),
    'phone_matches', coalesce(student.phone_number = request.phone_number, false),
    'is_open', coalesce(student.is_active, false),
    'contact_taken', exists (select from auth.users where lower(users.email) = request.contact_email));
end $$;
grant execute on function private.match_access_request(uuid) to authenticated;

create function public.match_access_request(request_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.match_access_request(request_id); end;
comment on function public.match_access_request(uuid) is
  'What of a request for access agrees with an account, for staff with users.manage: {student_id, names_match, phone_matches, is_open, contact_taken}.';
grant execute on function public.match_access_request(uuid) to authenticated;

create function private.decide_access_request(request_id uuid, granted boolean, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor constant uuid := private.require_staff_manager(999);
  request public.access_requests;
  student public.users;
begin
  if granted is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'A request is granted or refused');
  end if;
  if char_length(trim(coalesce(reason, ''))) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  select * into request from public.access_requests where access_requests.id = request_id for update;
  if not found then
    perform private.raise_app_error('REQUEST_NOT_FOUND', 404, 'Request not found');
  end if;
  if request.status <> 'open' then
    perform private.raise_app_error('ALREADY_DECIDED', 409, 'The request was decided before');
  end if;
  if granted then
    student := private.account_of_request(request);
    student := private.student_to_change(student.id, reason);
    -- The address of a member of the staff is a role as well.
    if private.staff_level_of(student.id) is not null then
      perform private.raise_app_error('INSUFFICIENT_LEVEL', 403, 'The account of a member of the staff is not moved');
    end if;
    if not student.is_active then
      perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
    end if;
    perform private.end_everything(student.id);
    if not private.give_back_email(student.id, request.contact_email) then
      perform private.raise_app_error('DUPLICATE_EMAIL', 409, 'Another account has the new address');
    end if;
    perform private.note_student_action(student.id, 'access given back', reason);
  end if;
  update public.access_requests set status = case when granted then 'granted' else 'refused' end, decided_at = now(),
    decided_by = actor, decided_because = trim(reason)
    where access_requests.id = request.id;
  insert into public.audit_log (actor, action, entity, entity_id)
  values (auth.uid(), case when granted then 'access granted' else 'access refused' end, 'access_requests', request.id::text);
end $$;
grant execute on function private.decide_access_request(uuid, boolean, text) to authenticated;

create function public.decide_access_request(request_id uuid, granted boolean, reason text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in() where granted;
  select private.decide_access_request(request_id, granted, reason);
end;
comment on function public.decide_access_request(uuid, boolean, text) is
  'Decides a request for access once, for staff with users.manage and a reason. Granting gives the account the new address, ends every session and link, and tells both addresses by mail; a second step stays.';
grant execute on function public.decide_access_request(uuid, boolean, text) to authenticated;
