-- What no API role may reach: definer functions, secrets and counters. It is never an exposed schema.
create schema private;
comment on schema private is 'Rules behind the API: definer functions, secrets, counters. Not exposed.';
revoke all on schema private from public;

create function private.raise_app_error(code text, status integer, message text, details text default null)
returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', json_build_object())::text;
end $$;
comment on function private.raise_app_error(text, integer, text, text) is
  'Ends the statement with one of our own codes; PostgREST passes code, message and status on to the browser.';
revoke execute on function private.raise_app_error(text, integer, text, text) from public;

create function private.set_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
revoke execute on function private.set_updated_at() from public;
