create function private.raise_app_error(code text, status integer, message text, details text default null)
returns void language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', json_build_object())::text;
end $$;
comment on function private.raise_app_error(text, integer, text, text) is
  'Ends the statement with one of our own codes; PostgREST passes code, message and status on to the browser.';

create function private.set_updated_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
