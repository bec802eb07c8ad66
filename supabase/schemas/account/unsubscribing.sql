create table public.email_suppressions (
  address text not null check (address = lower(address)),
  purpose text not null default 'marketing' check (purpose = 'marketing'),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'added')),
  created_at timestamptz not null default now(),
  note text check (char_length(note) between 3 and 500),
  constraint email_suppressions_pkey primary key (address, purpose)
);
comment on table public.email_suppressions is
  'Addresses that get no mail of a purpose, whatever consents say. Mails of the account are never held back by it.';
comment on column public.email_suppressions.note is 'Why the staff put the address there; null for one that came by itself.';
create index email_suppressions_created_at_idx on public.email_suppressions (created_at desc);
alter table public.email_suppressions enable row level security;

create table private.unsubscribe_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references public.users on delete cascade,
  recipient text not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table private.unsubscribe_tokens is
  'Links that end marketing mail to one address: SHA-256 of a random token, one a mail. They may be used again and again.';
comment on column private.unsubscribe_tokens.used_at is 'When this link ended the mails; null when it changed nothing, was taken back, or its person agreed again since.';
create index unsubscribe_tokens_user_id_idx on private.unsubscribe_tokens (user_id);
create index unsubscribe_tokens_created_at_idx on private.unsubscribe_tokens (created_at);
alter table private.unsubscribe_tokens enable row level security;

create function private.gets_marketing(student uuid, address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.users where users.id = student and users.marketing_consent)
    and not exists (
      select from public.email_suppressions as held where held.address = lower(gets_marketing.address) and held.purpose = 'marketing')
$$;

create function private.queue_marketing_email(student uuid, subject text, content jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient text;
  token text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
  mail uuid;
begin
  if coalesce(content ->> 'title', '') = '' or coalesce(content ->> 'lead', '') = '' or coalesce(trim(subject), '') = '' then
    perform private.raise_app_error('INVALID_MAIL', 400, 'Send a subject, a title and a lead');
  end if;
  -- The row is locked: a withdrawal that comes at the same moment waits and then finds the mail to take back.
  select users.email into recipient from public.users
  where users.id = student and users.is_active and users.email_verified and users.marketing_consent and users.deletion_due_at is null
    and private.gets_marketing(users.id, users.email)
  for share;
  if not found then
    return null;
  end if;
  insert into private.unsubscribe_tokens (token_hash, user_id, recipient)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), student, recipient);
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('marketing', recipient, 'פרסומת: ' || trim(regexp_replace(subject, '[[:cntrl:]]+', ' ', 'g')),
    (content - 'unsubscribe_token') || jsonb_build_object('unsubscribe_token', token))
  returning email_outbox.id into mail;
  return mail;
end $$;
comment on function private.queue_marketing_email(uuid, text, jsonb) is
  'Queues one marketing mail and gives its id; null for a student who did not agree, withdrew, was suppressed or is leaving. content: title, lead, button_text, button_path. The law''s mark is put before the subject, the way out into the mail and its headers.';
grant execute on function private.queue_marketing_email(uuid, text, jsonb) to service_role;

create function public.queue_marketing_email(student uuid, subject text, content jsonb) returns uuid
language sql volatile set search_path = '' begin atomic select private.queue_marketing_email(student, subject, content); end;
comment on function public.queue_marketing_email(uuid, text, jsonb) is
  'For the server: queues one marketing mail where the student may get one.';

create function private.describe_unsubscribe_link(token_input text) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select json_build_object(
      'state', case when private.gets_marketing(link.user_id, link.recipient) then 'subscribed' else 'unsubscribed' end,
      'masked_email', private.mask_email(link.recipient),
      'can_return', coalesce(link.used_at > now() - interval '24 hours', false)
        and not private.gets_marketing(link.user_id, link.recipient))
    from private.unsubscribe_tokens as link
    where link.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')
  ), json_build_object('state', 'unknown', 'masked_email', null, 'can_return', false))
$$;
grant execute on function private.describe_unsubscribe_link(text) to anon, authenticated;

create function public.describe_unsubscribe_link(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.describe_unsubscribe_link(token_input); end;
comment on function public.describe_unsubscribe_link(text) is
  'Whose mails a link ends (masked), whether they still come, and whether the link may take its own withdrawal back. Changes nothing: mail scanners open links.';
grant execute on function public.describe_unsubscribe_link(text) to anon, authenticated;

create function private.unsubscribe(token_input text) returns json
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
grant execute on function private.unsubscribe(text) to anon, authenticated;

create function public.unsubscribe(token_input text) returns json
language sql volatile set search_path = '' begin atomic select private.unsubscribe(token_input); end;
comment on function public.unsubscribe(text) is
  'Ends marketing mail for the person of the link and enters it in the ledger. Doing it twice changes nothing more.';
grant execute on function public.unsubscribe(text) to anon, authenticated;

create function private.undo_unsubscribe(token_input text) returns json
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
grant execute on function private.undo_unsubscribe(text) to anon, authenticated;

create function public.undo_unsubscribe(token_input text) returns json
language sql volatile set search_path = '' begin atomic select private.undo_unsubscribe(token_input); end;
comment on function public.undo_unsubscribe(text) is
  'Takes back what this very link ended within the last day. A link can subscribe nobody who withdrew elsewhere: mails are passed on.';
grant execute on function public.undo_unsubscribe(text) to anon, authenticated;

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

create trigger email_suppressions_viewing_guard before insert or update or delete on public.email_suppressions
  for each statement execute function private.refuse_in_viewing();
