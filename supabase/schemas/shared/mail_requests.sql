create function private.device_rules() returns table (kind text, name text, place integer, pattern text)
language sql immutable set search_path = '' as $$
  -- The first that fits decides: most browsers also claim to be Chrome and Safari.
  values
    ('browser', 'Edge', 1, '\yEdg(e|A|iOS)?/'),
    ('browser', 'Opera', 2, '\y(OPR|OPiOS|Opera)\y'),
    ('browser', 'Samsung Internet', 3, '\ySamsungBrowser/'),
    ('browser', 'Yandex', 4, '\yYaBrowser/'),
    ('browser', 'Vivaldi', 5, '\yVivaldi/'),
    ('browser', 'Firefox', 6, '\y(Firefox|FxiOS)/'),
    ('browser', 'Chrome', 7, '\y(Chrome|CriOS|Chromium|HeadlessChrome)/'),
    ('browser', 'Safari', 8, '\yVersion/[\d.]+.*\ySafari/'),
    ('system', 'iOS', 1, '\y(iPhone|iPod)\y'),
    ('system', 'iPadOS', 2, '\yiPad\y'),
    ('system', 'Android', 3, '\yAndroid\y'),
    ('system', 'Windows', 4, '\yWindows\y'),
    ('system', 'ChromeOS', 5, '\yCrOS\y'),
    ('system', 'macOS', 6, '\y(Mac OS X|Macintosh)\y'),
    ('system', 'Linux', 7, '\yLinux\y')
$$;
comment on function private.device_rules() is
  'Browsers and systems as people know them, and what of a user agent shows them.';

create function private.device_words(user_agent text) returns table (browser text, system text)
language sql immutable set search_path = '' as $$
  select
    (array_agg(rules.name order by rules.place) filter (where rules.kind = 'browser'))[1],
    (array_agg(rules.name order by rules.place) filter (where rules.kind = 'system'))[1]
  from private.device_rules() as rules
  where left(coalesce(user_agent, ''), 500) ~ rules.pattern
$$;
comment on function private.device_words(text) is
  'Browser and system of a user agent as people know them, null where it says nothing known. The same rule as supabase/functions/_shared/device.ts.';

create function private.role_title(name text) returns text
language sql immutable set search_path = '' as $$
  select case name when 'super_admin' then 'הנהלה ראשית' when 'admin' then 'ניהול' when 'analyst' then 'ניתוח נתונים'
    when 'marketing' then 'שיווק' else name end
$$;
comment on function private.role_title(text) is 'The name of a role as mails write it.';

create function private.staff_mail_words(recipient text, redirect_to text) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Only the link of the invitation itself brings its words: who asks elsewhere for a mail to that address learns and changes nothing.
  select coalesce(
    (select jsonb_strip_nulls(jsonb_build_object('InvitedAs', private.role_title(roles.name),
      'InvitedBy', nullif(trim(concat_ws(' ', inviters.first_name, inviters.last_name)), ''),
      'InvitedUntil', to_char(invitations.expires_at at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI')))
    from public.invitation_history as invitations
      join public.roles on roles.id = invitations.role_id
      left join public.admin_users as inviters on inviters.id = invitations.invited_by
    where invitations.email = lower(staff_mail_words.recipient) and invitations.status = 'pending' and invitations.expires_at > now()
      and invitations.invitation_token = private.hash_token(substring(staff_mail_words.redirect_to from '/admin/accept-invitation[?](?:[^#]*&)?token=([0-9a-f]+)'))),
    (select jsonb_build_object('IsStaff', 'yes') from public.admin_users as members
    where members.email = lower(staff_mail_words.recipient) and members.is_active),
    '{}')
$$;
comment on function private.staff_mail_words(text, text) is
  'What the mail of a sign-in says to staff: of an invitation, whose link it leads to, the role, who invites and until when; of a member that it is one. Empty for everybody else.';

create function private.mail_request_words(request jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.staff_mail_words(request ->> 'recipient', request ->> 'redirect_to') || jsonb_strip_nulls(jsonb_build_object(
    'AcademyName', private.mail_sender() ->> 'name',
    'RequestedAt', to_char((request ->> 'requested_at')::timestamptz at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI'),
    'RequestedFrom', coalesce(nullif(concat_ws(', ', words.browser, words.system), ''), 'שלא זוהה')))
  from private.device_words(request ->> 'user_agent') as words
$$;
comment on function private.mail_request_words(jsonb) is
  'Name of the academy where the settings hold one, time of the wall clock in Israel, device in words of our own list, and what the mail says to staff.';
grant execute on function private.mail_request_words(jsonb) to supabase_auth_admin;

create function public.mail_request_words(request jsonb) returns jsonb
language sql stable set search_path = '' begin atomic select private.mail_request_words(request); end;
comment on function public.mail_request_words(jsonb) is
  'For the sign-in service: what its mails may say of the request that asked for them.';
revoke execute on function public.mail_request_words(jsonb) from service_role;
grant execute on function public.mail_request_words(jsonb) to supabase_auth_admin;
