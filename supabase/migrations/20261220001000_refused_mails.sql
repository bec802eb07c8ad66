-- Mails to the support that are in no conversation, and why: dropped as no word of a person, or refused for good.
create table private.refused_mails (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[0-9a-f]{64}$'),
  refused_at timestamptz not null default now(),
  reason text not null
    check (reason in ('automatic', 'bounce', 'full', 'list', 'loop', 'refused', 'sender', 'too_large', 'unreadable')),
  sender text check (char_length(sender) <= 254),
  is_verified boolean not null,
  recipient text check (char_length(recipient) <= 320),
  ticket_id uuid references public.support_tickets on delete cascade,
  subject text not null check (char_length(subject) <= 200),
  bytes bigint not null check (bytes >= 0)
);
comment on table private.refused_mails is
  'Mails to the support that were not taken, without their words and files; of each sender the newest twenty, of all the newest two thousand, for thirty days.';
comment on column private.refused_mails.key is 'The same however often the same mail is refused for the same reason.';
comment on column private.refused_mails.is_verified is
  'A mail server that the academy trusts found that the sender is who it says. What is forged in a name takes no room of its mails.';
comment on column private.refused_mails.recipient is 'The address without the secret of a ticket; null where nobody could read it.';
comment on column private.refused_mails.ticket_id is 'The ticket whose address it was sent to.';
create index refused_mails_refused_at_idx on private.refused_mails (refused_at, id);
create index refused_mails_ticket_id_idx on private.refused_mails (ticket_id);
create index refused_mails_sender_idx on private.refused_mails (sender);
revoke all on private.refused_mails from anon, authenticated;
alter table private.refused_mails enable row level security;

create view private.export_refused_mails with (security_invoker = true) as
  select users.id as person, mails.refused_at, mails.subject, mails.bytes, mails.reason
  from private.refused_mails as mails join public.users on users.email = mails.sender and users.email_verified
  where mails.is_verified;

create function private.forget_refused_mails() returns void
language sql volatile security definer set search_path = '' as $$
  -- One at a time, so that all together keep to the bound and none waits for another's rows.
  select pg_advisory_xact_lock(hashtextextended('refused mails', 0));
  delete from private.refused_mails as mails where mails.id in (
    select ranked.id from (
      select lines.id, lines.refused_at,
        row_number() over (partition by lines.is_verified, lines.sender order by lines.refused_at desc, lines.id) as of_sender,
        row_number() over (partition by lines.is_verified order by lines.refused_at desc, lines.id) as of_all
      from private.refused_mails as lines) as ranked
    where ranked.of_sender > 20 or ranked.of_all > 1000 or ranked.refused_at < now() - interval '30 days')
$$;
comment on function private.forget_refused_mails() is
  'Keeps the newest twenty lines of each sender and the newest thousand of all, of those who were verified and of the others apart, for thirty days.';
revoke execute on function private.forget_refused_mails() from public;
grant execute on function private.forget_refused_mails() to service_role;
create function public.forget_refused_mails() returns void
language sql volatile set search_path = '' begin atomic select private.forget_refused_mails(); end;
comment on function public.forget_refused_mails() is 'Forgets lines about refused mails that are too many or too old. For the service key alone.';
revoke execute on function public.forget_refused_mails() from public, anon, authenticated;
grant execute on function public.forget_refused_mails() to service_role;

create function private.list_refused_mail(mail jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
begin
  insert into private.refused_mails (key, reason, sender, is_verified, recipient, ticket_id, subject, bytes)
  values (mail ->> 'key', mail ->> 'reason', lower(left(mail ->> 'sender', 254)), (mail -> 'is_verified')::boolean,
    left(regexp_replace(lower(trim(mail ->> 'recipient')), '\+[^@]*@', '@'), 320), place.ticket_id, left(mail ->> 'subject', 200),
    (mail -> 'bytes')::bigint)
  on conflict on constraint refused_mails_key_key do nothing;
  perform private.forget_refused_mails();
end $$;
revoke execute on function private.list_refused_mail(jsonb) from public;
grant execute on function private.list_refused_mail(jsonb) to service_role;
create function public.list_refused_mail(mail jsonb) returns void
language sql volatile set search_path = '' begin atomic select private.list_refused_mail(mail); end;
comment on function public.list_refused_mail(jsonb) is
  'Adds a line about a mail that was not taken: {key, reason, recipient, sender, is_verified, subject, bytes}; the same key is there once. For the service key alone.';
revoke execute on function public.list_refused_mail(jsonb) from public, anon, authenticated;
grant execute on function public.list_refused_mail(jsonb) to service_role;

-- The addresses of whoever leaves, the former ones too.
create or replace function private.forget_sign_in_mails(addresses text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if to_regclass('mail.outbox') is not null then
    execute 'delete from mail.outbox where recipient = any ($1)' using addresses;
  end if;
  delete from private.refused_mails as mails where mails.sender = any (addresses);
end $$;
comment on function private.forget_sign_in_mails(text[]) is
  'Forgets what else there is of the mails of a person who leaves: those of the sign-in service, and the lines about mails that were refused.';

create or replace function private.forget_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.support_mails as mails where mails.ticket_id = new.id;
  delete from private.refused_mails as mails where mails.ticket_id = new.id;
  return null;
end $$;
