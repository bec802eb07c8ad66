-- An address that somebody only asks for is nobody's of theirs: by it a student read of mails to a stranger, and a deletion removed them.
create or replace function private.addresses_of(person uuid) returns setof text
language sql stable rows 3 security definer set search_path = '' as $$
  with known (address) as (
    select lower(notices.undo ->> 'former_email') from private.security_notices as notices where notices.user_id = person
    union select lower(notices.recipient) from private.security_notices as notices where notices.user_id = person
    union select lower(links.recipient) from private.unsubscribe_tokens as links where links.user_id = person
  )
  select users.email from public.users where users.id = person
  union
  select known.address from known
  where known.address <> '' and not exists (select from auth.users as others where others.email = known.address and others.id <> person)
$$;
comment on function private.addresses_of(uuid) is
  'The address of a student and the former ones that are known, unless another account has it; not the one that a change waits for, which nobody has confirmed.';
