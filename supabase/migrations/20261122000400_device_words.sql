-- What a user agent says about a device, in words of our own list: a made-up one never puts its text anywhere.
create function private.device_words(user_agent text) returns table (browser text, system text)
language sql immutable set search_path = '' as $$
  -- The first that fits decides: most browsers also claim to be Chrome and Safari.
  select
    case
      when said ~ '\yEdg(e|A|iOS)?/' then 'Edge'
      when said ~ '\y(OPR|OPiOS|Opera)\y' then 'Opera'
      when said ~ '\ySamsungBrowser/' then 'Samsung Internet'
      when said ~ '\yYaBrowser/' then 'Yandex'
      when said ~ '\yVivaldi/' then 'Vivaldi'
      when said ~ '\y(Firefox|FxiOS)/' then 'Firefox'
      when said ~ '\y(Chrome|CriOS|Chromium|HeadlessChrome)/' then 'Chrome'
      when said ~ '\yVersion/[\d.]+.*\ySafari/' then 'Safari'
    end,
    case
      when said ~ '\y(iPhone|iPod)\y' then 'iOS'
      when said ~ '\yiPad\y' then 'iPadOS'
      when said ~ '\yAndroid\y' then 'Android'
      when said ~ '\yWindows\y' then 'Windows'
      when said ~ '\yCrOS\y' then 'ChromeOS'
      when said ~ '\y(Mac OS X|Macintosh)\y' then 'macOS'
      when said ~ '\yLinux\y' then 'Linux'
    end
  from (select left(coalesce(user_agent, ''), 500) as said) as agent
$$;
comment on function private.device_words(text) is
  'Browser and system of a user agent as people know them, null where it says nothing known. The same rule as supabase/functions/_shared/device.ts.';
revoke execute on function private.device_words(text) from public;
