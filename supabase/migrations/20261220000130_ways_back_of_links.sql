-- Who agreed again in the profile and withdrew there was subscribed once more by a link that had ended the mails before.
create or replace function private.follow_marketing_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.marketing_consent then
    delete from public.email_suppressions as held
    where held.address = new.email and held.purpose = 'marketing' and held.reason = 'unsubscribed';
    update private.unsubscribe_tokens as links set used_at = null where links.user_id = new.id and links.used_at is not null;
  else
    update public.email_outbox set status = 'abandoned', html = '', text_body = '', content = null, last_error = 'consent withdrawn'
    where recipient = new.email and kind = 'marketing' and status = 'queued';
  end if;
  return null;
end $$;
comment on function private.follow_marketing_consent() is
  'A withdrawal also takes back what still waits to be sent; a new consent outweighs an older press on an unsubscribe link and ends its way back.';
comment on column private.unsubscribe_tokens.used_at is
  'When this link ended the mails; null when it changed nothing, was taken back, or its person agreed again since.';

create function private.lock_link(token_input text) returns private.unsubscribe_tokens
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant text := encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex');
  link private.unsubscribe_tokens;
begin
  perform from public.users where users.id = (select tokens.user_id from private.unsubscribe_tokens as tokens where tokens.token_hash = hash) for update;
  select * into link from private.unsubscribe_tokens as tokens where tokens.token_hash = hash for update;
  return link;
end $$;
comment on function private.lock_link(text) is
  'The row of a link, locked after that of its person, as a change of the profile locks them; empty where there is none.';
revoke execute on function private.lock_link(text) from public;

create or replace function private.unsubscribe(token_input text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  link constant private.unsubscribe_tokens := private.lock_link(token_input);
begin
  if private.gets_marketing(link.user_id, link.recipient) then
    insert into public.email_suppressions (address, reason) values (lower(link.recipient), 'unsubscribed') on conflict do nothing;
    update public.users set marketing_consent = false where id = link.user_id and marketing_consent;
    update private.unsubscribe_tokens set used_at = now() where token_hash = link.token_hash;
  end if;
  return private.describe_unsubscribe_link(token_input);
end $$;

create or replace function private.undo_unsubscribe(token_input text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  link constant private.unsubscribe_tokens := private.lock_link(token_input);
begin
  if link.used_at > now() - interval '24 hours' then
    delete from public.email_suppressions as held
    where held.address = lower(link.recipient) and held.purpose = 'marketing' and held.reason = 'unsubscribed';
    update public.users set marketing_consent = true where id = link.user_id and not marketing_consent;
    update private.unsubscribe_tokens set used_at = null where token_hash = link.token_hash;
  end if;
  return private.describe_unsubscribe_link(token_input);
end $$;
