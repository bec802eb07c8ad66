-- After how many minutes without any activity a session of the staff ends; 0: never before its 24 hours.
create or replace function private.setting_kind(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when key in ('academy_name', 'contact_address', 'accessibility_name') then 'line'
    when key in ('contact_email', 'accessibility_email') then 'email'
    when key in ('contact_phone', 'accessibility_phone') then 'phone'
    when key in ('link_whatsapp', 'link_tiktok', 'link_instagram', 'link_facebook', 'link_youtube') then 'link'
    when key = 'maintenance_text' then 'notice'
    when key in ('maintenance_starts_at', 'maintenance_ends_at') then 'moment'
    when key = 'staff_email_domains' then 'domains'
    when key = 'staff_second_step_for_all' then 'switch'
    when key = 'mails_kept_days' then 'days'
    when key = 'visits_kept_months' then 'months'
    when key = 'trusted_proxy_hops' then 'hops'
    when key = 'media_quota_gb' then 'gigabytes'
    when key = 'media_trash_days' then 'trash_days'
    when key = 'staff_idle_minutes' then 'idle_minutes'
  end;
end $$;
create or replace function private.fits_setting(key text, value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  said text := value #>> '{}';
begin
  -- What visitors read falls back on what the application was built with.
  if value = 'null' and private.is_public_setting(key) then
    return true;
  end if;
  return coalesce(case coalesce(private.setting_kind(key), private.server_setting_kind(key))
    when 'line' then private.is_line(value, 120) and said <> ''
    when 'email' then private.is_line(value, 254) and said ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
    when 'phone' then private.is_line(value, 20) and said ~ '^\+?[0-9][0-9 -]{4,18}$'
    when 'link' then private.is_line(value, 200)
      and said ~ '^(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(/[A-Za-z0-9@._~%/?=&+-]*)?)?$'
    when 'notice' then private.is_line(value, 200)
    when 'moment' then private.is_moment(value)
    when 'domains' then private.are_domains(value)
    when 'switch' then jsonb_typeof(value) = 'boolean'
    when 'days' then private.is_whole_number(value, 7, 30)
    when 'months' then private.is_whole_number(value, 1, 13)
    when 'hops' then private.is_whole_number(value, 0, 9)
    when 'gigabytes' then private.is_whole_number(value, 1, 9999)
    when 'trash_days' then private.is_whole_number(value, 7, 365)
    -- Shorter than five, nobody reads a long ticket in peace; eight hours are a working day.
    when 'idle_minutes' then value = '0' or private.is_whole_number(value, 5, 480)
    when 'demo_content' then value in ('"adding"', '"partial"', '"complete"')
    when 'demo_people' then private.is_demo_people(value)
  end, false);
end $$;
insert into public.app_settings (key, value) values ('staff_idle_minutes', '60') on conflict (key) do nothing;
