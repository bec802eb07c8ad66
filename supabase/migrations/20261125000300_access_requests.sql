-- Who can read the mail of the account no more, and whose phone therefore leads nowhere, asks the staff. Nothing here
-- looks whether such an account exists, and nothing happens by itself.
create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  former_email text not null check (former_email = lower(former_email) and char_length(former_email) <= 254
    and former_email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$'),
  former_email_masked text not null generated always as (private.mask_email(former_email)) stored,
  phone_number text not null check (private.is_real_phone(phone_number)),
  phone_masked text not null generated always as (private.mask_phone(phone_number)) stored,
  contact_email text not null check (contact_email = lower(contact_email) and char_length(contact_email) <= 254
    and contact_email ~ '^[^@\s,;<>"]+@[^@\s,;<>"]+\.[^@\s,;<>"]+$' and contact_email <> former_email),
  contact_email_masked text not null generated always as (private.mask_email(contact_email)) stored,
  message text not null check (char_length(message) between 10 and 2000),
  status text not null default 'open' check (status in ('open', 'granted', 'refused')),
  created_at timestamptz not null default now()
);
comment on table public.access_requests is
  'Requests of people who lost the mail address of their account, for 180 days; made by request_access only, decided by staff. No row says whether there is such an account.';
comment on column public.access_requests.former_email is 'As it was typed; staff read the masked form, and the whole one only through functions that leave a line.';
create index access_requests_status_created_at_idx on public.access_requests (status, created_at desc);
create index access_requests_created_at_idx on public.access_requests (created_at);
create index access_requests_former_email_idx on public.access_requests (former_email);
create index access_requests_contact_email_idx on public.access_requests (contact_email);
create index access_requests_phone_number_idx on public.access_requests (phone_number);
revoke all on public.access_requests from anon, authenticated;
grant select (id, first_name, last_name, former_email_masked, phone_masked, contact_email_masked, message, status, created_at)
  on public.access_requests to authenticated;
alter table public.access_requests enable row level security;
create policy access_requests_select_viewer on public.access_requests for select to authenticated
  using ((select private.has_permission('students.view')));

create view private.export_access_requests with (security_invoker = true) as
  select users.id as person, requests.created_at, requests.first_name, requests.last_name, requests.former_email_masked,
    requests.phone_masked, requests.contact_email_masked, requests.status
  from public.users join public.access_requests as requests
    on users.email_verified and (requests.former_email = users.email or requests.contact_email = users.email
      or (not users.phone_owed and requests.phone_number = users.phone_number));

create function private.forget_access_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.access_requests as requests
    where requests.former_email = old.email or requests.contact_email = old.email or requests.phone_number = old.phone_number;
  return null;
end $$;
revoke execute on function private.forget_access_requests() from public;
create trigger users_delete_access_requests after delete on public.users
  for each row when (old.email_verified) execute function private.forget_access_requests();

create function private.request_access(
  first_name text, last_name text, former_email text, phone_number text, contact_email text, message text
) returns json language plpgsql volatile security definer set search_path = '' as $$
declare
  made public.access_requests;
begin
  begin
    insert into public.access_requests (first_name, last_name, former_email, phone_number, contact_email, message)
    values (private.plain_name(request_access.first_name), private.plain_name(request_access.last_name),
      lower(trim(request_access.former_email)), private.normalise_phone(request_access.phone_number),
      lower(trim(request_access.contact_email)), trim(E' \r\n\t' from private.undirected(request_access.message)))
    returning * into made;
  exception
    when check_violation or not_null_violation then
      perform private.raise_app_error('INVALID_ACCESS_REQUEST', 400,
        'Send first and last name, two different addresses, a phone and a message of 10 to 2000');
  end;
  -- Counted last, so that a refused request costs nothing; what is raised here takes the row above back.
  if not private.take_call('access request', private.caller_network(), 3, '1 day') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Three requests a day');
  end if;
  if (select count(*) from public.access_requests as made_today where made_today.created_at > now() - interval '1 day') > 200 then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Two hundred requests a day');
  end if;
  insert into public.audit_log (action, entity, entity_id, after)
  values ('access requested', 'access_requests', made.id::text,
    jsonb_build_object('former_email', made.former_email_masked, 'contact_email', made.contact_email_masked));
  return json_build_object('received', true);
end $$;
revoke execute on function private.request_access(text, text, text, text, text, text) from public;
grant execute on function private.request_access(text, text, text, text, text, text) to anon, authenticated;
create function public.request_access(
  first_name text, last_name text, former_email text, phone_number text, contact_email text, message text
) returns json language sql volatile set search_path = '' begin atomic
  select private.request_access(first_name, last_name, former_email, phone_number, contact_email, message);
end;
comment on function public.request_access(text, text, text, text, text, text) is
  'Asks the staff for a way back into an account whose mail is lost: {received}, the same for an account that there is and one that there is not. Three a day for a caller, two hundred in all.';
revoke execute on function public.request_access(text, text, text, text, text, text) from public;
grant execute on function public.request_access(text, text, text, text, text, text) to anon, authenticated;

insert into private.route_patterns (pattern) values ('/auth/lost-mail');

create or replace function private.forget_old_rows(batch_size integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  mails integer;
  visits integer;
  links integer;
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - interval '30 days' and done.status <> 'queued' order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - interval '13 months' order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $$;
comment on function public.forget_old_rows(integer) is
  'Forgets done mails after 30 days, single visits after 13 months, unsubscribe links after 2 years, recovery links after 30 days and requests for access after 180 days, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';
