create function private.notice_by_token(token_input text) returns private.security_notices
language sql stable security definer set search_path = '' as $$
  select notices from private.security_notices as notices
  where notices.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')
$$;

create function private.describe_not_me(token_input text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  notice private.security_notices := private.notice_by_token(token_input);
begin
  if notice.id is null or (notice.used_at is null and notice.expires_at <= now()) then
    return json_build_object('state', 'unknown');
  end if;
  return json_build_object('state', case when notice.used_at is null then 'open' else 'done' end, 'kind', notice.kind,
    'masked_email', private.mask_own_email(notice.recipient), 'outcome', notice.outcome);
end $$;
grant execute on function private.describe_not_me(text) to anon, authenticated;

create function public.describe_not_me(token_input text) returns json
language sql stable set search_path = '' begin atomic select private.describe_not_me(token_input); end;
comment on function public.describe_not_me(text) is
  'For the page that asks before it acts: what the notice of a link was about and to whom it went (masked): open, done or unknown. Changes nothing.';
grant execute on function public.describe_not_me(text) to anon, authenticated;

create function private.end_everything(account uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = account;
  delete from auth.one_time_tokens where user_id = account;
  delete from auth.flow_state where user_id = account;
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    confirmation_token = '', recovery_token = '', reauthentication_token = '', encrypted_password = null
  where id = account;
  delete from private.permits where user_id = account;
  delete from private.account_recovery_tokens where user_id = account;
end $$;
comment on function private.end_everything(uuid) is
  'Ends all sessions of an account, every link and code under way, the change of address that waits, and a password that somebody planted.';

create function private.give_back_email(account uuid, former text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update auth.users set email = former, updated_at = now() where id = account;
  update auth.identities set identity_data = identity_data || jsonb_build_object('email', former), updated_at = now()
    where user_id = account and provider = 'email';
  return true;
exception when others then
  -- Somebody else has the address by now.
  return false;
end $$;

create function private.give_back_phone(account uuid, former text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.users set phone_number = former where id = account;
  return found;
exception when others then
  return false;
end $$;

create function private.take_back(notice private.security_notices) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted jsonb := notice.undo;
  undone text[] := '{}';
  remaining text[] := '{}';
begin
  if wanted ? 'former_email' then
    if not private.give_back_email(notice.user_id, wanted ->> 'former_email') then
      return jsonb_build_object('undone', undone, 'remaining', array['email']);
    end if;
    undone := undone || 'email'::text;
    -- Whoever took the address had the whole account: what changed after it goes too, and the links that they were sent.
    select wanted || coalesce(jsonb_object_agg(later.key, later.value order by later.created_at desc), '{}') into wanted from (
      select entry.key, entry.value, others.created_at from private.security_notices as others, jsonb_each(others.undo) as entry
      where others.user_id = notice.user_id and others.created_at >= notice.created_at and others.id <> notice.id
        and others.used_at is null and entry.key = 'former_phone') as later;
    select wanted || jsonb_build_object('factors', coalesce(jsonb_agg(ids.factor), '[]')) into wanted
      from private.security_notices as others, jsonb_array_elements(others.undo -> 'factors') as ids (factor)
      where others.user_id = notice.user_id and others.created_at >= notice.created_at;
    update private.security_notices as others set expires_at = now()
      where others.user_id = notice.user_id and others.created_at >= notice.created_at and others.id <> notice.id and others.expires_at > now();
  end if;
  if wanted ? 'former_phone' then
    if private.give_back_phone(notice.user_id, wanted ->> 'former_phone') then
      undone := undone || 'phone'::text;
    else
      remaining := remaining || 'phone'::text;
    end if;
  end if;
  if jsonb_array_length(coalesce(wanted -> 'factors', '[]')) > 0 then
    -- For a day only: after it, who reads an old mail must not take off the step that keeps readers of mails out.
    delete from auth.mfa_factors as factors where factors.user_id = notice.user_id and wanted -> 'factors' ? factors.id::text
      and exists (select from private.security_notices as notices
        where notices.user_id = notice.user_id and notices.undo -> 'factors' ? factors.id::text and notices.created_at > now() - interval '24 hours');
    if found then
      undone := undone || 'second_step'::text;
    elsif exists (select from auth.mfa_factors as factors where factors.user_id = notice.user_id and wanted -> 'factors' ? factors.id::text) then
      remaining := remaining || 'second_step'::text;
    end if;
  end if;
  -- Whoever took the address could make codes as well, and hear of them there.
  if wanted ?| '{recovery_codes,former_email}' then
    delete from private.recovery_codes as codes where codes.user_id = notice.user_id and codes.used_at is null;
    if found then
      undone := undone || 'recovery_codes'::text;
    end if;
  end if;
  delete from private.known_devices as devices using jsonb_array_elements(coalesce(wanted -> 'devices', '[]')) as noticed (device)
    where devices.user_id = notice.user_id and devices.browser = noticed.device ->> 'browser' and devices.system = noticed.device ->> 'system';
  update public.users set deletion_due_at = null
    where id = notice.user_id and deletion_due_at - interval '14 days' >= notice.created_at;
  if found then
    undone := undone || 'deletion'::text;
  end if;
  return jsonb_build_object('undone', undone, 'remaining', remaining);
end $$;
comment on function private.take_back(private.security_notices) is
  'Takes back what a notice told of, where that gives the account back what it had; says what it could and what it could not.';

create function private.report_not_me(token_input text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  notice private.security_notices;
  displaced text;
  present text;
  was_changing boolean;
  result jsonb;
begin
  -- One statement redeems: of parallel presses one goes on, the others wait for it and are told what it came to.
  update private.security_notices as notices set used_at = now()
    where notices.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')
      and notices.used_at is null and notices.expires_at > now()
    returning * into notice;
  if not found then
    return private.describe_not_me(token_input);
  end if;
  -- Whoever presses, it is the link that acts: rules for the owner's own changes ask for a session that it must not need.
  perform set_config('request.jwt.claims', '{"role":"anon"}', true);
  select users.email, users.email_change <> '' into displaced, was_changing from auth.users where users.id = notice.user_id for update;
  perform private.end_everything(notice.user_id);
  result := private.take_back(notice);
  if was_changing then
    result := jsonb_set(result, '{undone}', (result -> 'undone') || '"email_change"');
  end if;
  result := result || jsonb_build_object('is_staff', exists (
    select from public.admin_users where admin_users.supabase_auth_id = notice.user_id and admin_users.is_active));
  update private.security_notices set outcome = result where id = notice.id;
  insert into public.audit_log (action, entity, entity_id, after)
  values ('not me', 'users', notice.user_id::text, result || jsonb_build_object('kind', notice.kind));
  select users.email into present from auth.users where users.id = notice.user_id;
  insert into public.email_outbox (kind, recipient, subject, content)
  select 'security_notice', address, private.notice_subject('account_secured'),
    jsonb_build_object('what', case when address = present then 'account_secured' else 'address_given_back' end,
      'events', jsonb_build_array(jsonb_build_object('at', now())), 'times', 1) || result
  from (select present as address union select displaced) as addresses where address is not null;
  return private.describe_not_me(token_input);
end $$;
grant execute on function private.report_not_me(text) to anon, authenticated;

create function public.report_not_me(token_input text) returns json
language sql volatile set search_path = '' begin atomic select private.report_not_me(token_input); end;
comment on function public.report_not_me(text) is
  'The press on ''this wasn''t me'': ends every session of the account and all links under way, takes back what the notice told of, and tells the owner. Once; again it says what was done.';
grant execute on function public.report_not_me(text) to anon, authenticated;
