create table private.answer_ratings (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  ticket_id uuid not null unique references public.support_tickets on delete cascade,
  expires_at timestamptz not null default now() + interval '30 days',
  used_at timestamptz
);
comment on table private.answer_ratings is
  'The link of the last mail that solved a visitor''s ticket; it answers once.';
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
comment on function private.make_rating_link(uuid) is
  'A new secret for saying whether the answer of a ticket helped; the one before ends.';

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
grant execute on function private.describe_answer_rating(text) to anon, authenticated;

create function public.describe_answer_rating(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.describe_answer_rating(token_input); end;
comment on function public.describe_answer_rating(text) is
  'What the link of a mail that solved a ticket is about: open, done with what was said, or unknown. Changes nothing.';
grant execute on function public.describe_answer_rating(text) to anon, authenticated;

create function private.rate_answer(token_input text, satisfaction text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  rated uuid;
begin
  if coalesce(rate_answer.satisfaction, '') not in ('good', 'bad') then
    perform private.raise_app_error('INVALID_RATING', 400, 'good or bad');
  end if;
  -- The ticket before its link, as where it is answered.
  perform from public.support_tickets as tickets where tickets.id = (select links.ticket_id from private.answer_ratings as links
    where links.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')) for update;
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
grant execute on function private.rate_answer(text, text) to anon, authenticated;

create function public.rate_answer(token_input text, satisfaction text) returns json
language sql volatile set search_path = '' begin atomic select private.rate_answer(token_input, satisfaction); end;
comment on function public.rate_answer(text, text) is
  'Says once, by the link of a mail, whether the answer that solved a ticket helped (good, bad); answers what the link stands for then.';
grant execute on function public.rate_answer(text, text) to anon, authenticated;
