-- The login of the REST server of a hosted project loads safeupdate, which refuses updates and deletes without a condition
-- in functions as well: of a table with one row the condition is that row.
create or replace function private.chain_audit_lines() returns void
language plpgsql security definer set search_path = '' as $$
declare
  head private.audit_head;
  line public.audit_log;
begin
  -- Whoever commits later waits here, and for no longer than a commit takes.
  select * into head from private.audit_head for update;
  -- Lines of others are in the chain before they can be seen, so these are the lines of this transaction.
  for line in select * from public.audit_log where audit_log.hash is null and audit_log.content_hash is not null
    order by audit_log.id loop
    head.position := head.position + 1;
    update public.audit_log set position = head.position, previous_hash = head.hash,
      hash = private.audit_line_hash(head.hash, head.position, line)
      where id = line.id returning audit_log.hash into head.hash;
  end loop;
  update private.audit_head set position = head.position, hash = head.hash where audit_head.only_one;
end $$;

create or replace function private.save_support_settings(settings jsonb, version integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  before jsonb;
  after jsonb;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  select to_jsonb(present) into before from private.support_settings as present for update;
  if (before ->> 'version')::integer is distinct from save_support_settings.version then
    perform private.raise_app_error('SETTINGS_CHANGED', 409, 'The settings were changed since they were read');
  end if;
  update private.support_settings as present set
    opens_at = (settings ->> 'opens_at')::time, closes_at = (settings ->> 'closes_at')::time,
    days = array(select distinct value::integer from jsonb_array_elements_text(settings -> 'days') order by 1),
    holidays = array(select distinct value::date from jsonb_array_elements_text(settings -> 'holidays') order by 1),
    target_minutes = (settings ->> 'target_minutes')::integer,
    reply_address = nullif(trim(settings ->> 'reply_address'), ''), version = present.version + 1
  where present.only_row returning to_jsonb(present) into after;
  -- What was not answered yet is held to the new hours.
  update public.support_tickets as tickets set first_answer_due_at = private.first_answer_due(tickets.created_at)
  where tickets.first_answer_at is null and tickets.status = 'open';
  insert into public.audit_log (actor, action, entity, before, after)
  values (auth.uid(), 'support hours changed', 'support_settings', before - 'only_row', after - 'only_row');
exception
  when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range or invalid_parameter_value then
    perform private.raise_app_error('INVALID_SETTING', 400, 'Hours, days, holidays, a target of 15 to 9600 minutes, and an address or none');
end $$;
