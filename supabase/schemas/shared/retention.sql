create function private.forget_old_rows(batch_size integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  mails integer;
  visits integer;
  links integer;
  mail_days integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  visit_months integer := coalesce((private.setting('visits_kept_months') #>> '{}')::integer, 13);
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - make_interval(days => mail_days) and done.status <> 'queued'
    order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - make_interval(months => visit_months) order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  delete from private.page_changes where page_changes.changed_at < now() - interval '1 hour';
  -- Not bounded: thirty an hour for each member of the staff are all there can be.
  delete from private.list_exports where list_exports.opened_at < now() - interval '1 hour';
  -- Not bounded: an address has two at most, and each is asked for by a mail.
  delete from private.mail_codes where mail_codes.expires_at < now();
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  delete from private.sign_ins where session_id in (
    select past.session_id from private.sign_ins as past
    where past.signed_in_at < now() - interval '180 days' order by past.signed_in_at limit batch_size);
  delete from private.security_events where id in (
    select past.id from private.security_events as past
    where past.last_at < now() - interval '90 days' order by past.last_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $$;
grant execute on function private.forget_old_rows(integer) to service_role;

create function public.forget_old_rows(batch_size integer default 20000) returns json
language sql volatile set search_path = '' begin atomic select private.forget_old_rows(batch_size); end;
comment on function public.forget_old_rows(integer) is
  'Forgets done mails after mails_kept_days (30 at most), single visits after visits_kept_months (13 at most), unsubscribe links after 2 years, recovery links after 30 days, codes of mails when they are over, requests for access and sign-ins after 180 days and filters of exported lists and changes of pages after an hour, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';
