create function private.device_words(user_agent text) returns table (browser text, system text)
language sql immutable set search_path = '' as $$
  -- The first that fits decides: most browsers also claim to be Chrome and Safari.
  select
    case
      when header ~ '\yEdg(e|A|iOS)?/' then 'Edge'
      when header ~ '\y(OPR|OPiOS|Opera)\y' then 'Opera'
      when header ~ '\ySamsungBrowser/' then 'Samsung Internet'
      when header ~ '\yYaBrowser/' then 'Yandex'
      when header ~ '\yVivaldi/' then 'Vivaldi'
      when header ~ '\y(Firefox|FxiOS)/' then 'Firefox'
      when header ~ '\y(Chrome|CriOS|Chromium|HeadlessChrome)/' then 'Chrome'
      when header ~ '\yVersion/[\d.]+.*\ySafari/' then 'Safari'
    end,
    case
      when header ~ '\y(iPhone|iPod)\y' then 'iOS'
      when header ~ '\yiPad\y' then 'iPadOS'
      when header ~ '\yAndroid\y' then 'Android'
      when header ~ '\yWindows\y' then 'Windows'
      when header ~ '\yCrOS\y' then 'ChromeOS'
      when header ~ '\y(Mac OS X|Macintosh)\y' then 'macOS'
      when header ~ '\yLinux\y' then 'Linux'
    end
  from (select left(coalesce(user_agent, ''), 500) as header) as agent
$$;
comment on function private.device_words(text) is
  'Browser and system of a user agent as people know them, null where it says nothing known. The same rule as supabase/functions/_shared/device.ts.';

create function private.mail_request_words(request jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'AcademyName', private.mail_sender() ->> 'name',
    'RequestedAt', to_char((request ->> 'requested_at')::timestamptz at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI'),
    'RequestedFrom', coalesce(nullif(concat_ws(', ', words.browser, words.system), ''), 'שלא זוהה')))
  from private.device_words(request ->> 'user_agent') as words
$$;
comment on function private.mail_request_words(jsonb) is
  'Name of the academy where the settings hold one, time of the wall clock in Israel, and device in words of our own list.';
grant execute on function private.mail_request_words(jsonb) to supabase_auth_admin;

create function public.mail_request_words(request jsonb) returns jsonb
language sql stable set search_path = '' begin atomic select private.mail_request_words(request); end;
comment on function public.mail_request_words(jsonb) is
  'For the sign-in service: what its mails may say of the request that asked for them.';
revoke execute on function public.mail_request_words(jsonb) from service_role;
grant execute on function public.mail_request_words(jsonb) to supabase_auth_admin;
