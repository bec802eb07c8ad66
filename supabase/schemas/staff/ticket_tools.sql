create function private.save_canned_reply(reply_id uuid, title text, body text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  if reply_id is null then
    perform private.raise_app_error('INVALID_REPLY', 400, 'A reply has an id');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('canned replies', 0));
  if (select count(*) from private.canned_replies as replies where replies.id <> reply_id) >= 200 then
    perform private.raise_app_error('TOO_MANY_REPLIES', 409, 'Two hundred replies');
  end if;
  insert into private.canned_replies as replies (id, title, body, updated_by)
  values (reply_id, private.undirected(save_canned_reply.title), trim(E' \r\n\t' from private.undirected(save_canned_reply.body)), caller)
  on conflict on constraint canned_replies_pkey do update set
    title = excluded.title, body = excluded.body, updated_by = excluded.updated_by, updated_at = now();
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'reply saved', 'canned_replies', reply_id::text, jsonb_build_object('title', private.undirected(save_canned_reply.title)));
exception
  when unique_violation then
    perform private.raise_app_error('REPLY_EXISTS', 409, 'Another reply has the title');
  when check_violation or not_null_violation then
    perform private.raise_app_error('INVALID_REPLY', 400, 'A reply has a title of 1 to 80 letters and 1 to 4000 letters of text');
end $$;
grant execute on function private.save_canned_reply(uuid, text, text) to authenticated;

create function public.save_canned_reply(reply_id uuid, title text, body text) returns void
language sql volatile set search_path = '' begin atomic select private.save_canned_reply(reply_id, title, body); end;
comment on function public.save_canned_reply(uuid, text, text) is
  'Keeps an answer ready, or changes one, for staff with support.access; titles are unique.';
grant execute on function public.save_canned_reply(uuid, text, text) to authenticated;

create function private.delete_canned_reply(reply_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  former text;
begin
  delete from private.canned_replies as replies where replies.id = reply_id returning replies.title into former;
  if found then
    insert into public.audit_log (actor, action, entity, entity_id, before)
    values (auth.uid(), 'reply deleted', 'canned_replies', reply_id::text, jsonb_build_object('title', former));
  end if;
end $$;
grant execute on function private.delete_canned_reply(uuid) to authenticated;

create function public.delete_canned_reply(reply_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.delete_canned_reply(reply_id); end;
comment on function public.delete_canned_reply(uuid) is
  'Deletes an answer kept ready, for staff with support.access.';
grant execute on function public.delete_canned_reply(uuid) to authenticated;

create function private.read_support_settings() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  return (select to_jsonb(settings) - 'only_row' || jsonb_build_object('opens_at', to_char(settings.opens_at, 'HH24:MI'), 'closes_at', to_char(settings.closes_at, 'HH24:MI'),
    'may_change', private.has_permission('settings.manage')) from private.support_settings as settings);
end $$;
grant execute on function private.read_support_settings() to authenticated;

create function public.read_support_settings() returns json
language sql stable set search_path = '' begin atomic select private.read_support_settings(); end;
comment on function public.read_support_settings() is
  'Hours, holidays, target and reply address of the support, for staff with support.access.';
grant execute on function public.read_support_settings() to authenticated;

create function private.save_support_settings(settings jsonb, version integer) returns void
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
grant execute on function private.save_support_settings(jsonb, integer) to authenticated;

create function public.save_support_settings(settings jsonb, version integer) returns void
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.save_support_settings(settings, version);
end;
comment on function public.save_support_settings(jsonb, integer) is
  'Changes hours ({opens_at, closes_at, days, holidays, target_minutes, reply_address}), for staff with support.access and settings.manage, when version is still the present one; open questions without an answer get a new due time.';
grant execute on function public.save_support_settings(jsonb, integer) to authenticated;
