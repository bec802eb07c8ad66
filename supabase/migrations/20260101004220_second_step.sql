-- A second step that a stranger sets up would lock the owner out: its first code is taken from a fresh session only.
create function public.begin_second_step() returns void
language sql set search_path = '' begin atomic select private.permit_fresh('second step'); end;
comment on function public.begin_second_step() is
  'Lets the caller confirm an authenticator app within the next ten minutes; wants a fresh sign-in.';
revoke execute on function public.begin_second_step() from public, anon;
grant execute on function public.begin_second_step() to authenticated;

create function private.guard_second_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permit(new.user_id, 'second step');
  return new;
end $$;
revoke execute on function private.guard_second_step() from public;
create trigger mfa_factors_update_guard before update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function private.guard_second_step();
