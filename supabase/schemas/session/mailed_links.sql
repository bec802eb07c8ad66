create function private.mask_own_email(address text) returns text
language sql immutable set search_path = '' as $$
  select left(local, least(2, length(local) - 1)) || '***' || case when length(local) > 5 then right(local, 1) else '' end || '@' || split_part(address, '@', 2)
  from (select split_part(address, '@', 1) as local) as parts
$$;
comment on function private.mask_own_email(text) is
  'dana.levi@gmail.com becomes da***i@gmail.com: enough for its owner to know it. For holders of a mailed link only.';

create function private.mailed_link_account(token_input text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  hashed text := encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex');
  address text;
begin
  -- The embedded sign-in service keeps the hash of what the link carries, a project's keeps what it carries.
  select tokens.relates_to into address from auth.one_time_tokens as tokens
    join auth.users on users.id = tokens.user_id
    where tokens.token_hash in (hashed, token_input) and tokens.created_at > now() - interval '24 hours'
      and (users.banned_until is null or users.banned_until < now())
      and length(token_input) >= 40;
  if not found then
    select users.email into address from private.account_recovery_tokens as tokens
      join public.users on users.id = tokens.user_id
      where tokens.token_hash = hashed and tokens.used_at is null and tokens.expires_at > now() and users.is_active;
  end if;
  return case when address is not null then json_build_object('masked_email', private.mask_own_email(address)) end;
end $$;
grant execute on function private.mailed_link_account(text) to anon, authenticated, service_role;

create function public.mailed_link_account(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.mailed_link_account(token_input); end;
comment on function public.mailed_link_account(text) is
  'Whose account a mailed link opens, masked, for the page that asks before it redeems (T13); null for a link that is used up. Changes nothing.';
grant execute on function public.mailed_link_account(text) to anon, authenticated;
