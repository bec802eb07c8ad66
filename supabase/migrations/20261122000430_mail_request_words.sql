-- Who asked for a mail of the sign-in service, in words that its templates may show.
create function private.mail_request_words(request jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'RequestedAt', to_char((request ->> 'requested_at')::timestamptz at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI'),
    'RequestedFrom', coalesce(nullif(concat_ws(', ', words.browser, words.system), ''), 'שלא זוהה'))
  from private.device_words(request ->> 'user_agent') as words
$$;
comment on function private.mail_request_words(jsonb) is 'Time of the wall clock in Israel and device in words of our own list.';
revoke execute on function private.mail_request_words(jsonb) from public;
grant execute on function private.mail_request_words(jsonb) to supabase_auth_admin;
create function public.mail_request_words(request jsonb) returns jsonb
language sql stable set search_path = '' begin atomic select private.mail_request_words(request); end;
comment on function public.mail_request_words(jsonb) is 'For the sign-in service: what its mails may say of the request that asked for them.';
revoke execute on function public.mail_request_words(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.mail_request_words(jsonb) to supabase_auth_admin;
