-- The preview of a campaign names the sender that its mails name, and no other.
create or replace function private.campaign_json(campaign private.campaigns) returns json
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
