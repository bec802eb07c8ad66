create function public.begin_email_change() returns void
language sql set search_path = '' begin atomic select private.permit_fresh('email'); end;
comment on function public.begin_email_change() is
  'Lets the caller ask the sign-in service for another address within the next ten minutes; wants a fresh sign-in.';
grant execute on function public.begin_email_change() to authenticated;

create function private.guard_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permit(new.id, 'email');
  return new;
end $$;

create function private.my_email_change() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select json_build_object(
      'new_email', users.email_change,
      'sent_at', users.email_change_sent_at,
      'current_confirmed', users.email_change_confirm_status > 0 and not exists (
        select from auth.one_time_tokens as tokens
        where tokens.user_id = users.id and tokens.token_type = 'email_change_token_current'),
      'new_confirmed', users.email_change_confirm_status > 0 and exists (
        select from auth.one_time_tokens as tokens
        where tokens.user_id = users.id and tokens.token_type = 'email_change_token_current'))
    from auth.users
    where users.id = auth.uid() and users.email_change <> '' and users.email_change_sent_at > now() - interval '24 hours');
end $$;
grant execute on function private.my_email_change() to authenticated;

create function public.my_email_change() returns json
language sql stable set search_path = '' begin atomic select private.my_email_change(); end;
comment on function public.my_email_change() is
  'The change of address that is under way, and which of the two addresses has confirmed it; null without one.';
grant execute on function public.my_email_change() to authenticated;

create function private.cancel_my_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0
    where users.id = auth.uid();
  delete from auth.one_time_tokens as tokens
    where tokens.user_id = auth.uid() and tokens.token_type in ('email_change_token_new', 'email_change_token_current');
  delete from private.permits where permits.user_id = auth.uid() and permits.purpose = 'email';
end $$;
grant execute on function private.cancel_my_email_change() to authenticated;

create function public.cancel_my_email_change() returns void
language sql set search_path = '' begin atomic select private.cancel_my_email_change(); end;
comment on function public.cancel_my_email_change() is
  'Gives up the change of address that is under way; its links and codes are worth nothing from then on.';
grant execute on function public.cancel_my_email_change() to authenticated;

create function private.end_sessions_of_former_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions
    where sessions.user_id = new.id and sessions.id is distinct from (
      select permits.session_id from private.permits where permits.user_id = new.id and permits.purpose = 'email');
  delete from private.permits where permits.user_id = new.id and permits.purpose = 'email';
  return null;
end $$;
comment on function private.end_sessions_of_former_email() is
  'With its address an account changes its key: only the session that asked for the change goes on.';

create trigger users_update_email_change_guard before update of email_change on auth.users
  for each row when (new.email_change <> '' and old.email_change is distinct from new.email_change)
  execute function private.guard_email_change();

create trigger users_update_email_sessions after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.end_sessions_of_former_email();
