create function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '10 minutes';
begin
  if not private.session_stands() or not exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and (sessions.created_at > since or exists (
        select from auth.mfa_amr_claims as proofs
        where proofs.session_id = sessions.id and proofs.authentication_method <> 'token_refresh' and proofs.updated_at > since)))
  then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $$;
comment on function private.require_fresh_sign_in() is
  'Ends the statement with REAUTHENTICATION_NEEDED unless the person behind the session has proved who they are within ten minutes: by a new sign-in, or by their second step.';
revoke execute on function private.require_fresh_sign_in() from public;
