create function private.is_picture_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select address = '' or (address ~* '^(/[^/\\]|https?://[^/\s])' and address !~ '[\s<>"]' and length(address) <= 2000)
$$;
comment on function private.is_picture_address(text) is 'A path inside the site, an address on the web, or none.';
grant execute on function private.is_picture_address(text) to authenticated, service_role;

create function private.is_line(value jsonb, longest integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(value) = 'string' and char_length(value #>> '{}') <= longest
    and (value #>> '{}') !~ '[[:cntrl:]]' and (value #>> '{}') = trim(value #>> '{}');
end $$;

create function private.is_whole_number(value jsonb, lowest integer, highest integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(value) = 'number' and (value #>> '{}') ~ '^[0-9]{1,4}$' and (value #>> '{}')::integer between lowest and highest;
end $$;

create function private.is_moment(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(value) <> 'string' or (value #>> '{}') !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3})?Z$' then
    return (value #>> '{}') = '';
  end if;
  perform (value #>> '{}')::timestamptz;
  return true;
exception when datetime_field_overflow or invalid_datetime_format then
  return false;
end $$;

create function private.are_domains(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(value) <> 'array' or jsonb_array_length(value) not between 1 and 20 then
    return false;
  end if;
  return (
    select bool_and(jsonb_typeof(entry) = 'string' and char_length(entry #>> '{}') <= 253
        and (entry #>> '{}') ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$')
      and count(*) = count(distinct entry)
    from jsonb_array_elements(value) as listed (entry));
end $$;

create function private.setting_kind(key text) returns text
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
comment on function private.setting_kind(text) is
  'What kind of value a setting has; null for one that has no rule.';

create function private.is_public_setting(key text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(private.setting_kind(key) in ('line', 'email', 'phone', 'link', 'notice', 'moment'), false);
end $$;

create function private.fits_setting(key text, value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  as_text text := value #>> '{}';
begin
  -- What visitors read falls back on what the application was built with.
  if value = 'null' and private.is_public_setting(key) then
    return true;
  end if;
  return coalesce(case coalesce(private.setting_kind(key), private.server_setting_kind(key))
    when 'line' then private.is_line(value, 120) and as_text <> ''
    when 'email' then private.is_line(value, 254) and as_text ~ '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
    when 'phone' then private.is_line(value, 20) and as_text ~ '^\+?[0-9][0-9 -]{4,18}$'
    when 'link' then private.is_line(value, 200)
      and as_text ~ '^(https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(/[A-Za-z0-9@._~%/?=&+-]*)?)?$'
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
comment on function private.fits_setting(text, jsonb) is
  'Whether a setting may hold the value; one that is not declared holds none. Periods may be shorter than what the legal texts promise, never longer.';
