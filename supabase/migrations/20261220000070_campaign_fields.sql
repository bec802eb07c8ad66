-- A refused draft names the field that is wrong, and keeps no larger audience than one that is counted.
create or replace function private.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns;
  problem text;
  changed record;
  broken text;
begin
  campaign := private.campaign_to_change(campaign_id);
  if campaign.state not in ('draft', 'paused') or campaign.state = 'paused' and campaign.occasion is null then
    perform private.raise_app_error('CAMPAIGN_NOT_DRAFT', 409, 'What is sent is not changed any more');
  end if;
  if campaign.version is distinct from save_campaign.version then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same campaign',
      (json_build_object('version', campaign.version, 'values', private.campaign_json(campaign) -> 'values', 'changes', '[]'::json))::text);
  end if;
  if jsonb_typeof(changes) is distinct from 'object' then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'Changes are an object of fields');
  end if;
  begin
    -- One by one, so that it is known which has another form.
    for changed in
      select key, case when jsonb_typeof(value) = 'string' then to_jsonb(trim(value #>> '{}')) else value end as value
      from jsonb_each(changes) where key in ('name', 'subject', 'body', 'in_academy', 'per_minute', 'quiet_from', 'quiet_to', 'after_days')
        or key in ('kind', 'audience') and campaign.occasion is null
    loop
      campaign := jsonb_populate_record(campaign, jsonb_build_object(changed.key, changed.value));
    end loop;
  exception when data_exception then
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A value has another form', json_build_object('field', changed.key)::text);
  end;
  if octet_length(campaign.audience::text) > 8000 then
    perform private.raise_app_error('AUDIENCE_INVALID', 400, 'An audience has at most 8,000 bytes', '{"field": "audience"}');
  end if;
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
    get stacked diagnostics problem = column_name, broken = constraint_name;
    perform private.raise_app_error('CAMPAIGN_INVALID', 400, 'A value is out of bounds',
      json_build_object('field', coalesce(nullif(problem, ''), substring(broken from '^campaigns_(.*)_check$')))::text);
  end;
  perform private.note_campaign('campaign saved', campaign);
  return private.campaign_json(campaign);
end $$;
