create function private.forget_old_rows(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  mails integer;
  visits integer;
  links integer;
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - interval '30 days' and done.status <> 'queued' order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - interval '13 months' order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $$;
revoke execute on function private.forget_old_rows(integer) from public;
grant execute on function private.forget_old_rows(integer) to service_role;
create function public.forget_old_rows(batch_size integer default 20000) returns json
language sql volatile set search_path = '' begin atomic select private.forget_old_rows(batch_size); end;
comment on function public.forget_old_rows(integer) is
  'Forgets done mails after 30 days, single visits after 13 months, unsubscribe links after 2 years and recovery links after 30 days, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';
revoke execute on function public.forget_old_rows(integer) from public, anon, authenticated;
grant execute on function public.forget_old_rows(integer) to service_role;
