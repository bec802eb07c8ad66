-- Every request to delete the account sends a mail and leaves a line in the audit log for ever.
create function private.limit_deletion_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.take_call('deletion request', new.id::text, 5, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five requests for deletion a day');
  end if;
  return new;
end $$;
comment on function private.limit_deletion_requests() is 'Five requests a day; who took the request back five times asks again tomorrow.';
revoke execute on function private.limit_deletion_requests() from public;
create trigger users_update_deletion_limit before update of deletion_due_at on public.users
  for each row when (old.deletion_due_at is null and new.deletion_due_at is not null and current_setting('role') in ('anon', 'authenticated'))
  execute function private.limit_deletion_requests();
