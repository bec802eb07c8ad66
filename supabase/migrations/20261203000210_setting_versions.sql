-- Every write of a setting obeys its rule, gets the next version and, where visitors see it, is told to the pages.
create sequence private.setting_versions;
alter table public.app_settings add column version bigint not null default 0;
comment on column public.app_settings.version is 'Grows with every change of any setting; who saves names the highest one that was read.';

create function private.queue_setting_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('app_settings', 0));
  return null;
end $$;
comment on function private.queue_setting_change() is 'One writer after the other, so that versions become visible in their order.';
revoke execute on function private.queue_setting_change() from public;
create trigger app_settings_change_queue before insert or update or delete on public.app_settings
  for each statement execute function private.queue_setting_change();

create function private.refuse_setting(code text, status integer, field text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.raise_app_error(code, status, message, json_build_object('field', field)::text);
end $$;
revoke execute on function private.refuse_setting(text, integer, text, text) from public;

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
end $$;
revoke execute on function private.guard_staff_domains(jsonb) from public;

create function private.guard_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if private.setting_kind(old.key) is not null and auth.uid() is not null then
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
  if private.setting_kind(new.key) is not null then
    new.is_public := private.is_public_setting(new.key);
  end if;
  if auth.uid() is not null and (tg_op = 'INSERT' or new.value <> old.value) then
    if new.key = 'staff_email_domains' then
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
revoke execute on function private.guard_setting() from public;
create trigger app_settings_change_guard before insert or update or delete on public.app_settings
  for each row execute function private.guard_setting();

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
revoke execute on function private.guard_maintenance_order() from public;
create trigger app_settings_change_order after insert or update on public.app_settings
  for each statement execute function private.guard_maintenance_order();
create trigger app_settings_change_pages after insert or update or delete or truncate on public.app_settings
  for each statement execute function private.tell_page_change();

insert into public.app_settings (key, value)
values ('staff_second_step_for_all', 'false'), ('mails_kept_days', '30'), ('visits_kept_months', '13')
on conflict (key) do nothing;
