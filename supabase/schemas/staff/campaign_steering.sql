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

create function private.note_campaign(action text, campaign private.campaigns, more jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.audit_log (actor, action, entity, entity_id, after)
  select auth.uid(), note_campaign.action, 'campaigns', campaign.id::text, jsonb_build_object('title', campaign.name, 'kind', campaign.kind) || more
$$;

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
  if campaign.version is distinct from send_campaign.version then
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
grant execute on function private.send_campaign(uuid, integer, integer, timestamptz) to authenticated;

create function public.send_campaign(campaign_id uuid, version integer, confirmed integer, starts_at timestamptz default null) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in() where (confirmed > 10) or (starts_at is not null);
  select private.send_campaign(campaign_id, version, confirmed, starts_at);
end;
comment on function public.send_campaign(uuid, integer, integer, timestamptz) is
  'Lets a draft go to as many as were confirmed, or at a time, for staff with notifications.manage. 409 AUDIENCE_CHANGED {reached}, AUDIENCE_EMPTY, CAMPAIGN_CHANGED or CAMPAIGN_NOT_DRAFT, 400 CAMPAIGN_INVALID {field}.';
grant execute on function public.send_campaign(uuid, integer, integer, timestamptz) to authenticated;

create function private.set_campaign_state(campaign_id uuid, action text) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns := private.campaign_to_change(campaign_id);
  becomes text := case
    when action = 'pause' and campaign.state = 'sending' then 'paused'
    when action = 'resume' and campaign.state = 'paused' then 'sending'
    when action = 'unschedule' and campaign.state = 'scheduled' then 'draft'
    when action = 'cancel' and campaign.state in ('sending', 'paused') and campaign.occasion is null then 'cancelled'
    when action = 'turn on' and campaign.occasion is not null and campaign.state in ('draft', 'paused') then 'sending'
  end;
begin
  if becomes is null then
    perform private.raise_app_error('CAMPAIGN_STATE', 409, 'The campaign is not in a state for this');
  end if;
  if becomes = 'sending' and (trim(campaign.subject) = '' or trim(private.rich_text_words(campaign.body)) = '') then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'There is nothing to send', '{"field": "subject"}');
  end if;
  update private.campaigns set state = becomes, version = version + 1, updated_at = now(), next_at = now(),
    started_at = case when action = 'turn on' then now() else started_at end,
    ended_at = case when becomes = 'cancelled' then now() end
  where id = campaign.id returning * into campaign;
  if becomes = 'cancelled' then
    update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now()
    where campaign_id = campaign.id and state = 'waiting';
  end if;
  perform private.note_campaign('campaign ' || case action when 'pause' then 'paused' when 'resume' then 'resumed'
    when 'unschedule' then 'unscheduled' when 'cancel' then 'cancelled' else 'turned on' end, campaign);
  return private.campaign_json(campaign);
end $$;
grant execute on function private.set_campaign_state(uuid, text) to authenticated;

create function public.set_campaign_state(campaign_id uuid, action text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in() where action in ('resume', 'turn on');
  select private.set_campaign_state(campaign_id, action);
end;
comment on function public.set_campaign_state(uuid, text) is
  'pause, resume, unschedule, cancel (what waits is skipped) or turn on (an automatic one), for staff with notifications.manage; 409 CAMPAIGN_STATE where that is no way on.';
grant execute on function public.set_campaign_state(uuid, text) to authenticated;

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
grant execute on function private.retry_campaign(uuid, text) to authenticated;

create function public.retry_campaign(campaign_id uuid, which text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.retry_campaign(campaign_id, which);
end;
comment on function public.retry_campaign(uuid, text) is
  'Sends a campaign again to those whom it failed to reach, or whose mail nobody confirmed, who may then get it twice; for staff with notifications.manage.';
grant execute on function public.retry_campaign(uuid, text) to authenticated;
