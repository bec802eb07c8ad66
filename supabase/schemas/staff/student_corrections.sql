create function private.student_to_change(student_id uuid, given_reason text) returns public.users
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.student_to_change(uuid, text) is
  'The locked row of a student whom the caller may act on, with a reason unless it is null, which says that none is asked for.';

create function private.note_student_action(student uuid, action_name text, given_reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), action_name, 'users', student::text, jsonb_strip_nulls(jsonb_build_object('reason', trim(given_reason))));
end $$;

create function private.student_details(student public.users) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('first_name', student.first_name, 'last_name', student.last_name,
    'phone_number', case when not student.phone_owed then student.phone_number else '' end)
$$;

create function private.correct_student(student_id uuid, version integer, changes jsonb) returns json
language plpgsql security definer set search_path = '' as $$
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
end $$;
grant execute on function private.correct_student(uuid, integer, jsonb) to authenticated;

create function public.correct_student(student_id uuid, version integer, changes jsonb) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in() where changes ? 'phone_number';
  select private.correct_student(student_id, version, changes);
end;
comment on function public.correct_student(uuid, integer, jsonb) is
  'Corrects first_name, last_name and phone_number of a student, for staff with users.manage who opened the record; {version, values}. 409 VERSION_CONFLICT says what stands now and who changed it. A new number is told to the student by mail.';
grant execute on function public.correct_student(uuid, integer, jsonb) to authenticated;

create function private.move_student_phone(student_id uuid, phone_number text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  phone constant text := private.normalise_phone(move_student_phone.phone_number);
  student public.users;
  holder uuid;
begin
  perform private.require_staff_manager(coalesce(private.staff_level_of(move_student_phone.student_id), 999));
  if not private.is_real_phone(phone) then
    perform private.raise_app_error('INVALID_PHONE_NUMBER', 400, 'The phone number is not valid');
  end if;
  -- Two who move the same number take turns; rows are locked in one order, whoever gives to whom.
  perform pg_advisory_xact_lock(hashtextextended('phone number ' || phone, 0));
  perform from public.users where users.id = move_student_phone.student_id or users.phone_number = phone order by users.id for update;
  select users.id into holder from public.users where users.phone_number = phone and users.id <> move_student_phone.student_id;
  student := private.student_to_change(move_student_phone.student_id, coalesce(reason, ''));
  if holder is null then
    perform private.raise_app_error('PHONE_NOT_HELD', 409, 'No other account has this number');
  end if;
  perform private.student_to_change(holder, coalesce(reason, ''));
  update public.users set phone_number = null where users.id = holder;
  update public.users set phone_number = phone where users.id = student.id;
  -- Whose number became another one was told by its own trigger; who had none is told here.
  if not private.is_real_phone(student.phone_number) then
    perform private.queue_security_notice(student.id, private.confirmed_email(student.id), 'phone_changed',
      jsonb_build_object('to', private.mask_phone(phone)));
  end if;
  perform private.note_student_action(student.id, 'phone given', reason);
  perform private.note_student_action(holder, 'phone taken', reason);
end $$;
grant execute on function private.move_student_phone(uuid, text, text) to authenticated;

create function public.move_student_phone(student_id uuid, phone_number text, reason text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.move_student_phone(student_id, phone_number, reason);
end;
comment on function public.move_student_phone(uuid, text, text) is
  'Decides a conflict: the number of another account becomes that of this student, for staff with users.manage over both and a reason. Both are told by mail.';
grant execute on function public.move_student_phone(uuid, text, text) to authenticated;

create function private.end_student_sessions(student_id uuid, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, coalesce(reason, ''));
  ended integer;
begin
  delete from auth.sessions where sessions.user_id = student.id;
  get diagnostics ended = row_count;
  delete from auth.one_time_tokens where one_time_tokens.user_id = student.id;
  delete from private.account_recovery_tokens as links where links.user_id = student.id;
  perform private.note_student_action(student.id, 'sessions ended', reason);
  return ended;
end $$;
grant execute on function private.end_student_sessions(uuid, text) to authenticated;

create function public.end_student_sessions(student_id uuid, reason text) returns integer
language sql volatile set search_path = '' begin atomic select private.end_student_sessions(student_id, reason); end;
comment on function public.end_student_sessions(uuid, text) is
  'Ends every session of a student and the links that were mailed, for staff with users.manage and a reason; the number of sessions.';
grant execute on function public.end_student_sessions(uuid, text) to authenticated;

create function private.take_second_step_off(account uuid, given_reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  removed integer;
begin
  delete from auth.mfa_factors where mfa_factors.user_id = account;
  get diagnostics removed = row_count;
  delete from auth.sessions where sessions.user_id = account;
  perform private.note_student_action(account, 'second step removed', given_reason);
  return removed;
end $$;

create function private.help_with_second_step(student_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, coalesce(reason, ''));
begin
  if private.staff_level_of(student.id) is not null and not private.has_role('super_admin') then
    perform private.raise_app_error('INSUFFICIENT_LEVEL', 403, 'Insufficient permission level');
  end if;
  if not exists (select from auth.mfa_factors where mfa_factors.user_id = student.id) then
    perform private.raise_app_error('NO_SECOND_STEP', 409, 'The account has no second step');
  end if;
  perform private.take_second_step_off(student.id, reason);
end $$;
grant execute on function private.help_with_second_step(uuid, text) to authenticated;

create function public.help_with_second_step(student_id uuid, reason text) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.help_with_second_step(student_id, reason);
end;
comment on function public.help_with_second_step(uuid, text) is
  'Takes the authenticator apps off the account of a student who lost the device and ends its sessions, for staff with users.manage and a reason; that of a member of staff for super_admin alone. The owner is told by mail at once.';
grant execute on function public.help_with_second_step(uuid, text) to authenticated;

create function private.note_verification_mail(student_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  student public.users := private.student_to_change(student_id, null);
begin
  if student.email_verified then
    perform private.raise_app_error('ALREADY_VERIFIED', 409, 'The address is verified');
  end if;
  if not private.take_call('verification mail by staff', student.id::text, 3, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Three verification mails a day');
  end if;
  perform private.note_student_action(student.id, 'verification mailed', null);
end $$;
grant execute on function private.note_verification_mail(uuid) to authenticated;

create function public.note_verification_mail(student_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.note_verification_mail(student_id); end;
comment on function public.note_verification_mail(uuid) is
  'Before staff with users.manage ask the sign-in service for another verification mail to a student: three a day for each, and a line in the log.';
grant execute on function public.note_verification_mail(uuid) to authenticated;
