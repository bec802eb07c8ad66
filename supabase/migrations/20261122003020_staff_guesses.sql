-- Whoever asks for one address of the staff after the other learns of twenty in an hour, and then hears the same about
-- members and strangers. The count comes before the answer; a second one outlives whatever the caller does to the
-- statement, such as a cast of the answer that fails when the answer is no number.
do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.staff_guesses_%s', bucket);
  end loop;
end $$;

create or replace function private.check_admin_sign_in(email text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  most_in_a_bucket constant integer := 400;
  address text := lower(trim(coalesce(check_admin_sign_in.email, '')));
  caller text := private.caller_network();
  guesses bigint := private.count_for_good(
    format('private.staff_guesses_%s', get_byte(private.keyed_hash('staff guesses ' || caller), 0) % 64)::regclass, '1 hour');
  may_be_told boolean := guesses <= most_in_a_bucket and private.take_attempt('staff sign-in', caller, address, 20, '1 hour');
  member public.admin_users;
begin
  if not may_be_told then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Too many requests');
  end if;
  if not private.is_staff_email(address) then
    perform private.raise_app_error('EMAIL_DOMAIN_NOT_ALLOWED', 400, 'The email domain is not allowed for staff');
  end if;
  select * into member from public.admin_users where admin_users.email = address;
  return json_build_object('admin_id', case when member.is_active then member.id end, 'error',
    case when member.is_active then null
      when member.id is null then 'Admin user not found'
      else 'Admin account is deactivated' end);
end $$;
comment on function public.check_admin_sign_in(text) is
  'Whether a sign-in link may be asked for by this member of the staff ([5-17], [5-18]); a caller hears about twenty addresses an hour, members or not.';
