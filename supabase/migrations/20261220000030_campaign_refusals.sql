-- An automatic campaign that was emptied while it was off is not resumed either; a file of another format, or of a campaign
-- that there is not, is refused as what it is, and leaves no line.
create or replace function private.steer_campaign(campaign_id uuid, act text) returns json
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
  if becomes = 'sending' and (trim(campaign.subject) = '' or trim(private.rich_text_words(campaign.body)) = '') then
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

create or replace function private.open_recipients_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign private.campaigns;
  counted integer;
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if format is null or format not in ('csv', 'xlsx') then
    perform private.raise_app_error('INVALID_EXPORT', 400, 'An export is csv or xlsx');
  end if;
  if not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour');
  end if;
  select * into campaign from private.campaigns where campaigns.id::text = query ->> 'campaign_id';
  if not found then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  counted := (select count(*) from private.campaign_recipients as recipients
    where recipients.campaign_id = campaign.id and (query ->> 'state' is null or recipients.state = query ->> 'state'));
  perform private.note_campaign('recipients exported', campaign, jsonb_build_object('format', format, 'count', counted));
  return json_build_object('id', campaign.id, 'total', counted, 'more', false);
end $$;
