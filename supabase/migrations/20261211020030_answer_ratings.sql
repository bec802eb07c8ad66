-- Visitors have no page of their tickets: the mail that solves one has a link by which they say whether it helped.
create table private.answer_ratings (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  ticket_id uuid not null unique references public.support_tickets on delete cascade,
  expires_at timestamptz not null default now() + interval '30 days',
  used_at timestamptz
);
comment on table private.answer_ratings is 'The link of the last mail that solved a visitor''s ticket; it answers once.';
revoke all on private.answer_ratings from anon, authenticated;
alter table private.answer_ratings enable row level security;

create function private.make_rating_link(ticket uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  insert into private.answer_ratings as links (token_hash, ticket_id)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), ticket)
  on conflict on constraint answer_ratings_ticket_id_key do update set
    token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null;
  return token;
end $$;
comment on function private.make_rating_link(uuid) is 'A new secret for saying whether the answer of a ticket helped; the one before ends.';
revoke execute on function private.make_rating_link(uuid) from public;

create function private.describe_answer_rating(token_input text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  found json;
begin
  select json_build_object('state', case when links.used_at is null then 'open' else 'done' end,
    'subject', tickets.subject, 'satisfaction', case when links.used_at is not null then tickets.satisfaction end) into found
  from private.answer_ratings as links join public.support_tickets as tickets on tickets.id = links.ticket_id
  where links.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')
    and (links.used_at is not null or (links.expires_at > now() and tickets.status = 'solved' and tickets.merged_into is null));
  return coalesce(found, json_build_object('state', 'unknown', 'subject', null, 'satisfaction', null));
end $$;
revoke execute on function private.describe_answer_rating(text) from public;
grant execute on function private.describe_answer_rating(text) to anon, authenticated;
create function public.describe_answer_rating(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.describe_answer_rating(token_input); end;
comment on function public.describe_answer_rating(text) is
  'What the link of a mail that solved a ticket is about: open, done with what was said, or unknown. Changes nothing.';
revoke execute on function public.describe_answer_rating(text) from public;
grant execute on function public.describe_answer_rating(text) to anon, authenticated;

create function private.rate_answer(token_input text, satisfaction text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  rated uuid;
begin
  if coalesce(rate_answer.satisfaction, '') not in ('good', 'bad') then
    perform private.raise_app_error('INVALID_RATING', 400, 'good or bad');
  end if;
  update private.answer_ratings as links set used_at = now() from public.support_tickets as tickets
  where links.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex') and tickets.id = links.ticket_id
    and links.used_at is null and links.expires_at > now() and tickets.status = 'solved' and tickets.merged_into is null
  returning tickets.id into rated;
  if rated is not null then
    update public.support_tickets as tickets set satisfaction = rate_answer.satisfaction, satisfaction_note = null, satisfaction_at = now()
    where tickets.id = rated;
    insert into private.support_events (ticket_id, kind, detail) values (rated, 'rated', jsonb_build_object('to', rate_answer.satisfaction));
  end if;
  return private.describe_answer_rating(token_input);
end $$;
revoke execute on function private.rate_answer(text, text) from public;
grant execute on function private.rate_answer(text, text) to anon, authenticated;
create function public.rate_answer(token_input text, satisfaction text) returns json
language sql volatile set search_path = '' begin atomic select private.rate_answer(token_input, satisfaction); end;
comment on function public.rate_answer(text, text) is
  'Says once, by the link of a mail, whether the answer that solved a ticket helped (good, bad); answers what the link stands for then.';
revoke execute on function public.rate_answer(text, text) from public;
grant execute on function public.rate_answer(text, text) to anon, authenticated;

create or replace function private.mail_answer(ticket public.support_tickets, said text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reply_address text := (select settings.reply_address from private.support_settings as settings);
  reply_key text := (select keys.key from private.support_reply_keys as keys where keys.ticket_id = ticket.id);
begin
  if ticket.email like '%@account.invalid' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, content)
  values ('support_answer', ticket.email,
    -- Programs keep a conversation by its subject too.
    case when ticket.channel = 'mail' then 'Re: ' else 'תשובה לפנייה: ' end || ticket.subject, jsonb_strip_nulls(jsonb_build_object(
    'ticket_id', ticket.id, 'subject', ticket.subject, 'body', said, 'is_student', ticket.user_id is not null,
    'reply_to', case when reply_key is not null then regexp_replace(reply_address, '@', '+' || reply_key || '@') end,
    'answers_to', (select mails.mail_id from private.support_mails as mails
      where mails.ticket_id = ticket.id and mails.state = 'taken' order by mails.received_at desc limit 1),
    'rating_token', case when ticket.user_id is null
      and (select present.status from public.support_tickets as present where present.id = ticket.id) = 'solved'
      then private.make_rating_link(ticket.id) end)));
  perform private.ticket_event(ticket.id, 'mail', jsonb_build_object('to', private.mask_email(ticket.email)));
end $$;
