-- Saving names the version that was read: what somebody else changed since is told, not written over.
create function private.settings_record() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('version', coalesce(max(app_settings.version), 0),
      'values', coalesce(jsonb_object_agg(app_settings.key, app_settings.value), '{}'))
    from public.app_settings where private.setting_kind(app_settings.key) is not null);
end $$;
revoke execute on function private.settings_record() from public;

create function private.require_settings_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
end $$;
revoke execute on function private.require_settings_manager() from public;

create function private.read_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_settings_manager();
  return private.settings_record();
end $$;
revoke execute on function private.read_settings() from public;
grant execute on function private.read_settings() to authenticated;
create function public.read_settings() returns jsonb
language sql stable set search_path = '' begin atomic select private.read_settings(); end;
comment on function public.read_settings() is 'Every setting that has a rule, with the version that a save names; for staff with settings.manage.';
revoke execute on function public.read_settings() from public, anon;
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
revoke execute on function private.changes_of_others(bigint, jsonb) from public;

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
revoke execute on function private.save_settings(bigint, jsonb) from public;
grant execute on function private.save_settings(bigint, jsonb) to authenticated;
create function public.save_settings(version bigint, changes jsonb) returns jsonb
language sql set search_path = '' begin atomic select private.save_settings(version, changes); end;
comment on function public.save_settings(bigint, jsonb) is
  'Saves settings, for staff with settings.manage, and gives all of them; VERSION_CONFLICT tells who changed the same since the version.';
revoke execute on function public.save_settings(bigint, jsonb) from public, anon;
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
revoke execute on function private.settings_history(bigint) from public;
grant execute on function private.settings_history(bigint) to authenticated;
create function public.settings_history(before_id bigint default null) returns json
language sql stable set search_path = '' begin atomic select private.settings_history(before_id); end;
comment on function public.settings_history(bigint) is
  'Who changed which setting from what to what, newest first, fifty a call; for staff with settings.manage.';
revoke execute on function public.settings_history(bigint) from public, anon;
grant execute on function public.settings_history(bigint) to authenticated;
