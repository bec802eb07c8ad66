-- A setting that no rule knew was taken with any value, and the marks of a demo academy were such settings.
create function private.server_setting_kind(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case key when 'demo_academy' then 'switch' when 'demo_content' then 'demo_content' when 'demo_people' then 'demo_people' end;
end $$;
comment on function private.server_setting_kind(text) is
  'What kind of value a setting has that the server keeps for itself and no member of the staff writes; null for any other.';
revoke execute on function private.server_setting_kind(text) from public;

create function private.is_demo_people(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(value) = 'object' and value - '{seed,until}'::text[] = '{}' and private.is_whole_number(value -> 'seed', 1, 9999)
    and jsonb_typeof(value -> 'until') = 'string' and private.is_moment(to_jsonb((value ->> 'until') || 'T00:00:00Z'));
end $$;
comment on function private.is_demo_people(jsonb) is 'Whether a value names made-up people: {seed: 1 to 9999, until: a day}.';
revoke execute on function private.is_demo_people(jsonb) from public;

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
    when 'demo_content' then value in ('"adding"', '"partial"', '"complete"')
    when 'demo_people' then private.is_demo_people(value)
  end, false);
end $$;
comment on function private.fits_setting(text, jsonb) is
  'Whether a setting may hold the value; one that is not declared holds none. Periods may be shorter than what the legal texts promise, never longer.';

create or replace function private.guard_setting() returns trigger
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
