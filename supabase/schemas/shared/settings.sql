create sequence private.setting_versions;

create table public.app_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  value jsonb not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now(),
  version bigint not null default 0
);
comment on table public.app_settings is 'Settings that staff may change while the academy runs.';
comment on column public.app_settings.is_public is 'Whether visitors may read the setting.';
comment on column public.app_settings.version is 'Grows with every change of any setting; who saves names the highest one that was read.';
grant select on public.app_settings to anon, authenticated;
alter table public.app_settings enable row level security;

create function private.is_staff_email(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select address ~ '^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?@[a-z0-9-]+(\.[a-z0-9-]+)+$'
    and exists (
      select from public.app_settings, jsonb_array_elements_text(app_settings.value) as allowed (domain)
      where app_settings.key = 'staff_email_domains' and split_part(address, '@', 2) = lower(allowed.domain))
$$;
comment on function private.is_staff_email(text) is
  'Exact domain equality on a plain ASCII address in lower case: no sub-domain, list, quoting, plus or other script gets by (T29).';

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

create function private.queue_setting_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('app_settings', 0));
  return null;
end $$;
comment on function private.queue_setting_change() is
  'One writer after the other, so that versions become visible in their order.';

create function private.refuse_setting(code text, status integer, field text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.raise_app_error(code, status, message, json_build_object('field', field)::text);
end $$;

create function private.guard_staff_domains(domains jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not domains ? split_part(coalesce(private.own_email(), ''), '@', 2) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'Your own address would no longer be staff mail');
  end if;
  if not exists (
    select from public.admin_users join public.roles on roles.id = admin_users.role_id
    where roles.name = 'super_admin' and admin_users.is_active and admin_users.email_verified
      and domains ? split_part(lower(admin_users.email), '@', 2)) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'No super_admin could sign in any more');
  end if;
  if exists (
    select from public.admin_users join public.roles on roles.id = admin_users.role_id
    where admin_users.is_active and private.is_staff_email(admin_users.email)
      and not domains ? split_part(lower(admin_users.email), '@', 2)
      and not private.reaches((select staff.role_level from private.current_staff() as staff), roles.level)) then
    perform private.refuse_setting('SETTING_LOCKS_OUT', 409, 'staff_email_domains', 'Somebody mightier could not sign in any more');
  end if;
end $$;

create function private.guard_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if auth.uid() is not null then
      perform private.refuse_setting('SETTING_INVALID', 400, old.key, 'A setting is changed, not removed');
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and new.key <> old.key then
    perform private.refuse_setting('SETTING_INVALID', 400, old.key, 'A setting keeps its key');
  end if;
  if not private.fits_setting(new.key, new.value) then
    perform private.refuse_setting('SETTING_INVALID', 400, new.key, 'The setting cannot hold this value');
  end if;
  new.is_public := private.is_public_setting(new.key);
  if auth.uid() is not null and (tg_op = 'INSERT' or new.value <> old.value) then
    if private.setting_kind(new.key) is null then
      perform private.refuse_setting('SETTING_INVALID', 400, new.key, 'The server alone writes this setting');
    elsif new.key = 'staff_email_domains' then
      perform private.guard_staff_domains(new.value);
    elsif new.key = 'staff_second_step_for_all' and new.value = 'true' and not private.second_step_given() then
      perform private.refuse_setting('SETTING_LOCKS_OUT', 409, new.key, 'Add an authenticator app to your own account first');
    end if;
  end if;
  new.version := nextval('private.setting_versions');
  return new;
end $$;
comment on function private.guard_setting() is
  'Holds every write of a setting to its rule, whoever writes; a member of the staff cannot lock out the last super_admin, nor the one who saves.';

create function private.guard_maintenance_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  starts text;
  ends text;
begin
  select max(value #>> '{}') filter (where key = 'maintenance_starts_at'),
    max(value #>> '{}') filter (where key = 'maintenance_ends_at')
  into starts, ends from public.app_settings;
  if starts <> '' and ends <> '' and ends::timestamptz <= starts::timestamptz then
    perform private.refuse_setting('SETTING_INVALID', 400, 'maintenance_ends_at', 'The end lies before the start');
  end if;
  return null;
end $$;

create function private.settings_record() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('version', coalesce(max(app_settings.version), 0),
      'values', coalesce(jsonb_object_agg(app_settings.key, app_settings.value), '{}'))
    from public.app_settings where private.setting_kind(app_settings.key) is not null);
end $$;

create function private.require_settings_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
end $$;

create function private.read_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_settings_manager();
  return private.settings_record();
end $$;
grant execute on function private.read_settings() to authenticated;

create function public.read_settings() returns jsonb
language sql stable set search_path = '' begin atomic select private.read_settings(); end;
comment on function public.read_settings() is
  'Every setting that has a rule, with the version that a save names; for staff with settings.manage.';
grant execute on function public.read_settings() to authenticated;

create function private.changes_of_others(since bigint, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('field', app_settings.key, 'at', app_settings.updated_at, 'by', (
      select nullif(trim(concat(admin_users.first_name, ' ', admin_users.last_name)), '')
      from public.audit_log join public.admin_users on admin_users.supabase_auth_id = audit_log.actor
      where audit_log.entity = 'app_settings' and audit_log.entity_id = app_settings.key
      order by audit_log.id desc limit 1)) order by app_settings.key)
    from public.app_settings join jsonb_each(changes) as wanted on wanted.key = app_settings.key
    where app_settings.version > since and app_settings.value <> wanted.value);
end $$;
comment on function private.changes_of_others(bigint, jsonb) is
  'The settings among the changes that were changed to something else since the version; null when there is none.';

create function private.save_settings(version bigint, changes jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  others jsonb;
begin
  perform private.require_settings_manager();
  if save_settings.version is null or jsonb_typeof(changes) is distinct from 'object' or pg_column_size(changes) > 16384
    or exists (select from jsonb_object_keys(changes) as listed (name) where private.setting_kind(listed.name) is null) then
    perform private.raise_app_error('SETTING_INVALID', 400, 'Changes are an object of known settings and a version');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('app_settings', 0));
  others := private.changes_of_others(save_settings.version, changes);
  if others is not null then
    perform private.raise_app_error('VERSION_CONFLICT', 409, 'Somebody else changed the same settings',
      (private.settings_record() || jsonb_build_object('changes', others))::text);
  end if;
  insert into public.app_settings (key, value) select wanted.key, wanted.value from jsonb_each(changes) as wanted
  on conflict (key) do update set value = excluded.value where app_settings.value <> excluded.value;
  return private.settings_record();
end $$;
grant execute on function private.save_settings(bigint, jsonb) to authenticated;

create function public.save_settings(version bigint, changes jsonb) returns jsonb
language sql set search_path = '' begin atomic
  select private.require_fresh_staff_sign_in();
  select private.save_settings(version, changes);
end;
comment on function public.save_settings(bigint, jsonb) is
  'Saves settings, for staff with settings.manage, and gives all of them; VERSION_CONFLICT tells who changed the same since the version.';
grant execute on function public.save_settings(bigint, jsonb) to authenticated;

create function private.settings_history(before_id bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_settings_manager();
  return (
    select coalesce(json_agg(row_to_json(line) order by line.id desc), '[]') from (
      select log.id, log.entity_id as key, log.before -> 'value' as before, log.after -> 'value' as after, log.occurred_at,
        nullif(trim(concat(admin_users.first_name, ' ', admin_users.last_name)), '') as actor
      from public.audit_log as log left join public.admin_users on admin_users.supabase_auth_id = log.actor
      where log.entity = 'app_settings' and private.setting_kind(log.entity_id) is not null
        and (before_id is null or log.id < before_id)
      order by log.id desc limit 50) as line);
end $$;
grant execute on function private.settings_history(bigint) to authenticated;

create function public.settings_history(before_id bigint default null) returns json
language sql stable set search_path = '' begin atomic select private.settings_history(before_id); end;
comment on function public.settings_history(bigint) is
  'Who changed which setting from what to what, newest first, fifty a call; for staff with settings.manage.';
grant execute on function public.settings_history(bigint) to authenticated;

create function private.setting(name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select app_settings.value from public.app_settings where app_settings.key = name);
end $$;

create function private.server_setting_kind(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case key when 'demo_academy' then 'switch' when 'demo_content' then 'demo_content' when 'demo_people' then 'demo_people' end;
end $$;
comment on function private.server_setting_kind(text) is
  'What kind of value a setting has that the server keeps for itself and no member of the staff writes; null for any other.';

create function private.is_demo_people(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(value) = 'object' and value - '{seed,until}'::text[] = '{}' and private.is_whole_number(value -> 'seed', 1, 9999)
    and jsonb_typeof(value -> 'until') = 'string' and private.is_moment(to_jsonb((value ->> 'until') || 'T00:00:00Z'));
end $$;
comment on function private.is_demo_people(jsonb) is
  'Whether a value names made-up people: {seed: 1 to 9999, until: a day}.';

create policy app_settings_select_public on public.app_settings for select to anon, authenticated
  using (is_public);

create trigger app_settings_update_touch before update on public.app_settings
  for each row execute function private.set_updated_at();

create trigger app_settings_change_audit after insert or update or delete on public.app_settings
  for each row execute function private.record_change();

create trigger app_settings_change_queue before insert or update or delete on public.app_settings
  for each statement execute function private.queue_setting_change();

create trigger app_settings_change_guard before insert or update or delete on public.app_settings
  for each row execute function private.guard_setting();

create trigger app_settings_change_order after insert or update on public.app_settings
  for each statement execute function private.guard_maintenance_order();

create trigger app_settings_change_pages after insert or update or delete or truncate on public.app_settings
  for each statement execute function private.notify_page_change();
