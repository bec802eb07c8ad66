-- A report that comes after an account was deleted does not bring its address back: the list holds addresses of accounts.
create or replace function private.note_mail_event(event_id text, type text, address text, message_id text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient uuid := case when message_id ~ '^<?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@' then substring(message_id from '[0-9a-f-]{36}')::uuid end;
  held text;
begin
  if coalesce(event_id, '') = '' or type is null or type not in ('bounced', 'complained') then
    return 'ignored';
  end if;
  delete from private.mail_events where received_at < now() - interval '30 days';
  insert into private.mail_events (id) values (left(event_id, 255)) on conflict do nothing;
  if not found then
    return 'known';
  end if;
  held := lower(coalesce(nullif(trim(address), ''), (select users.email from private.campaign_recipients as recipients
    join public.users on users.id = recipients.user_id where recipients.id = recipient)));
  if type = 'bounced' then
    update private.campaign_recipients set state = 'bounced', settled_at = now()
    where id = recipient and state in ('sent', 'unconfirmed');
  end if;
  if held is null or held !~ '^[^@\s]+@[^@\s]+$' or char_length(held) > 320 then
    return 'ignored';
  end if;
  if not exists (select from public.users where users.email = held) then
    return 'ignored';
  end if;
  insert into public.email_suppressions (address, reason) values (held, type)
  on conflict on constraint email_suppressions_pkey do update set reason = excluded.reason
  where email_suppressions.reason = 'unsubscribed';
  return 'noted';
end $$;
