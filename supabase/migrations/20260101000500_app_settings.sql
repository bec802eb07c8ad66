create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value jsonb not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);
comment on table public.app_settings is 'Settings that staff may change while the academy runs.';
comment on column public.app_settings.is_public is 'Whether visitors may read the setting.';
revoke all on public.app_settings from anon, authenticated;
grant select on public.app_settings to anon;
grant select, insert, update, delete on public.app_settings to authenticated;
alter table public.app_settings enable row level security;
create policy app_settings_select_public on public.app_settings for select to anon using (is_public);
create policy app_settings_select_manager on public.app_settings for select to authenticated
  using (is_public or (select private.has_permission('settings.manage')));
create policy app_settings_insert_manager on public.app_settings for insert to authenticated
  with check ((select private.has_permission('settings.manage')));
create policy app_settings_update_manager on public.app_settings for update to authenticated
  using ((select private.has_permission('settings.manage')))
  with check ((select private.has_permission('settings.manage')));
create policy app_settings_delete_manager on public.app_settings for delete to authenticated
  using ((select private.has_permission('settings.manage')));
create trigger app_settings_update_touch before update on public.app_settings
  for each row execute function private.set_updated_at();
create trigger app_settings_change_audit after insert or update or delete on public.app_settings
  for each row execute function private.record_change();

-- The two domains of staff mail are examples; an academy puts its own here ([5-18], [9-22]).
insert into public.app_settings (key, value) values ('staff_email_domains', '["academy.example", "finance.example"]')
on conflict (key) do nothing;

create function private.is_staff_email(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select address ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?@[a-z0-9-]+(\.[a-z0-9-]+)+$'
    and exists (
      select from public.app_settings, jsonb_array_elements_text(app_settings.value) as allowed (domain)
      where app_settings.key = 'staff_email_domains' and split_part(address, '@', 2) = lower(allowed.domain))
$$;
comment on function private.is_staff_email(text) is
  'Exact domain equality on a plain ASCII address in lower case: no sub-domain, list, quoting, plus or other script gets by (T29).';
revoke execute on function private.is_staff_email(text) from public;

create function private.caller_address() returns text
language sql stable security definer set search_path = '' as $$
  select trim(hops.list[array_length(hops.list, 1) - coalesce((
    select (app_settings.value #>> '{}')::integer from public.app_settings
    where app_settings.key = 'trusted_proxy_hops' and jsonb_typeof(app_settings.value) = 'number'), 0)])
  from (
    select string_to_array(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-forwarded-for', ',') as list
  ) as hops
$$;
comment on function private.caller_address() is
  'Address of the caller in x-forwarded-for. A caller may send entries of its own, so it is counted from the end, past as many proxies of ours as the setting trusted_proxy_hops says.';
revoke execute on function private.caller_address() from public;

insert into public.app_settings (key, value) values ('trusted_proxy_hops', '0') on conflict (key) do nothing;
