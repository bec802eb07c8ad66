do $$ begin
  for bucket in 0..63 loop
    execute format('create sequence private.registration_guesses_%s', bucket);
    execute format('create sequence private.profile_guesses_%s', bucket);
  end loop;
end $$;

create function private.save_profile(
  first_name text, last_name text, phone_number text, terms_consent boolean, privacy_consent boolean
) returns json language plpgsql volatile security definer set search_path = '' as $$
declare
  phone text := private.normalise_phone(save_profile.phone_number);
  caller text := private.caller_network();
  student public.users;
  holder text;
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'Only an active student can do this');
  end if;
  select * into student from public.users where users.id = auth.uid() for update;
  if phone is distinct from student.phone_number and private.is_real_phone(phone) then
    if private.is_real_phone(student.phone_number) then
      perform private.require_fresh_sign_in();
    end if;
    -- Looked at before the number is, one caller at a time: past the limit a free number is refused like a taken one.
    perform pg_advisory_xact_lock(hashtextextended('phone asked ' || caller, 0));
    if private.count_attempts('phone asked', student.id::text, '1 hour') >= 5
      or private.count_attempts('phone asked address', caller, '1 hour') >= 5 then
      return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    if private.phone_guesses('profile', caller) > 400 then
      return private.error_response('TOO_MANY_REQUESTS', 'Too many requests');
    end if;
    holder := private.phone_holder(phone, student.email);
    if holder is not null then
      perform private.take_attempt('phone asked', student.id::text, phone, 5, '1 hour');
      perform private.take_attempt('phone asked address', caller, phone, 5, '1 hour');
      return private.error_response('PHONE_ALREADY_EXISTS', 'The phone number belongs to another account',
        format('{"existingEmail":%s}', to_json(private.mask_email(holder))));
    end if;
  end if;
  update public.users set
    first_name = private.plain_name(save_profile.first_name), last_name = private.plain_name(save_profile.last_name),
    phone_number = phone,
    terms_consent = users.terms_consent or coalesce(save_profile.terms_consent, false),
    privacy_consent = users.privacy_consent or coalesce(save_profile.privacy_consent, false)
  where users.id = student.id;
  return json_build_object('error', null);
end $$;
grant execute on function private.save_profile(text, text, text, boolean, boolean) to authenticated;

create function public.save_profile(
  first_name text, last_name text, phone_number text, terms_consent boolean default false, privacy_consent boolean default false
) returns json language sql volatile set search_path = '' begin atomic
  select private.save_profile(first_name, last_name, phone_number, terms_consent, privacy_consent);
end;
comment on function public.save_profile(text, text, text, boolean, boolean) is
  'Saves names and phone of the caller and adds what is agreed to; {"error": null}, or PHONE_ALREADY_EXISTS with the masked address of the holder, for five numbers an hour. Another number in place of a real one wants a fresh sign-in.';
grant execute on function public.save_profile(text, text, text, boolean, boolean) to authenticated;

create function private.phone_guesses(kind text, caller text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select private.count_for_good(
    format('private.%s_guesses_%s', kind, get_byte(private.keyed_hash(kind || ' guesses ' || caller), 0) % 64)::regclass, '1 hour')
$$;
comment on function private.phone_guesses(text, text) is
  'Counts a question about a phone and gives how many there were this hour from callers of the same hash; no rollback takes it back.';

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
