create function private.queue_campaign(campaign private.campaigns) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  queued integer;
begin
  execute format($sql$
    insert into private.campaign_recipients (campaign_id, user_id)
    select %L, users.id from public.users where %s and (%s) is null on conflict do nothing
    $sql$, campaign.id, private.audience_condition(campaign.audience), private.why_not_sent(campaign.kind, null));
  get diagnostics queued = row_count;
  update private.campaigns set state = 'sending', started_at = now(), next_at = now(), updated_at = now() where id = campaign.id;
  return queued;
end $$;
comment on function private.queue_campaign(private.campaigns) is
  'Writes down everyone whom the campaign finds now and lets it go.';

create function private.settle_campaign_mail(recipient_id uuid, attempt integer, outcome text, answer text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_refusals constant integer := 6;
  recipient private.campaign_recipients;
  campaign_state text;
  address text;
  cause text;
begin
  -- The campaign first, as every other writer: one that is being cancelled is waited for.
  select campaigns.state into campaign_state from private.campaigns
  where campaigns.id = (select recipients.campaign_id from private.campaign_recipients as recipients where recipients.id = recipient_id)
  for no key update;
  select * into recipient from private.campaign_recipients as recipients
  where recipients.id = recipient_id and recipients.attempts = attempt and recipients.state in ('sending', 'unconfirmed') for update;
  if not found then
    return;
  end if;
  address := (select users.email from public.users where users.id = recipient.user_id);
  cause := nullif(private.mail_cause(answer, coalesce(address, '')), '');
  if outcome in ('temporary', 'unreachable') and campaign_state = 'cancelled' then
    update private.campaign_recipients set state = 'skipped', reason = 'cancelled', settled_at = now() where id = recipient.id;
  elsif outcome in ('temporary', 'unreachable') and recipient.queued_at > now() - interval '3 days'
    and recipient.refusals + (outcome = 'temporary')::integer < most_refusals then
    -- 1, 5, 25 minutes, 2 hours, 10 hours; a mail server that is not there is asked again in a minute.
    update private.campaign_recipients set state = 'waiting', reason = cause, claimed_at = null,
      refusals = refusals + (outcome = 'temporary')::integer,
      due_at = now() + case outcome when 'temporary' then interval '1 minute' * power(5, refusals) else interval '1 minute' end
    where id = recipient.id;
  else
    update private.campaign_recipients set settled_at = now(), reason = cause, refusals = refusals + (outcome = 'temporary')::integer,
      state = case outcome when 'sent' then 'sent' when 'permanent' then 'refused' when 'unconfirmed' then 'unconfirmed' else 'failed' end
    where id = recipient.id;
    -- A mailbox that does not exist is one for the list at once, not only when a report of it comes.
    if outcome = 'permanent' and answer ~ '\m5\.1\.(1|2|3|6|10)\M' and address is not null then
      insert into public.email_suppressions (address, reason) values (address, 'bounced') on conflict do nothing;
    end if;
  end if;
end $$;

create function private.account_mails_wait() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  waits boolean := exists (
    select from public.email_outbox as mails where mails.status = 'queued' and mails.attempts = 0
      and mails.next_attempt_at <= now() and mails.created_at > now() - interval '1 minute');
begin
  if not waits and to_regclass('mail.outbox') is not null then
    execute $sql$select exists (select from mail.outbox where status = 'queued' and attempts = 0 and created_at > now() - interval '1 minute')$sql$ into waits;
  end if;
  return waits;
end $$;
comment on function private.account_mails_wait() is
  'Whether a mail of an account, such as a sign-in link, waits for its first try: campaigns stand back for it, for a minute.';

create function private.take_campaign_mail(campaign private.campaigns, recipient private.campaign_recipients) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  student public.users;
  why_not text;
  token text;
begin
  -- The row is held: a withdrawal that comes at the same moment waits for this decision, or this one for it.
  select * into student from public.users where users.id = recipient.user_id for share;
  if not found then
    return null;
  end if;
  execute format('select %s from public.users where users.id = $1', private.why_not_sent(campaign.kind, campaign.occasion))
    into why_not using student.id;
  if why_not is not null then
    update private.campaign_recipients set state = 'skipped', reason = why_not, settled_at = now() where id = recipient.id;
    return null;
  end if;
  if campaign.kind = 'marketing' then
    token := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
    insert into private.unsubscribe_tokens (token_hash, user_id, recipient)
    values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), student.id, student.email);
  end if;
  update private.campaign_recipients set state = 'sending', attempts = attempts + 1, claimed_at = now() where id = recipient.id;
  return json_build_object('id', recipient.id, 'attempt', recipient.attempts + 1, 'campaign', campaign.id, 'version', campaign.version,
    'recipient', student.email, 'token', token,
    'values', recipient.details || jsonb_build_object('first_name', student.first_name, 'last_name', student.last_name));
end $$;

create function private.campaign_turn(settled jsonb, wanted integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  campaign private.campaigns;
  recipient private.campaign_recipients;
  mail json;
  mails json[] := '{}';
  skipped integer := 0;
  next_due timestamptz;
begin
  perform private.settle_campaign_mail(one.id, one.attempt, one.outcome, one.answer)
  from jsonb_to_recordset(coalesce(settled, '[]')) as one (id uuid, attempt integer, outcome text, answer text);
  if wanted > 0 and not private.account_mails_wait() then
    select * into campaign from private.campaigns
    where campaigns.state = 'sending' and campaigns.next_at <= now()
      and not private.is_quiet(now(), campaigns.quiet_from, campaigns.quiet_to)
      and exists (select from private.campaign_recipients as waiting
        where waiting.campaign_id = campaigns.id and waiting.state = 'waiting' and waiting.due_at <= now())
    order by campaigns.next_at limit 1 for no key update;
    if found then
      for recipient in
        select * from private.campaign_recipients as due
        where due.campaign_id = campaign.id and due.state = 'waiting' and due.due_at <= now()
        order by due.due_at, due.id limit least(wanted, 20) for update skip locked
      loop
        mail := private.take_campaign_mail(campaign, recipient);
        if mail is null then
          skipped := skipped + 1;
        else
          mails := mails || mail;
        end if;
      end loop;
      update private.campaigns set next_at = greatest(next_at, now() - interval '1 second')
        + cardinality(mails) * interval '1 minute' / per_minute where id = campaign.id;
    end if;
  end if;
  select min(greatest(campaigns.next_at, waiting.due_at)) into next_due
  from private.campaigns cross join lateral (
    select due.due_at from private.campaign_recipients as due
    where due.campaign_id = campaigns.id and due.state = 'waiting' order by due.due_at, due.id limit 1) as waiting
  where campaigns.state = 'sending' and not private.is_quiet(now(), campaigns.quiet_from, campaigns.quiet_to);
  return json_build_object('mails', array_to_json(mails), 'skipped', skipped,
    'wait_ms', case when next_due is not null then
      ceil(extract(epoch from greatest(next_due - clock_timestamp(), interval '0')) * 1000) end);
end $$;
grant execute on function private.campaign_turn(jsonb, integer) to service_role;

create function public.campaign_turn(settled jsonb, wanted integer) returns json
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns')
    then (private.campaign_turn(settled, 0)::jsonb || '{"wait_ms": null}')::json
    else private.campaign_turn(settled, wanted) end;
end;
comment on function public.campaign_turn(jsonb, integer) is
  'For the sender: records what became of mails ({id, attempt, outcome: sent, temporary, permanent, unreachable or unconfirmed, answer}) and gives up to so many to send now, each after its consent was asked again. skipped were not to get it after all; wait_ms is when there may be more, null for not by itself.';

create function private.campaign_text(campaign_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('kind', campaigns.kind, 'occasion', campaigns.occasion, 'subject', campaigns.subject, 'body', campaigns.body,
    'sender', private.mail_sender())
  from private.campaigns where campaigns.id = campaign_text.campaign_id
$$;
grant execute on function private.campaign_text(uuid) to service_role;

create function public.campaign_text(campaign_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.campaign_text(campaign_id); end;
comment on function public.campaign_text(uuid) is 'For the sender: what a campaign says.';

create function private.run_campaigns() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Longer than a sender waits for a mail server.
  lease constant interval := '3 minutes';
  campaign private.campaigns;
  started integer := 0;
  unconfirmed integer;
  ended integer;
begin
  for campaign in
    select * from private.campaigns where campaigns.state = 'scheduled' and campaigns.starts_at <= now() order by campaigns.starts_at for no key update
  loop
    perform private.queue_campaign(campaign);
    started := started + 1;
  end loop;
  update private.campaign_recipients set state = 'unconfirmed', reason = 'the sender ended', settled_at = now()
  where state = 'sending' and claimed_at < now() - lease;
  get diagnostics unconfirmed = row_count;
  update private.campaigns set state = 'done', ended_at = now(), updated_at = now()
  where state = 'sending' and occasion is null and not exists (
    select from private.campaign_recipients as open where open.campaign_id = campaigns.id and open.state in ('waiting', 'sending'));
  get diagnostics ended = row_count;
  return json_build_object('started', started, 'unconfirmed', unconfirmed, 'ended', ended);
end $$;
grant execute on function private.run_campaigns() to service_role;

create function public.run_campaigns() returns json
language sql volatile set search_path = '' begin atomic
  select case when private.is_outgoing_held('campaigns') then '{"started": 0, "unconfirmed": 0, "ended": 0}'
    else private.run_campaigns() end;
end;
comment on function public.run_campaigns() is
  'For the schedule: starts campaigns whose time has come, calls unconfirmed what a sender took and never reported, and ends those that are through.';

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
    'sender', private.mail_sender(),
    'recipient', members.email, 'values', json_build_object('first_name', members.first_name, 'last_name', members.last_name)) into begun
  from private.campaigns cross join public.admin_users as members
  where campaigns.id = begin_campaign_test.campaign_id and members.supabase_auth_id = auth.uid();
  if begun is null then
    perform private.raise_app_error('CAMPAIGN_NOT_FOUND', 404, 'No such campaign');
  end if;
  return begun;
end $$;
grant execute on function private.begin_campaign_test(uuid) to authenticated;

create function public.begin_campaign_test(campaign_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.begin_campaign_test(campaign_id); end;
comment on function public.begin_campaign_test(uuid) is
  'What a campaign says, for a mail to the member of the staff who asks and to nobody else (function test-campaign); notifications.manage, twenty an hour.';
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
grant execute on function private.open_recipients_export(jsonb, text) to authenticated;

create function public.open_recipients_export(query jsonb, format text) returns json
language sql volatile set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.open_recipients_export(query, format);
end;
comment on function public.open_recipients_export(jsonb, text) is
  'Notes that the recipients of a campaign leave as a file, and says how many; their rows are those of list_campaign_recipients, a thousand a page.';
grant execute on function public.open_recipients_export(jsonb, text) to authenticated;

create function private.mail_sender() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'name', (select nullif(settings.value #>> '{}', '') from public.app_settings as settings where settings.key = 'academy_name' and jsonb_typeof(settings.value) = 'string'),
    'address', (select nullif(settings.value #>> '{}', '') from public.app_settings as settings where settings.key = 'contact_address' and jsonb_typeof(settings.value) = 'string'))
$$;
comment on function private.mail_sender() is
  'Name and address of the academy as the settings hold them, null where nobody set one.';
grant execute on function private.mail_sender() to service_role;

create function public.mail_sender() returns json
language sql stable set search_path = '' begin atomic select private.mail_sender(); end;
comment on function public.mail_sender() is
  'For the server: name and address of the academy for its mails, null where nobody set one.';

create function private.academy_subject(words text) returns text
language sql stable security definer set search_path = '' as $$
  -- After the words: a name of any kind takes no Hebrew prefix.
  select words || ' · ' || coalesce(private.mail_sender() ->> 'name', 'האקדמיה לפיננסים')
$$;
comment on function private.academy_subject(text) is
  'The subject of a mail, with the name of the academy behind it.';
