-- A campaign as a mail to oneself, and its recipients as a file.
create function private.begin_campaign_test(campaign_id uuid) returns json
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
    'recipient', members.email, 'values', json_build_object('first_name', members.first_name, 'last_name', members.last_name)) into begun
  from private.campaigns cross join public.admin_users as members
  where campaigns.id = begin_campaign_test.campaign_id and members.supabase_auth_id = auth.uid();
  if begun is null then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  return begun;
end $$;
revoke execute on function private.begin_campaign_test(uuid) from public;
grant execute on function private.begin_campaign_test(uuid) to authenticated;
create function public.begin_campaign_test(campaign_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.begin_campaign_test(campaign_id); end;
comment on function public.begin_campaign_test(uuid) is
  'What a campaign says, for a mail to the member of the staff who asks and to nobody else (function test-campaign); notifications.manage, twenty an hour.';
revoke execute on function public.begin_campaign_test(uuid) from public, anon;
grant execute on function public.begin_campaign_test(uuid) to authenticated;

create function private.open_recipients_export(query jsonb, format text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign private.campaigns;
  counted integer;
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if format is null or format not in ('csv', 'xlsx') or not private.take_call('list export', auth.uid()::text, 30, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Thirty exports an hour, as csv or xlsx');
  end if;
  select * into campaign from private.campaigns where campaigns.id::text = query ->> 'campaign_id';
  counted := (select count(*) from private.campaign_recipients as recipients
    where recipients.campaign_id = campaign.id and (query ->> 'state' is null or recipients.state = query ->> 'state'));
  perform private.note_campaign('recipients exported', campaign, jsonb_build_object('format', format, 'count', counted));
  return json_build_object('id', campaign.id, 'total', counted, 'more', false);
end $$;
revoke execute on function private.open_recipients_export(jsonb, text) from public;
grant execute on function private.open_recipients_export(jsonb, text) to authenticated;
create function public.open_recipients_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic select private.open_recipients_export(query, format); end;
comment on function public.open_recipients_export(jsonb, text) is
  'Notes that the recipients of a campaign leave as a file, and says how many; their rows are those of list_campaign_recipients, a thousand a page.';
revoke execute on function public.open_recipients_export(jsonb, text) from public, anon;
grant execute on function public.open_recipients_export(jsonb, text) to authenticated;

create or replace function private.list_campaign_recipients(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := case when query -> 'whole' = 'true' then 1000 else 50 end;
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
