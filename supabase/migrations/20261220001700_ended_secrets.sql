-- Ends what mailed links, sessions and keys of this database open, for who suspects that somebody else has them.
create function private.end_secrets(kind text, before timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- As many as one statement of a caller has time for.
  most constant integer := 5000;
  ended integer := 0;
  rows_ended integer;
begin
  if kind = 'sessions' then
    delete from auth.sessions where id in (
      select sessions.id from auth.sessions where sessions.created_at < before limit most);
    get diagnostics ended = row_count;
  elsif kind = 'links' then
    delete from auth.one_time_tokens where id in (
      select tokens.id from auth.one_time_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics ended = row_count;
    delete from private.account_recovery_tokens where token_hash in (
      select tokens.token_hash from private.account_recovery_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.content_previews where token_hash in (
      select previews.token_hash from private.content_previews as previews where previews.made_at < before limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.answer_ratings where token_hash in (
      select ratings.token_hash from private.answer_ratings as ratings
      where ratings.expires_at < before + interval '30 days' limit most);
    get diagnostics rows_ended = row_count;
    ended := ended + rows_ended;
    delete from private.backup_links where expires_at < before + interval '1 minute';
  elsif kind = 'invitations' then
    update public.invitation_history set status = 'revoked' where status = 'pending' and created_at < before;
    get diagnostics ended = row_count;
  elsif kind = 'replies' then
    update private.support_reply_keys set key = default where ticket_id in (
      select tickets.id from public.support_tickets as tickets where tickets.created_at < before);
  elsif kind = 'unsubscribe' then
    delete from private.unsubscribe_tokens where token_hash in (
      select tokens.token_hash from private.unsubscribe_tokens as tokens where tokens.created_at < before limit most);
    get diagnostics ended = row_count;
  elsif kind = 'hashes' then
    -- Made with the old key, no code would be known again.
    delete from private.recovery_codes where created_at < before;
    update private.secrets set created_at = now(),
      value = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')) where created_at < before;
  else
    perform private.raise_app_error('INVALID_KIND', 400, 'There are no secrets of this kind');
  end if;
  if ended = 0 then
    insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'secrets ended', 'secrets', kind);
  end if;
  return ended;
end $$;
comment on function private.end_secrets(text, timestamptz) is
  'Ends the secrets of a kind that were made before a time, 5,000 at most; asked again until it answers 0.';
revoke execute on function private.end_secrets(text, timestamptz) from public;
grant execute on function private.end_secrets(text, timestamptz) to service_role;
create function public.end_secrets(kind text, before timestamptz default now()) returns integer
language sql volatile set search_path = '' begin atomic select private.end_secrets(kind, before); end;
comment on function public.end_secrets(text, timestamptz) is
  'For the service key: ends what was made before a time of sessions, links (sign-in, recovery, previews, ratings), invitations, replies (addresses of tickets), unsubscribe (links of marketing mails) or hashes (recovery codes), 5,000 at most. 400 INVALID_KIND.';
revoke execute on function public.end_secrets(text, timestamptz) from public, anon, authenticated;
grant execute on function public.end_secrets(text, timestamptz) to service_role;
