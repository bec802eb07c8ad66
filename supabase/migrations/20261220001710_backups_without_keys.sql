-- Only archives that hold no keys are handed out: those of the button, which the process marks in its report.
create or replace function private.make_backup_link(file text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  operator constant uuid := private.require_operator();
  token constant text := encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex');
begin
  perform private.require_fresh_sign_in();
  if not exists (
    select from private.system_reports as reports, jsonb_array_elements(reports.report -> 'backups' -> 'files') as kept
    where kept ->> 'name' = file and kept -> 'is_handed_out' = 'true'::jsonb) then
    perform private.raise_app_error('NO_BACKUP', 404, 'That archive is not kept, or holds keys');
  end if;
  if not private.take_call('backup links', auth.uid()::text, 20, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Twenty links an hour');
  end if;
  delete from private.backup_links where expires_at < now();
  insert into private.backup_links (token_hash, member_id, session_id, file_name)
  values (sha256(convert_to(token, 'utf8')), operator, (auth.jwt() ->> 'session_id')::uuid, file);
  return token;
end $$;
