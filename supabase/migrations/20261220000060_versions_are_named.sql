-- Whoever names no version has read none: what compares it takes null for another one, and not for any.
create or replace function private.save_campaign(campaign_id uuid, version integer, changes jsonb) returns json
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
  if campaign.version is distinct from save_campaign.version then
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

create or replace function private.send_campaign(campaign_id uuid, version integer, confirmed integer, starts_at timestamptz) returns json
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

create or replace function private.refuse_unread_content(item private.content_items, version bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  if item.version is distinct from version then
    perform private.raise_app_error('CONTENT_CHANGED', 409, 'The draft was changed since it was read');
  end if;
end $$;

create or replace function private.save_content(kind text, id uuid, version bigint, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  item constant private.content_items := private.own_content_item(kind, id);
  others jsonb;
begin
  if item.trashed_at is not null then
    perform private.raise_app_error('CONTENT_IN_TRASH', 409, 'The record lies in the trash');
  end if;
  perform private.check_content_fields(kind, id, changes);
  select jsonb_agg(jsonb_build_object('field', changed.key, 'at', item.edits -> changed.key ->> 'at',
    'by', private.staff_name((item.edits -> changed.key ->> 'by')::uuid)) order by changed.key) into others
  from jsonb_each(changes) as changed
  where (save_content.version is null or (item.edits -> changed.key ->> 'version')::bigint > save_content.version)
    and item.draft -> changed.key is distinct from changed.value;
  if others is not null then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same fields',
      (private.content_record(kind, id) || jsonb_build_object('changes', others))::text);
  end if;
  update private.content_items as items set draft = item.draft || changes, version = item.version + 1,
    edits = item.edits || private.changed_edits(item.draft, item.draft || changes, item.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where items.kind = save_content.kind and items.id = save_content.id and item.draft || changes <> item.draft;
  return private.content_record(kind, id);
end $$;

create or replace function private.save_legal_draft(slug text, version bigint, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  document uuid;
  known private.legal_drafts;
  before jsonb;
  others jsonb;
  wrong record;
begin
  perform private.require_legal_editor();
  document := private.lock_legal_document(slug);
  if jsonb_typeof(changes) is distinct from 'object' or octet_length(changes::text) > 600000 then
    perform private.raise_app_error('CONTENT_INVALID', 400, 'Changes are an object of fields');
  end if;
  for wrong in select changed.key as field, private.legal_field_problem(save_legal_draft.slug, changed.key, changed.value) as problem
    from jsonb_each(changes) as changed
  loop
    if wrong.problem is not null then
      perform private.refuse_content_field(wrong.field, wrong.problem);
    end if;
  end loop;
  insert into private.legal_drafts (document_id) values (document) on conflict do nothing;
  select * into known from private.legal_drafts as drafts where drafts.document_id = document;
  before := private.legal_values(document);
  select jsonb_agg(jsonb_build_object('field', changed.key, 'at', known.edits -> changed.key ->> 'at',
    'by', private.staff_name((known.edits -> changed.key ->> 'by')::uuid)) order by changed.key) into others
  from jsonb_each(changes) as changed
  where (save_legal_draft.version is null or (known.edits -> changed.key ->> 'version')::bigint > save_legal_draft.version)
    and before -> changed.key is distinct from changed.value;
  if others is not null then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same fields',
      (private.legal_record(document) || jsonb_build_object('changes', others))::text);
  end if;
  update private.legal_drafts as drafts set
    draft = (known.draft || changes) - case when changes -> 'body' = (select newest.body from private.newest_legal_version(document) as newest) then 'body' else '' end,
    version = known.version + 1, edits = known.edits || private.changed_edits(before, before || changes, known.version + 1, auth.uid()),
    edited_at = clock_timestamp(), edited_by = auth.uid()
  where drafts.document_id = document and before || changes <> before;
  return private.legal_record(document);
end $$;

create or replace function private.accept_legal_documents(version_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed record;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  -- Twice at once is one agreement; and no text is published while it is agreed to.
  perform from public.users where users.id = auth.uid() for update;
  perform from public.legal_documents as documents where documents.slug in ('terms', 'privacy') order by documents.slug for share;
  for owed in select texts.slug, current.id from private.owed_legal_versions(auth.uid()) as texts
    cross join lateral private.legal_version_at(texts.slug, clock_timestamp()) as current
  loop
    -- The page that was agreed on showed another text, or not all of them.
    if (owed.id = any (version_ids)) is not true then
      perform private.raise_app_error('LEGAL_TEXT_CHANGED', 409, 'Another version is in force by now');
    end if;
    insert into public.consent_events (user_id, purpose, granted, occurred_at) values (auth.uid(), owed.slug, true, clock_timestamp());
  end loop;
end $$;
