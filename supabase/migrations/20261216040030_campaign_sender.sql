-- Who sends a campaign, as the law wants it named in marketing: what the settings say of the academy.
create function private.mail_sender() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'name', (select nullif(settings.value #>> '{}', '') from public.app_settings as settings where settings.key = 'academy_name' and jsonb_typeof(settings.value) = 'string'),
    'address', (select nullif(settings.value #>> '{}', '') from public.app_settings as settings where settings.key = 'contact_address' and jsonb_typeof(settings.value) = 'string'))
$$;
comment on function private.mail_sender() is 'Name and address of the academy as the settings hold them, null where nobody set one.';
revoke execute on function private.mail_sender() from public;

create or replace function private.campaign_text(campaign_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('kind', campaigns.kind, 'occasion', campaigns.occasion, 'subject', campaigns.subject, 'body', campaigns.body,
    'sender', private.mail_sender())
  from private.campaigns where campaigns.id = campaign_text.campaign_id
$$;

create or replace function private.begin_campaign_test(campaign_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  begun json;
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if not private.take_call('campaign test', auth.uid()::text, 20, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty tests an hour');
  end if;
  select json_build_object('kind', campaigns.kind, 'occasion', campaigns.occasion, 'subject', campaigns.subject, 'body', campaigns.body,
    'sender', private.mail_sender(),
    'recipient', members.email, 'values', json_build_object('first_name', members.first_name, 'last_name', members.last_name)) into begun
  from private.campaigns cross join public.admin_users as members
  where campaigns.id = begin_campaign_test.campaign_id and members.supabase_auth_id = auth.uid();
  if begun is null then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  return begun;
end $$;
