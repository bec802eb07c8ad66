-- Neither true nor false refused a request for access for good, and turned the mail of the week off.
create or replace function private.decide_access_request(request_id uuid, granted boolean, reason text) returns void
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

create or replace function private.want_weekly_mail(wanted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  member constant uuid := (select staff.admin_id from private.current_staff() as staff);
begin
  if not private.has_permission('analytics.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: analytics.view');
  end if;
  if wanted is null then
    perform private.raise_app_error('INVALID_CHANGE', 400, 'The mail is turned on or off');
  end if;
  if wanted then
    -- Off and on again on a Sunday does not bring the same week twice.
    insert into private.weekly_mails (member_id, told_week)
    values (member, case when extract(dow from private.day_of(now())) = 0 and extract(hour from now() at time zone 'Asia/Jerusalem') >= 8
      then private.week_of(private.day_of(now())) - 7 end)
    on conflict (member_id) do nothing;
  else
    delete from private.weekly_mails as mails where mails.member_id = member;
  end if;
end $$;
