-- What follows from the sign-in service. Only these columns count: a later sign-up with the same address changes
-- nothing that is stored (T3), since the metadata of an existing account is never read again.
create function private.create_student() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  meta jsonb := coalesce(new.raw_user_meta_data, '{}');
  phone text := private.normalise_phone(meta ->> 'phone_number');
begin
  if coalesce(meta ->> 'user_type', 'student') <> 'student' or coalesce(new.email, '') = '' then
    return null;
  end if;
  if not private.is_real_phone(phone) then
    phone := null;
  end if;
  for attempt in 1 .. 2 loop
    begin
      insert into public.users
        (id, email, first_name, last_name, phone_number, marketing_consent, privacy_consent, terms_consent, last_login_at)
      values (
        new.id, new.email, left(coalesce(meta ->> 'first_name', ''), 100), left(coalesce(meta ->> 'last_name', ''), 100), phone,
        coalesce(meta ->> 'marketing_consent', '') = 'true', coalesce(meta ->> 'privacy_consent', '') = 'true',
        coalesce(meta ->> 'terms_consent', '') = 'true', new.last_sign_in_at);
      return null;
    exception
      -- The number was taken meanwhile (or the account was made without the hook): the phone gate will ask for another.
      when unique_violation or sqlstate 'PGRST' then phone := null;
    end;
  end loop;
  return null;
end $$;
comment on function private.create_student() is 'Makes the profile of a new student account; a sign-up never fails here.';
revoke execute on function private.create_student() from public;
create trigger users_insert_student after insert on auth.users
  for each row execute function private.create_student();

create function private.follow_auth_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set
    email = lower(new.email), email_verified = new.email_confirmed_at is not null,
    email_verified_at = new.email_confirmed_at, last_login_at = new.last_sign_in_at
  where id = new.id
    and (email, email_verified_at, last_login_at) is distinct from (lower(new.email), new.email_confirmed_at, new.last_sign_in_at);
  -- A staff member who leaves the staff domains loses the verified mark, and with it every permission.
  update public.admin_users set
    email = case when private.is_staff_email(lower(new.email)) then lower(new.email) else email end,
    email_verified = new.email_confirmed_at is not null and private.is_staff_email(lower(new.email)),
    email_verified_at = new.email_confirmed_at, last_login_at = new.last_sign_in_at
  where supabase_auth_id = new.id
    and (email, email_verified_at, last_login_at) is distinct from (lower(new.email), new.email_confirmed_at, new.last_sign_in_at);
  return null;
end $$;
comment on function private.follow_auth_account() is 'Projects address, confirmation and last sign-in on the profile and the staff row.';
revoke execute on function private.follow_auth_account() from public;
create trigger users_update_follow after update of email, email_confirmed_at, last_sign_in_at on auth.users
  for each row execute function private.follow_auth_account();
