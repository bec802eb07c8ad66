-- Campaigns for the staff: write, count, send, hold, and what became of them.
create function private.campaign_counts(campaign_id uuid) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_object_agg(counted.state, counted.people), '{}') from (
    select recipients.state, count(*) as people from private.campaign_recipients as recipients
    where recipients.campaign_id = campaign_counts.campaign_id group by recipients.state) as counted
$$;
comment on function private.campaign_counts(uuid) is 'How many recipients are in each state.';
revoke execute on function private.campaign_counts(uuid) from public;

create function private.campaign_json(campaign private.campaigns) returns json
language sql stable set search_path = '' as $$
  select json_build_object('id', campaign.id, 'version', campaign.version, 'state', campaign.state, 'occasion', campaign.occasion,
    'starts_at', campaign.starts_at, 'started_at', campaign.started_at, 'ended_at', campaign.ended_at,
    'created_at', campaign.created_at, 'updated_at', campaign.updated_at,
    'author', (select admin_users.first_name from public.admin_users where admin_users.id = campaign.author_id),
    'is_quiet', private.is_quiet(now(), campaign.quiet_from, campaign.quiet_to),
    'counts', private.campaign_counts(campaign.id),
    'values', json_build_object('name', campaign.name, 'kind', campaign.kind, 'subject', campaign.subject, 'body', campaign.body,
      'audience', campaign.audience, 'in_academy', campaign.in_academy, 'per_minute', campaign.per_minute,
      'quiet_from', to_char(campaign.quiet_from, 'HH24:MI'), 'quiet_to', to_char(campaign.quiet_to, 'HH24:MI'),
      'after_days', campaign.after_days))
$$;
revoke execute on function private.campaign_json(private.campaigns) from public;

create function private.campaign_to_change(campaign_id uuid) returns private.campaigns
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign private.campaigns;
begin
  perform private.require_notifier();
  select * into campaign from private.campaigns where campaigns.id = campaign_id for no key update;
  if not found then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  return campaign;
end $$;
revoke execute on function private.campaign_to_change(uuid) from public;

create function private.note_campaign(action text, campaign private.campaigns, more jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), note_campaign.action, 'campaigns', campaign.id::text, jsonb_build_object('title', campaign.name, 'kind', campaign.kind) || more
$$;
revoke execute on function private.note_campaign(text, private.campaigns, jsonb) from public;

create function private.unknown_variable(said text) returns boolean
language sql immutable set search_path = '' as $$
  select regexp_replace(said, '\{\{\s*(first_name|last_name|course|lesson|count)\s*(\|[^{}|]*)?\}\}', '', 'g') ~ '\{\{|\}\}'
$$;
comment on function private.unknown_variable(text) is
  'Whether a text has braces that are no variable: first_name, last_name, course, lesson or count, each with a fall-back after |.';
revoke execute on function private.unknown_variable(text) from public;

create function private.campaign_problem(campaign private.campaigns) returns text
language sql stable set search_path = '' as $$
  select case
    when trim(campaign.name) = '' then 'name'
    when private.unknown_variable(campaign.subject) then 'subject'
    when private.rich_text_problem(campaign.body) is not null or private.unknown_variable(private.rich_text_words(campaign.body)) then 'body'
    when (campaign.quiet_from is null) <> (campaign.quiet_to is null) then 'quiet_to'
    when campaign.occasion = 'unfinished' and campaign.after_days is null then 'after_days'
  end
$$;
comment on function private.campaign_problem(private.campaigns) is 'The field that may not be kept as it is; null when all may.';
revoke execute on function private.campaign_problem(private.campaigns) from public;

create function private.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns;
  problem text;
begin
  campaign := private.campaign_to_change(campaign_id);
  if campaign.state not in ('draft', 'paused') or campaign.state = 'paused' and campaign.occasion is null then
    perform private.raise_app_error('CAMPAIGN_NOT_DRAFT', 409, 'What is sent is not changed any more');
  end if;
  if campaign.version <> save_campaign.version then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same campaign',
      (json_build_object('version', campaign.version, 'values', private.campaign_json(campaign) -> 'values', 'changes', '[]'::json))::text);
  end if;
  begin
    campaign := jsonb_populate_record(campaign, (
      select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(trim(value #>> '{}')) else value end), '{}')
      from jsonb_each(changes) where key in ('name', 'subject', 'body', 'in_academy', 'per_minute', 'quiet_from', 'quiet_to', 'after_days')
        or key in ('kind', 'audience') and campaign.occasion is null));
  exception when data_exception then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A value has another form', '{"field": "name"}');
  end;
  perform private.audience_condition(campaign.audience);
  problem := private.campaign_problem(campaign);
  if problem is not null then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A field may not be kept as it is', json_build_object('field', problem)::text);
  end if;
  begin
    update private.campaigns set name = campaign.name, kind = campaign.kind, subject = campaign.subject, body = campaign.body,
      audience = campaign.audience, in_academy = campaign.in_academy, per_minute = campaign.per_minute, quiet_from = campaign.quiet_from,
      quiet_to = campaign.quiet_to, after_days = campaign.after_days, version = version + 1, updated_at = now()
    where id = campaign_id returning * into campaign;
  exception when check_violation or not_null_violation then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A value is out of bounds', '{"field": "subject"}');
  end;
  perform private.note_campaign('campaign saved', campaign);
  return private.campaign_json(campaign);
end $$;
revoke execute on function private.save_campaign(uuid, integer, jsonb) from public;
grant execute on function private.save_campaign(uuid, integer, jsonb) to authenticated;
create function public.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
language sql volatile set search_path = '' begin atomic select private.save_campaign(campaign_id, version, changes); end;
comment on function public.save_campaign(uuid, integer, jsonb) is
  'Saves fields of a draft, for staff with notifications.manage. 400 CAMPAIGN_INVALID {field} or AUDIENCE_INVALID, 409 VERSION_CONFLICT or CAMPAIGN_NOT_DRAFT.';
revoke execute on function public.save_campaign(uuid, integer, jsonb) from public, anon;
grant execute on function public.save_campaign(uuid, integer, jsonb) to authenticated;

create function private.create_campaign(name text, copy_of uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  source private.campaigns;
  campaign private.campaigns;
begin
  perform private.require_notifier();
  if char_length(trim(coalesce(create_campaign.name, ''))) not between 1 and 120 then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A campaign has a name', '{"field": "name"}');
  end if;
  select * into source from private.campaigns where campaigns.id = copy_of;
  insert into private.campaigns (name, author_id) select trim(create_campaign.name), staff.admin_id from private.current_staff() as staff
  returning * into campaign;
  if source.id is not null then
    update private.campaigns set kind = source.kind, subject = source.subject, body = source.body, audience = source.audience,
      in_academy = source.in_academy, per_minute = source.per_minute, quiet_from = source.quiet_from, quiet_to = source.quiet_to
    where id = campaign.id returning * into campaign;
  end if;
  perform private.note_campaign('campaign created', campaign);
  return private.campaign_json(campaign);
end $$;
revoke execute on function private.create_campaign(text, uuid) from public;
grant execute on function private.create_campaign(text, uuid) to authenticated;
create function public.create_campaign(name text, copy_of uuid default null) returns json
language sql volatile set search_path = '' begin atomic select private.create_campaign(name, copy_of); end;
comment on function public.create_campaign(text, uuid) is 'Begins a draft, empty or as a copy of another campaign, for staff with notifications.manage.';
revoke execute on function public.create_campaign(text, uuid) from public, anon;
grant execute on function public.create_campaign(text, uuid) to authenticated;

create function private.read_campaign(campaign_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  campaign private.campaigns;
begin
  perform private.require_notifier();
  select * into campaign from private.campaigns where campaigns.id = campaign_id;
  if not found then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  return private.campaign_json(campaign);
end $$;
revoke execute on function private.read_campaign(uuid) from public;
grant execute on function private.read_campaign(uuid) to authenticated;
create function public.read_campaign(campaign_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_campaign(campaign_id); end;
comment on function public.read_campaign(uuid) is 'A campaign with how many recipients are in each state, for staff with notifications.manage.';
revoke execute on function public.read_campaign(uuid) from public, anon;
grant execute on function public.read_campaign(uuid) to authenticated;

create function private.list_campaigns(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  conditions text[] := array['true'];
  found json;
  total bigint;
begin
  perform private.require_notifier();
  if coalesce(trim(query ->> 'search'), '') <> '' then
    conditions := conditions || format('strpos(lower(campaigns.name || '' '' || campaigns.subject), %L) > 0', lower(left(trim(query ->> 'search'), 100)));
  end if;
  if jsonb_typeof(query -> 'state') = 'string' then
    conditions := conditions || format('campaigns.state = %L', left(query ->> 'state', 20));
  end if;
  if jsonb_typeof(query -> 'kind') = 'string' then
    conditions := conditions || case when query ->> 'kind' = 'automatic' then 'campaigns.occasion is not null'
      else format('campaigns.occasion is null and campaigns.kind = %L', left(query ->> 'kind', 20)) end;
  end if;
  if query -> 'count' = 'true' then
    execute format('select count(*) from private.campaigns where %s', array_to_string(conditions, ' and ')) into total;
  end if;
  if jsonb_typeof(cursor_at) = 'object' then
    conditions := conditions || format('(campaigns.created_at, campaigns.id) %s (%L::timestamptz, %L::uuid)',
      case when upwards then '>' else '<' end, cursor_at ->> 'value', cursor_at ->> 'id');
  end if;
  execute format($list$
    with page as (select campaigns.* from private.campaigns where %1$s order by campaigns.created_at %2$s, campaigns.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.created_at::text, 'name', page.name, 'kind', page.kind,
      'state', page.state, 'occasion', page.occasion, 'subject', page.subject, 'created_at', page.created_at, 'starts_at', page.starts_at,
      'started_at', page.started_at, 'ended_at', page.ended_at, 'counts', private.campaign_counts(page.id)
    ) order by page.created_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.list_campaigns(jsonb) from public;
grant execute on function private.list_campaigns(jsonb) to authenticated;
create function public.list_campaigns(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_campaigns(query); end;
comment on function public.list_campaigns(jsonb) is
  'Campaigns, newest first, 50 a page, with how many recipients are in each state, for staff with notifications.manage. Keys of the query: search, state, kind (service, marketing, automatic), direction, after or before, count.';
revoke execute on function public.list_campaigns(jsonb) from public, anon;
grant execute on function public.list_campaigns(jsonb) to authenticated;

create function private.send_campaign(campaign_id uuid, version integer, confirmed integer, starts_at timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns := private.campaign_to_change(campaign_id);
  found json;
  missing text;
begin
  if campaign.state <> 'draft' or campaign.occasion is not null then
    perform private.raise_app_error('CAMPAIGN_NOT_DRAFT', 409, 'Only a draft is sent');
  end if;
  if campaign.version <> send_campaign.version then
    perform private.raise_app_error('CAMPAIGN_CHANGED', 409, 'The campaign was changed since it was read');
  end if;
  missing := case when trim(campaign.subject) = '' then 'subject' when trim(private.rich_text_words(campaign.body)) = '' then 'body' end;
  if missing is not null then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'There is nothing to send', json_build_object('field', missing)::text);
  end if;
  if send_campaign.starts_at is not null then
    if send_campaign.starts_at <= now() or send_campaign.starts_at > now() + interval '1 year' then
      perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'The time lies ahead, within a year', '{"field": "starts_at"}');
    end if;
    update private.campaigns set state = 'scheduled', starts_at = send_campaign.starts_at, version = version + 1, updated_at = now()
    where id = campaign.id returning * into campaign;
    perform private.note_campaign('campaign scheduled', campaign, jsonb_build_object('starts_at', campaign.starts_at));
    return private.campaign_json(campaign);
  end if;
  found := private.count_audience(campaign.audience, campaign.kind);
  if (found ->> 'reached')::integer = 0 then
    perform private.raise_app_error('AUDIENCE_EMPTY', 409, 'The audience finds nobody who may get it');
  end if;
  if (found ->> 'reached')::integer is distinct from confirmed then
    perform private.raise_app_error('AUDIENCE_CHANGED', 409, 'The audience finds another number now', json_build_object('reached', found -> 'reached')::text);
  end if;
  update private.campaigns set version = version + 1 where id = campaign.id returning * into campaign;
  perform private.queue_campaign(campaign);
  perform private.note_campaign('campaign sent', campaign, jsonb_build_object('count', confirmed));
  return private.campaign_json((select campaigns from private.campaigns where campaigns.id = campaign.id));
end $$;
revoke execute on function private.send_campaign(uuid, integer, integer, timestamptz) from public;
grant execute on function private.send_campaign(uuid, integer, integer, timestamptz) to authenticated;
create function public.send_campaign(campaign_id uuid, version integer, confirmed integer, starts_at timestamptz default null) returns json
language sql volatile set search_path = '' begin atomic select private.send_campaign(campaign_id, version, confirmed, starts_at); end;
comment on function public.send_campaign(uuid, integer, integer, timestamptz) is
  'Lets a draft go to as many as were confirmed, or at a time, for staff with notifications.manage. 409 AUDIENCE_CHANGED {reached}, AUDIENCE_EMPTY, CAMPAIGN_CHANGED or CAMPAIGN_NOT_DRAFT, 400 CAMPAIGN_INVALID {field}.';
revoke execute on function public.send_campaign(uuid, integer, integer, timestamptz) from public, anon;
grant execute on function public.send_campaign(uuid, integer, integer, timestamptz) to authenticated;

create function private.steer_campaign(campaign_id uuid, act text) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns := private.campaign_to_change(campaign_id);
  becomes text := case
    when act = 'pause' and campaign.state = 'sending' then 'paused'
    when act = 'resume' and campaign.state = 'paused' then 'sending'
    when act = 'unschedule' and campaign.state = 'scheduled' then 'draft'
    when act = 'cancel' and campaign.state in ('sending', 'paused') and campaign.occasion is null then 'cancelled'
    when act = 'turn on' and campaign.occasion is not null and campaign.state in ('draft', 'paused') then 'sending'
  end;
begin
  if becomes is null then
    perform private.raise_app_error('CAMPAIGN_STATE', 409, 'The campaign is not in a state for this');
  end if;
  if act = 'turn on' and (trim(campaign.subject) = '' or trim(private.rich_text_words(campaign.body)) = '') then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'There is nothing to send', '{"field": "subject"}');
  end if;
  update private.campaigns set state = becomes, version = version + 1, updated_at = now(), next_at = now(),
    started_at = case when act = 'turn on' then now() else started_at end,
    ended_at = case when becomes = 'cancelled' then now() end
  where id = campaign.id returning * into campaign;
  if becomes = 'cancelled' then
    update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now()
    where campaign_id = campaign.id and state = 'waiting';
  end if;
  perform private.note_campaign('campaign ' || case act when 'pause' then 'paused' when 'resume' then 'resumed'
    when 'unschedule' then 'unscheduled' when 'cancel' then 'cancelled' else 'turned on' end, campaign);
  return private.campaign_json(campaign);
end $$;
revoke execute on function private.steer_campaign(uuid, text) from public;
grant execute on function private.steer_campaign(uuid, text) to authenticated;
create function public.steer_campaign(campaign_id uuid, act text) returns json
language sql volatile set search_path = '' begin atomic select private.steer_campaign(campaign_id, act); end;
comment on function public.steer_campaign(uuid, text) is
  'pause, resume, unschedule, cancel (what waits is skipped) or turn on (an automatic one), for staff with notifications.manage; 409 CAMPAIGN_STATE where that is no way on.';
revoke execute on function public.steer_campaign(uuid, text) from public, anon;
grant execute on function public.steer_campaign(uuid, text) to authenticated;

create function private.retry_campaign(campaign_id uuid, which text) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns := private.campaign_to_change(campaign_id);
  retried integer;
begin
  if campaign.state not in ('done', 'sending', 'paused') or which is null or which not in ('failed', 'unconfirmed') then
    perform private.raise_app_error('CAMPAIGN_STATE', 409, 'The campaign is not in a state for this');
  end if;
  update private.campaign_recipients set state = 'waiting', refusals = 0, due_at = now(), queued_at = now(), settled_at = null
  where campaign_id = campaign.id and state = which;
  get diagnostics retried = row_count;
  if retried > 0 and campaign.state = 'done' then
    update private.campaigns set state = 'sending', ended_at = null, updated_at = now() where id = campaign.id;
  end if;
  perform private.note_campaign('campaign retried', campaign, jsonb_build_object('count', retried, 'which', which));
  return json_build_object('retried', retried);
end $$;
revoke execute on function private.retry_campaign(uuid, text) from public;
grant execute on function private.retry_campaign(uuid, text) to authenticated;
create function public.retry_campaign(campaign_id uuid, which text) returns json
language sql volatile set search_path = '' begin atomic select private.retry_campaign(campaign_id, which); end;
comment on function public.retry_campaign(uuid, text) is
  'Sends a campaign again to those whom it failed to reach, or whose mail nobody confirmed, who may then get it twice; for staff with notifications.manage.';
revoke execute on function public.retry_campaign(uuid, text) from public, anon;
grant execute on function public.retry_campaign(uuid, text) to authenticated;

create function private.campaign_recipient_page(query jsonb, size integer) returns json
language plpgsql stable set search_path = '' as $$
declare
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  backwards boolean := query ? 'before';
  conditions text[] := array[format('recipients.campaign_id = %L::uuid', query ->> 'campaign_id')];
  found json;
begin
  if jsonb_typeof(query -> 'state') = 'string' then
    conditions := conditions || format('recipients.state = %L', left(query ->> 'state', 20));
  end if;
  if jsonb_typeof(cursor_at) = 'object' then
    conditions := conditions || format('recipients.id %s %L::uuid', case when backwards then '<' else '>' end, cursor_at ->> 'id');
  end if;
  execute format($list$
    with page as (select recipients.*, users.first_name, users.last_name, users.email from private.campaign_recipients as recipients
      join public.users on users.id = recipients.user_id where %1$s order by recipients.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.id::text, 'student_id', page.user_id, 'first_name', page.first_name,
      'last_name', page.last_name, 'email_masked', private.mask_email(page.email), 'state', page.state, 'reason', page.reason,
      'attempts', page.attempts, 'due_at', case when page.state = 'waiting' and page.attempts > 0 then page.due_at end,
      'settled_at', page.settled_at, 'read_at', page.read_at) order by page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when backwards then 'desc' else 'asc' end, size + 1) into found;
  return found;
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.campaign_recipient_page(jsonb, integer) from public;

create function private.list_campaign_recipients(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  total bigint;
begin
  perform private.require_notifier();
  if query -> 'count' = 'true' then
    total := (select count(*) from private.campaign_recipients as recipients
      where recipients.campaign_id = (query ->> 'campaign_id')::uuid and (query ->> 'state' is null or recipients.state = query ->> 'state'));
  end if;
  return json_build_object('rows', private.campaign_recipient_page(query, size), 'total', total, 'size', size);
exception
  when invalid_text_representation then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.list_campaign_recipients(jsonb) from public;
grant execute on function private.list_campaign_recipients(jsonb) to authenticated;
create function public.list_campaign_recipients(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_campaign_recipients(query); end;
comment on function public.list_campaign_recipients(jsonb) is
  'Who gets a campaign and what became of it, 50 a page, addresses masked, for staff with notifications.manage. Keys of the query: campaign_id, state, after or before, count.';
revoke execute on function public.list_campaign_recipients(jsonb) from public, anon;
grant execute on function public.list_campaign_recipients(jsonb) to authenticated;
