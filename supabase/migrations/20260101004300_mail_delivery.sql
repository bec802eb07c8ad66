-- What became of a mail, for the browser that asked for it. Its secret never leaves it but for this question: the mail's
-- row keeps the SHA-256 only, and the link in the mail carries no more than that.
create function private.mail_delivery(request_key text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hashed text := encode(sha256(convert_to(coalesce(request_key, ''), 'UTF8')), 'hex');
  mail record;
begin
  select 'account_recovery' as kind, status, last_failure, next_attempt_at, created_at, sent_at into mail
    from public.email_outbox where request_hash = hashed order by created_at desc limit 1;
  if not found and to_regclass('mail.outbox') is not null then
    -- Mails of sign-in, where the sign-in service has an outbox that we can read; a Supabase project's has none.
    execute 'select ''sign_in'' as kind, status, last_failure, next_attempt_at, created_at, sent_at
      from mail.outbox where request_hash = $1 order by created_at desc limit 1' into mail using hashed;
  end if;
  if mail.kind is null then
    return null;
  end if;
  if mail.kind = 'account_recovery' then
    -- Who knows a phone alone learns nothing of the mailbox behind it: not that there is none, not that it refused.
    return json_build_object(
      'status', case
        when mail.created_at > now() - interval '10 seconds' then 'queued'
        when mail.status = 'queued' and mail.last_failure = 'unreachable' then 'delayed'
        else 'handled' end,
      'asked_at', mail.created_at,
      'sent_at', null,
      'next_attempt_at', case when mail.status = 'queued' and mail.last_failure = 'unreachable' then mail.next_attempt_at end);
  end if;
  return json_build_object(
    'status', case
      when mail.status = 'sent' then 'sent'
      when mail.status = 'queued' then case when mail.last_failure is null then 'queued' else 'delayed' end
      when mail.last_failure = 'permanent' then 'refused'
      else 'failed' end,
    'asked_at', mail.created_at,
    'sent_at', mail.sent_at,
    'next_attempt_at', case when mail.status = 'queued' and mail.last_failure is not null then mail.next_attempt_at end);
end $$;
revoke execute on function private.mail_delivery(text) from public;
grant execute on function private.mail_delivery(text) to anon, authenticated, service_role;
create function public.mail_delivery(request_key text) returns json
language sql stable set search_path = '' begin atomic select private.mail_delivery(request_key); end;
comment on function public.mail_delivery(text) is
  'For the browser that asked for a mail, by its secret: queued, sent, delayed, refused, failed, for recovery handled; null when nothing is known.';
revoke execute on function public.mail_delivery(text) from public;
grant execute on function public.mail_delivery(text) to anon, authenticated, service_role;
