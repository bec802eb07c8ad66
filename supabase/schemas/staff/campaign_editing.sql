create function private.campaign_counts(campaign_id uuid) returns json
language sql stable set search_path = '' as $$
  select coalesce(json_object_agg(counted.state, counted.people), '{}') from (
    select recipients.state, count(*) as people from private.campaign_recipients as recipients
    where recipients.campaign_id = campaign_counts.campaign_id group by recipients.state) as counted
$$;
comment on function private.campaign_counts(uuid) is 'How many recipients are in each state.';

create function private.campaign_json(campaign private.campaigns) returns json
language sql stable set search_path = '' as $$
  select json_build_object('id', campaign.id, 'version', campaign.version, 'state', campaign.state, 'occasion', campaign.occasion,
    'starts_at', campaign.starts_at, 'started_at', campaign.started_at, 'ended_at', campaign.ended_at,
    'created_at', campaign.created_at, 'updated_at', campaign.updated_at,
    'author', (select admin_users.first_name from public.admin_users where admin_users.id = campaign.author_id),
    'is_quiet', private.is_quiet(now(), campaign.quiet_from, campaign.quiet_to),
    'counts', private.campaign_counts(campaign.id),
    'sender', private.mail_sender(),
    'values', json_build_object('name', campaign.name, 'kind', campaign.kind, 'subject', campaign.subject, 'body', campaign.body,
      'audience', campaign.audience, 'in_academy', campaign.in_academy, 'per_minute', campaign.per_minute,
      'quiet_from', to_char(campaign.quiet_from, 'HH24:MI'), 'quiet_to', to_char(campaign.quiet_to, 'HH24:MI'),
      'after_days', campaign.after_days))
$$;

create function private.unknown_variable(input text) returns boolean
language sql immutable set search_path = '' as $$
  select regexp_replace(input, '\{\{\s*(first_name|last_name|course|lesson|count)\s*(\|[^{}|]*)?\}\}', '', 'g') ~ '\{\{|\}\}'
$$;
comment on function private.unknown_variable(text) is
  'Whether a text has braces that are no variable: first_name, last_name, course, lesson or count, each with a fall-back after |.';

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
comment on function private.campaign_problem(private.campaigns) is
  'The field that may not be kept as it is; null when all may.';

create function private.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
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
grant execute on function private.save_campaign(uuid, integer, jsonb) to authenticated;

create function public.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
language sql volatile set search_path = '' begin atomic select private.save_campaign(campaign_id, version, changes); end;
comment on function public.save_campaign(uuid, integer, jsonb) is
  'Saves fields of a draft, for staff with notifications.manage. 400 CAMPAIGN_INVALID {field} or AUDIENCE_INVALID, 409 VERSION_CONFLICT or CAMPAIGN_NOT_DRAFT.';
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
grant execute on function private.create_campaign(text, uuid) to authenticated;

create function public.create_campaign(name text, copy_of uuid default null) returns json
language sql volatile set search_path = '' begin atomic select private.create_campaign(name, copy_of); end;
comment on function public.create_campaign(text, uuid) is
  'Begins a draft, empty or as a copy of another campaign, for staff with notifications.manage.';
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
grant execute on function private.read_campaign(uuid) to authenticated;

create function public.read_campaign(campaign_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_campaign(campaign_id); end;
comment on function public.read_campaign(uuid) is
  'A campaign with how many recipients are in each state, for staff with notifications.manage.';
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
  if cursor_at <> 'null' then
    conditions := conditions || format('(campaigns.created_at, campaigns.id) %s (%L::timestamptz, %L::uuid)',
      case when upwards then '>' else '<' end, private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select campaigns.* from private.campaigns where %1$s order by campaigns.created_at %2$s, campaigns.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.created_at::text, 'name', page.name, 'kind', page.kind,
      'state', page.state, 'occasion', page.occasion, 'subject', page.subject, 'created_at', page.created_at, 'starts_at', page.starts_at,
      'started_at', page.started_at, 'ended_at', page.ended_at, 'counts', private.campaign_counts(page.id)
    ) order by page.created_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
grant execute on function private.list_campaigns(jsonb) to authenticated;

create function public.list_campaigns(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_campaigns(query); end;
comment on function public.list_campaigns(jsonb) is
  'Campaigns, newest first, 50 a page, with how many recipients are in each state, for staff with notifications.manage. Keys of the query: search, state, kind (service, marketing, automatic), direction, after or before, count.';
grant execute on function public.list_campaigns(jsonb) to authenticated;
