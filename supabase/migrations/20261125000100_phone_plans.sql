-- A number counts as a phone when it is one of its country's: the length and the first digit of a line that reaches a
-- person, by the numbering plans. web/app/shared/phone/phone-patterns.rules.ts holds the same, and a test compares both.
create function private.phone_patterns() returns jsonb
language sql immutable set search_path = '' as $$ select '{
    "1": "[23456789]\\d{9}", "7": "[34789]\\d{9}", "20": "[135]\\d{7}|[1245689]\\d{8}|1\\d{9}",
    "27": "8\\d{4,7}|[12345678]\\d{8}", "30": "[2679]\\d{9}", "31": "[123456789]\\d{8}|9\\d{10}",
    "32": "[123456789]\\d{7}|4\\d{8}", "33": "[12345679]\\d{8}", "34": "[46789]\\d{8}",
    "36": "[123456789]\\d{7}|[2357]\\d{8}", "39": "0\\d{5,7}|0\\d{10,11}|[013]\\d{8}|[01345]\\d{9}",
    "40": "[23]\\d{5}|[237]\\d{8}", "41": "[23456789]\\d{8}",
    "43": "1\\d{3}|[15]\\d{4}|[134567]\\d{5}|[1234567]\\d{6,12}", "44": "1\\d{8}|[1257]\\d{9}",
    "45": "[23456789]\\d{7}", "46": "[1234689]\\d{6}|[12345689]\\d{7}|[123456789]\\d{8}", "47": "[23456789]\\d{7}",
    "48": "[123456789]\\d{6}|[123456789]\\d{8}",
    "49": "[3468]\\d{4}|[23456789]\\d{5,8}|[23456789]\\d{11,12}|[123456789]\\d{9,10}", "51": "[145678]\\d{7}|9\\d{8}",
    "52": "[23456789]\\d{9}", "53": "[34]\\d{5}|[2347]\\d{6}|[234567]\\d{7}|8\\d{9}", "54": "[1236]\\d{9}|9\\d{10}",
    "55": "[123456789]\\d{9,10}", "56": "[23456789]\\d{8}", "57": "4\\d{7}|[369]\\d{9}", "58": "[2456]\\d{9}",
    "60": "[456789]\\d{7}|[13]\\d{8}|1\\d{9}", "61": "[123478]\\d{8}",
    "62": "[236]\\d{6}|[2345679]\\d{7}|[23456789]\\d{8,10}|8\\d{11}",
    "63": "2\\d{5}|8\\d{7}|[2345678]\\d{8}|[89]\\d{9}", "64": "[234679]\\d{7}|[27]\\d{8}|2\\d{9}",
    "65": "[3689]\\d{7}", "66": "[123457]\\d{7}|[1689]\\d{8}", "81": "[123456789]\\d{8}|[56789]\\d{9}",
    "82": "[3456]\\d{4,5}|2\\d{7}|[123456]\\d{8}|[134567]\\d{9}|5\\d{10}", "84": "[1356789]\\d{8}|2\\d{9}",
    "86": "[123456789]\\d{6,7}|[123456789]\\d{9}|[3456789]\\d{8}|[134578]\\d{10}", "90": "[23458]\\d{9}",
    "91": "[123456789]\\d{9}", "92": "[12456789]\\d{8}|[23456789]\\d{9}", "93": "[234567]\\d{8}",
    "94": "[123456789]\\d{8}", "95": "[12]\\d{5}|[1245678]\\d{6}|[12456789]\\d{7}|[2456789]\\d{8}|9\\d{9}",
    "98": "[12345678]\\d{5,6}|[123456789]\\d{9}", "211": "[19]\\d{8}", "212": "[5678]\\d{8}",
    "213": "[1234]\\d{7}|[5679]\\d{8}", "216": "[2345789]\\d{7}", "218": "[23456789]\\d{8}",
    "220": "[23456789]\\d{6}|[48]\\d{8}", "221": "[379]\\d{8}", "222": "[234]\\d{7}", "223": "[2456789]\\d{7}",
    "224": "3\\d{7}|[67]\\d{8}", "225": "[02]\\d{9}", "226": "[024567]\\d{7}", "227": "[2789]\\d{7}",
    "228": "[279]\\d{7}", "229": "0\\d{9}", "230": "[23468]\\d{6}|[57]\\d{7}",
    "231": "[456]\\d{6}|2\\d{7}|[234578]\\d{8}", "232": "[236789]\\d{7}", "233": "[235]\\d{8}", "234": "[2789]\\d{9}",
    "235": "[236789]\\d{7}", "236": "[267]\\d{7}", "237": "[26]\\d{8}", "238": "[23459]\\d{6}", "239": "[29]\\d{6}",
    "240": "[235]\\d{8}", "241": "[234567]\\d{6}|[0167]\\d{7}", "242": "[02]\\d{8}",
    "243": "[1234568]\\d{6}|2\\d{7}|[189]\\d{8}|5\\d{9}", "244": "[29]\\d{8}", "245": "4\\d{6}|[49]\\d{8}",
    "246": "3\\d{6}", "247": "[23467]\\d{4}", "248": "[2469]\\d{6}", "249": "[19]\\d{8}", "250": "0\\d{7}|[27]\\d{8}",
    "251": "[12345789]\\d{8}", "252": "[1348]\\d{5}|[12345]\\d{6}|[12679]\\d{7}|[346789]\\d{8}", "253": "[27]\\d{7}",
    "254": "[456]\\d{6}|[2456]\\d{7}|[124567]\\d{8}", "255": "[2467]\\d{8}", "256": "[2347]\\d{8}",
    "257": "[2367]\\d{7}", "258": "2\\d{7}|8\\d{8}", "260": "[25679]\\d{8}", "261": "[23]\\d{8}",
    "262": "[2679]\\d{8}", "263": "[235678]\\d{8}|8\\d{9}", "264": "[68]\\d{7,8}", "265": "1\\d{6}|[123789]\\d{8}",
    "266": "[256]\\d{7}", "267": "[23456]\\d{6}|7\\d{7}", "268": "[237]\\d{7}", "269": "[347]\\d{6}",
    "290": "8\\d{3}|[2569]\\d{4}", "291": "[178]\\d{6}", "297": "[25679]\\d{6}", "298": "[23456789]\\d{5}",
    "299": "[123456789]\\d{5}", "350": "[256]\\d{7}", "351": "[123689]\\d{8}",
    "352": "[2345789]\\d{3,7}|[2345789]\\d{9,10}|[23456789]\\d{8}",
    "353": "[24569]\\d{6}|[124569]\\d{7}|[12456789]\\d{8}|4\\d{9}", "354": "[45678]\\d{6}|3\\d{8}",
    "355": "[234578]\\d{7}|6\\d{8}", "356": "[2379]\\d{7}", "357": "[279]\\d{7}",
    "358": "[1235689]\\d{4}|[12345689]\\d{5,8}|[45]\\d{9}", "359": "2\\d{5}|[23456789]\\d{6,7}|[89]\\d{8}",
    "370": "[3456789]\\d{7}", "371": "[26]\\d{7}", "372": "[345678]\\d{6}|[578]\\d{7}", "373": "[23567]\\d{7}",
    "374": "[123456789]\\d{7}", "375": "[1234]\\d{8}", "376": "[35678]\\d{5}|6\\d{8}",
    "377": "[3489]\\d{7}|[67]\\d{8}", "378": "[56]\\d{7}|0\\d{9}", "380": "[3456789]\\d{8}",
    "381": "[123]\\d{6}|[123]\\d{10,11}|[1236]\\d{7,9}", "382": "[234567]\\d{7}",
    "383": "[234]\\d{7}|[23]\\d{8}|3\\d{9,11}", "385": "[1234579]\\d{7}|[23459]\\d{8}", "386": "[12345678]\\d{7}",
    "387": "[3456]\\d{7}|6\\d{8}", "389": "[2347]\\d{7}", "420": "[2345679]\\d{8}",
    "421": "[2345]\\d{5,6}|[2345689]\\d{8}", "423": "[237]\\d{6}|6\\d{8}", "500": "[234567]\\d{4}",
    "501": "[2345678]\\d{6}", "502": "[2345678]\\d{7}", "503": "[2567]\\d{7}", "504": "[23789]\\d{7}",
    "505": "[25678]\\d{7}", "506": "[2345678]\\d{7}", "507": "[12345789]\\d{6}|6\\d{7}",
    "508": "[23456789]\\d{5}|[78]\\d{8}", "509": "[23459]\\d{7}", "590": "[56789]\\d{8}", "591": "[234567]\\d{7}",
    "592": "[234567]\\d{6}", "593": "[234567]\\d{7}|9\\d{8}", "594": "[56789]\\d{8}",
    "595": "[34678]\\d{6}|[2345678]\\d{7}|[23456789]\\d{8}", "596": "[56789]\\d{8}",
    "597": "[2345]\\d{5}|[6789]\\d{6}", "598": "[1249]\\d{7}", "599": "[347]\\d{6}|9\\d{7}",
    "670": "[2347]\\d{6}|7\\d{7}", "672": "[13]\\d{5}", "673": "[234578]\\d{6}", "674": "[2456789]\\d{6}",
    "675": "[2345689]\\d{6}|[78]\\d{7}", "676": "[2345678]\\d{4}|[56789]\\d{6}", "677": "[123456]\\d{4}|[6789]\\d{6}",
    "678": "[2348]\\d{4}|[5789]\\d{6}", "679": "[23456789]\\d{6}", "680": "[23456789]\\d{6}", "681": "[789]\\d{5}",
    "682": "[234578]\\d{4}", "683": "[4567]\\d{3}|8\\d{6}", "685": "[23456]\\d{4}|6\\d{5}|[78]\\d{6}|8\\d{9}",
    "686": "[23458]\\d{4}|[367]\\d{7}", "687": "[2345789]\\d{5}", "688": "2\\d{4}|9\\d{5}|7\\d{6}",
    "689": "[48]\\d{7}", "690": "[2347]\\d{3,6}", "691": "[389]\\d{6}", "692": "[23456]\\d{6}",
    "850": "[2345678]\\d{7}|1\\d{9}", "852": "[23456789]\\d{7}", "853": "[268]\\d{7}", "855": "[123456789]\\d{7,8}",
    "856": "[2345678]\\d{7}|3\\d{8}|2\\d{9}", "880": "[5789]\\d{5}|[3456789]\\d{6}|[23456789]\\d{7,8}|[123469]\\d{9}",
    "886": "[2345678]\\d{7}|[2345689]\\d{8}|7\\d{9,10}", "960": "[34679]\\d{6}",
    "961": "[13456789]\\d{6}|[278]\\d{7}", "962": "[23568]\\d{7}|[47]\\d{8}", "963": "[12345]\\d{7}|[12359]\\d{8}",
    "964": "[123456]\\d{7}|[23456]\\d{8}|7\\d{9}", "965": "[24569]\\d{7}", "966": "[15]\\d{8}",
    "967": "[1234567]\\d{6}|1\\d{7}|7\\d{8}", "968": "[1279]\\d{7}", "970": "[2489]\\d{7}|5\\d{8}",
    "971": "[234679]\\d{7}|5\\d{8}", "972": "[23489]\\d{7}|[57]\\d{8}", "973": "[1367]\\d{7}", "974": "[34567]\\d{7}",
    "975": "[2345678]\\d{6}|[178]\\d{7}", "976": "[1256789]\\d{7}|[12]\\d{8,9}", "977": "[123456789]\\d{7}|9\\d{9}",
    "992": "[0123456789]\\d{8}", "993": "[1234567]\\d{7}", "994": "[12345679]\\d{8}", "995": "[3457]\\d{8}",
    "996": "[2356789]\\d{8}", "998": "[2356789]\\d{8}"
  }'::jsonb
$$;
comment on function private.phone_patterns() is
  'What a national number looks like, by calling code: the regular expressions that the browser has too.';
revoke execute on function private.phone_patterns() from public;

create or replace function private.is_real_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(phone ~ '^\+[1-9][0-9]{1,14}$' and phone <> '+972000000000' and (
    select bool_or(substr(phone, 2 + digits) ~ ('^(?:' || (plans.patterns ->> substr(phone, 2, digits)) || ')$'))
    from (select private.phone_patterns() as patterns) as plans, generate_series(1, 3) as digits), false)
$$;
comment on function private.is_real_phone(text) is
  'A leading plus, then a number that its country has; not the placeholder ([5-06], [5-07]).';

-- What was stored under a wider rule stays where it is, and counts as missing: such a number leads nobody back.
alter table public.users add column phone_owed boolean not null default true;
comment on column public.users.phone_owed is
  'Whether the phone is missing, the placeholder or none of its country ([4-23]); written by a trigger alone.';

create function private.note_owed_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.phone_owed := not private.is_real_phone(new.phone_number);
  return new;
end $$;
comment on function private.note_owed_phone() is 'After users_write_guard, which brings the number into its stored form.';
revoke execute on function private.note_owed_phone() from public;
create trigger users_write_owed_phone before insert or update on public.users
  for each row execute function private.note_owed_phone();
alter table public.users disable trigger user;
update public.users set phone_owed = false where private.is_real_phone(phone_number);
alter table public.users enable trigger user;

-- Registrations that wait were said under the wider rule, and are gone in a day.
alter table private.registrations add constraint registrations_phone_number_real
  check (phone_number is null or private.is_real_phone(phone_number)) not valid;

create or replace function private.fill_profile(person uuid, said private.registrations) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  said_number text := case when private.is_real_phone(said.phone_number) then said.phone_number end;
  own_number text := said_number;
  consent record;
begin
  if own_number is not null and private.phone_holder(own_number, said.email) is not null then
    own_number := null;
  end if;
  for consent in select * from (values
    ('terms', true), ('privacy', true), ('marketing', said.marketing_consent)) as given (purpose, granted)
  loop
    insert into public.consent_events (user_id, purpose, granted, document_version_id, occurred_at)
    select person, consent.purpose, consent.granted, (
      select versions.id from public.legal_document_versions as versions
      join public.legal_documents as documents on documents.id = versions.document_id
      where documents.slug = consent.purpose and versions.is_published and versions.effective_at <= said.said_at
      order by versions.version desc limit 1), said.said_at;
  end loop;
  update public.users set first_name = said.first_name, last_name = said.last_name, phone_number = own_number,
    consent_given_at = said.said_at where users.id = person;
  update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_strip_nulls(jsonb_build_object(
    'first_name', said.first_name, 'last_name', said.last_name, 'phone_number', own_number, 'user_type', 'student',
    'marketing_consent', said.marketing_consent, 'privacy_consent', true, 'terms_consent', true))
  where users.id = person;
  return said_number is not null and own_number is null;
end $$;
