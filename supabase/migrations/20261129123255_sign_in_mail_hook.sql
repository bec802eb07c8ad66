set local check_function_bodies = off;

CREATE SEQUENCE "private"."mail_code_guesses_0" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_10" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_11" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_12" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_13" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_14" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_15" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_16" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_17" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_18" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_19" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_1" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_20" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_21" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_22" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_23" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_24" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_25" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_26" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_27" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_28" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_29" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_2" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_30" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_31" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_32" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_33" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_34" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_35" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_36" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_37" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_38" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_39" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_3" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_40" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_41" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_42" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_43" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_44" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_45" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_46" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_47" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_48" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_49" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_4" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_50" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_51" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_52" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_53" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_54" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_55" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_56" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_57" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_58" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_59" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_5" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_60" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_61" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_62" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_63" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_6" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_7" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_8" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE SEQUENCE "private"."mail_code_guesses_9" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

CREATE TABLE "private"."mail_codes" ("recipient" text NOT NULL, "purpose" text NOT NULL, "code_hash" bytea NOT NULL, "link_token" text NOT NULL, "guesses" integer NOT NULL DEFAULT 0, "expires_at" timestamp with time zone NOT NULL DEFAULT (now() + '00:10:00'::interval), CONSTRAINT "mail_codes_pkey" PRIMARY KEY (recipient, purpose));

ALTER TABLE "private"."mail_codes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.decide_outgoing(hold_id uuid, kinds text[], choice text, reason text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  why constant text := 'dropped after a restore';
  done constant text := 'outgoing ' || case choice when 'send' then 'released' when 'drop' then 'dropped' else 'paused' end;
  hold private.outgoing_holds;
  decided text[];
  one text;
  waited integer;
  dropped integer;
begin
  perform private.require_outgoing_right();
  if current_setting('role') = 'authenticated' then
    perform private.require_fresh_sign_in();
  end if;
  if choice is null or choice not in ('send', 'drop', 'pause') or coalesce(cardinality(kinds), 0) = 0
    or not kinds <@ '{sign_in,mails,campaigns,schedules,deletions}' or choice = 'pause' and kinds <> '{campaigns}'
    or choice = 'drop' and 'deletions' = any (kinds) or coalesce(trim(reason), '') = '' or char_length(reason) > 500 then
    perform private.raise_app_error('OUTGOING_INVALID', 400,
      'Kinds, a choice (send, drop, or pause for campaigns; deletions are never dropped) and a reason of at most 500 characters');
  end if;
  select * into hold from private.outgoing_holds as holds where holds.id = hold_id for update;
  if not found or hold.ended_at is not null and private.is_outgoing_held() then
    perform private.raise_app_error('OUTGOING_CHANGED', 409, 'The hold is another one now');
  end if;
  -- What somebody has decided stays so: a repeat finds nothing to do.
  decided := array(select held from unnest(hold.kinds) as held where held = any (decide_outgoing.kinds));
  foreach one in array decided loop
    waited := (select count(*) from private.outgoing_things() as things where things.kind = one);
    dropped := case
      when choice = 'send' then case one
        -- Never sent late: the codes and links in them are over, and who wanted in has asked again.
        when 'sign_in' then private.drop_sign_in_mails('10 minutes', 'its code was over before it could leave')
        when 'mails' then private.drop_mails('account_recovery', '1 day', 'its link was over before it could leave')
          + private.drop_mails('invite', '1 day', 'its link was over before it could leave')
          + (select sum(private.drop_mails(late, '10 minutes', 'its code was over before it could leave'))
            from unnest('{confirmation,magic_link,recovery,email_change}'::text[]) as late)
        else 0 end
      else case one
        when 'sign_in' then private.drop_sign_in_mails('0', why)
        when 'mails' then private.drop_mails(null, '0', why)
        when 'campaigns' then private.stop_campaigns(choice)
        else private.drop_schedules() end
    end;
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), done, 'outgoing_holds', hold.id::text,
      jsonb_build_object('kind', one, 'count', waited, 'dropped', dropped, 'reason', trim(reason)));
  end loop;
  update private.outgoing_holds as holds
  set kinds = array(select held from unnest(hold.kinds) as held where held <> all (decided)),
    ended_at = coalesce(holds.ended_at, case when hold.kinds <@ decided then now() end)
  where holds.id = hold.id and cardinality(decided) > 0;
  return json_build_object('decided', decided, 'hold', private.read_outgoing_hold());
end $function$;

CREATE OR REPLACE FUNCTION private.delete_person_mails(addresses text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if to_regclass('mail.outbox') is not null then
    execute 'delete from mail.outbox where recipient = any ($1)' using addresses;
  end if;
  delete from private.mail_codes as codes where codes.recipient = any (addresses);
  delete from private.refused_mails as mails where mails.sender = any (addresses);
end $function$;

CREATE OR REPLACE FUNCTION private.device_of_return(return_to text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(rules.name, ', ' order by rules.kind)
  from regexp_match(return_to, '[?&]on=([A-Za-z_]*)-([A-Za-z]*)(?:&|$)') as named, private.device_rules() as rules
  where rules.name = case rules.kind when 'browser' then replace(named[1], '_', ' ') else named[2] end
$function$;

CREATE OR REPLACE FUNCTION private.device_rules()
 RETURNS TABLE(kind text, name text, place integer, pattern text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.device_words(user_agent text)
 RETURNS TABLE(browser text, system text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    (array_agg(rules.name order by rules.place) filter (where rules.kind = 'browser'))[1],
    (array_agg(rules.name order by rules.place) filter (where rules.kind = 'system'))[1]
  from private.device_rules() as rules
  where left(coalesce(user_agent, ''), 500) ~ rules.pattern
$function$;

CREATE OR REPLACE FUNCTION private.forget_old_rows(batch_size integer)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mails integer;
  visits integer;
  links integer;
  mail_days integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  visit_months integer := coalesce((private.setting('visits_kept_months') #>> '{}')::integer, 13);
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - make_interval(days => mail_days) and done.status <> 'queued'
    order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - make_interval(months => visit_months) order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  delete from private.page_changes where page_changes.changed_at < now() - interval '1 hour';
  -- Not bounded: thirty an hour for each member of the staff are all there can be.
  delete from private.list_exports where list_exports.opened_at < now() - interval '1 hour';
  -- Not bounded: an address has two at most, and each is asked for by a mail.
  delete from private.mail_codes where mail_codes.expires_at < now();
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  delete from private.sign_ins where session_id in (
    select past.session_id from private.sign_ins as past
    where past.signed_in_at < now() - interval '180 days' order by past.signed_in_at limit batch_size);
  delete from private.security_events where id in (
    select past.id from private.security_events as past
    where past.last_at < now() - interval '90 days' order by past.last_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $function$;

CREATE OR REPLACE FUNCTION private.give_back_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.attempts where attempts.id in (
    select distinct on (used.scope) used.id from private.attempts as used
    where used.scope in ('mail mailbox', 'mail mailbox day') and used.key_hash = (
      select private.keyed_hash(private.limited_mailbox(users.email)) from auth.users where users.id = new.user_id)
    order by used.scope, used.occurred_at desc);
  return null;
exception when others then
  raise warning 'a mail that was used still counts: %', sqlstate;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.has_permit(account uuid, purpose text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.permits
    where permits.user_id = account and permits.purpose = has_permit.purpose
      and permits.granted_at > now() - interval '10 minutes')
$function$;

CREATE OR REPLACE FUNCTION private.hook_before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := lower(trim(event #>> '{user,email}'));
  meta jsonb := coalesce(event #> '{user,user_metadata}', '{}');
  phone text := private.normalise_phone(meta ->> 'phone_number');
  holder text;
begin
  if meta ->> 'user_type' = 'admin' then
    -- Counted before it is answered, and together with check_admin_sign_in: there is one limit for asking who is staff.
    if not private.take_attempt(
      'staff sign-in', private.network_of(event #>> '{metadata,ip_address}'), address, 20, '1 hour') then
      return private.hook_refusal(429, 'Too many requests');
    end if;
    if exists (
      select from public.invitation_history as invitations
      where invitations.email = address and invitations.status = 'pending' and invitations.expires_at > now())
      or exists (select from public.admin_users where admin_users.email = address and admin_users.is_active) then
      return '{}';
    end if;
    return private.hook_refusal(403, case when exists (select from public.admin_users where admin_users.email = address)
      then 'Admin account is deactivated' else 'Admin user not found' end);
  end if;
  -- An account that does not say it is a student's may be completed later: the phone gate asks for what is missing.
  if meta ->> 'user_type' is null and phone is null then
    return '{}';
  end if;
  if coalesce(trim(meta ->> 'first_name'), '') = '' or coalesce(trim(meta ->> 'last_name'), '') = '' or coalesce(address, '') = '' then
    return private.hook_refusal(400, 'First name, last name and email are required');
  end if;
  if phone is null then
    return private.hook_refusal(400, 'Phone number is required');
  end if;
  if not private.is_real_phone(phone) then
    return private.hook_refusal(400, 'INVALID_PHONE_NUMBER');
  end if;
  if coalesce(meta ->> 'privacy_consent', '') <> 'true' or coalesce(meta ->> 'terms_consent', '') <> 'true' then
    return private.hook_refusal(400, 'Privacy and Terms consent are required');
  end if;
  -- Counted together with begin_registration, and for the same number and address once.
  holder := private.phone_conflict(private.network_of(event #>> '{metadata,ip_address}'), phone, address);
  if holder is null then
    return '{}';
  end if;
  return private.hook_refusal(409, format('PHONE_ALREADY_EXISTS {"existingEmail":%s}', to_json(holder)));
end $function$;

CREATE OR REPLACE FUNCTION private.hook_refusal(http_code integer, message text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('error', jsonb_build_object('http_code', http_code, 'message', message))
$function$;

CREATE OR REPLACE FUNCTION private.hook_send_email(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  action text := event #>> '{email_data,email_action_type}';
  code_purpose constant text := case action when 'email_change' then 'email_change' else 'email' end;
  return_to constant text := coalesce(event #>> '{email_data,redirect_to}', '');
  device text := coalesce(event #>> '{metadata,user_agent}', (
    select sessions.user_agent from private.permits join auth.sessions on sessions.id = permits.session_id
    where permits.user_id = (event #>> '{user,id}')::uuid and permits.purpose = 'email' and action = 'email_change'));
  words jsonb;
  permitted jsonb;
  letter record;
  code text;
begin
  -- What happened in an account is mailed by triggers of ours (private.security_notices), whatever the service asks for.
  if action like '%\_notification' then
    return '{}';
  end if;
  if action is null or action not in ('signup', 'magiclink', 'invite', 'recovery', 'email_change') then
    return private.hook_refusal(422, 'Mails of this kind are not sent here');
  end if;
  permitted := private.permit_sign_in_mail(event);
  if permitted <> '{}' then
    return permitted;
  end if;
  words := private.mail_request_words(jsonb_build_object('requested_at', now(), 'user_agent', device));
  for letter in select * from private.sign_in_letters(event) loop
    -- The first 48 bits of such an id are random.
    code := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
    insert into private.mail_codes (recipient, purpose, code_hash, link_token)
    values (letter.recipient, code_purpose, private.mail_code_hash(letter.recipient, code_purpose, code), letter.token)
    on conflict on constraint mail_codes_pkey do update set
      code_hash = excluded.code_hash, link_token = excluded.link_token, guesses = 0, expires_at = excluded.expires_at;
    insert into public.email_outbox (kind, recipient, subject, content, request_hash)
    values (case action when 'signup' then 'confirmation' when 'magiclink' then 'magic_link' when 'invite' then 'invite'
        when 'recovery' then 'recovery' when 'email_change' then 'email_change' end,
      letter.recipient,
      private.academy_subject(case action
        when 'signup' then 'אישור ההרשמה'
        when 'invite' then 'הזמנה לצוות'
        when 'email_change' then 'אישור כתובת המייל החדשה'
        else 'הכניסה לחשבון' end),
      jsonb_strip_nulls(jsonb_build_object(
        'email', event #>> '{user,email}', 'new_email', event #>> '{user,new_email}', 'code', code, 'token', letter.token,
        'return_to', return_to, 'asked_at', words ->> 'RequestedAt',
        'asked_from', case when device is not null then words ->> 'RequestedFrom' else private.device_of_return(return_to) end)),
      substring(return_to from '[?&]n=([0-9a-f]{64})(?:&|$)'));
  end loop;
  return '{}';
end $function$;

CREATE OR REPLACE FUNCTION private.limited_mailbox(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(local, '.', '') || '@gmail.com' else box end
  from private.mailbox_of(address) as box,
    lateral (select split_part(box, '@', 1) as local, split_part(box, '@', 2) as domain) as parts
$function$;

CREATE OR REPLACE FUNCTION private.mail_code_hash(recipient text, purpose text, code text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.keyed_hash(jsonb_build_array('mail code', recipient, purpose, code)::text)
$function$;

CREATE OR REPLACE FUNCTION private.mail_delivery(request_key text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hashed text := encode(sha256(convert_to(coalesce(request_key, ''), 'UTF8')), 'hex');
  mail record;
begin
  select kind, status, last_failure, next_attempt_at, created_at, sent_at into mail
    from public.email_outbox where request_hash = hashed order by created_at desc limit 1;
  if not found and to_regclass('mail.outbox') is not null then
    -- Mails of sign-in, where the sign-in service has an outbox that we can read; a Supabase project's has none.
    execute 'select ''sign_in'' as kind, status, last_failure, next_attempt_at, created_at, sent_at
      from mail.outbox where request_hash = $1 order by created_at desc limit 1' into mail using hashed;
  end if;
  if mail.kind is null then
    return null;
  end if;
  if mail.kind = 'account_recovery' then
    -- Who knows a phone alone learns nothing of the mailbox behind it: not that there is none, not that it refused.
    return json_build_object(
      'status', case
        when mail.created_at > now() - interval '10 seconds' then 'queued'
        when mail.status = 'queued' and mail.last_failure = 'unreachable' then 'delayed'
        else 'handled' end,
      'asked_at', mail.created_at,
      'sent_at', null,
      'next_attempt_at', case when mail.status = 'queued' and mail.last_failure = 'unreachable' then mail.next_attempt_at end);
  end if;
  return json_build_object(
    'status', case
      when mail.status = 'sent' then 'sent'
      when mail.status = 'queued' then case when mail.last_failure is null then 'queued' else 'delayed' end
      when mail.last_failure = 'permanent' then 'refused'
      else 'failed' end,
    'asked_at', mail.created_at,
    'sent_at', mail.sent_at,
    'next_attempt_at', case when mail.status = 'queued' and mail.last_failure is not null then mail.next_attempt_at end);
end $function$;

CREATE OR REPLACE FUNCTION private.permit_sign_in_mail(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account uuid := event #>> '{user,id}';
  letter record;
  seconds integer;
begin
  if exists (select from auth.users where users.id = account and users.banned_until > now())
    or exists (select from public.users where users.id = account and not users.is_active) then
    return private.hook_refusal(403, 'Account is deactivated. Please contact support.');
  end if;
  -- What guard_email_change will ask when the change is stored; one that is under way may be mailed again.
  if event #>> '{email_data,email_action_type}' = 'email_change' and not private.has_permit(account, 'email')
    and not exists (select from auth.users where users.id = account and lower(users.email_change) = lower(event #>> '{user,new_email}')) then
    return private.hook_refusal(403, 'REAUTHENTICATION_NEEDED Sign in again to do this');
  end if;
  -- The sign-in service of the embedded server has counted the mail already, with those of its own; a project's has not.
  if to_regprocedure('mail.count_mail_to(text)') is not null then
    return '{}';
  end if;
  if (select count(*) from public.email_outbox as mails where mails.created_at > now() - interval '1 hour'
      and mails.kind in ('confirmation', 'magic_link', 'invite', 'recovery', 'email_change')) >= 2000 then
    return private.hook_refusal(429, 'email rate limit exceeded');
  end if;
  -- In one order, so that two who want each other's mailbox do not wait for each other.
  for letter in select * from private.sign_in_letters(event) as letters order by private.limited_mailbox(letters.recipient) loop
    seconds := private.take_mail_share(letter.recipient, letter.signs_in);
    if seconds > 0 then
      return private.hook_refusal(429, format('For security purposes, you can only request this after %s seconds.', seconds));
    end if;
  end loop;
  return '{}';
end $function$;

CREATE OR REPLACE FUNCTION private.redeem_mail_code(email text, code text, purpose text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address text := lower(trim(coalesce(redeem_mail_code.email, '')));
  caller text := private.caller_network();
  tried private.mail_codes;
begin
  if caller <> '' and not private.take_call('mail code', caller, 30, '5 minutes') then
    return null;
  end if;
  -- A code that is right is worth its link; one that is wrong counts, also where the statement fails after the answer.
  if exists (select from private.mail_codes as codes where codes.recipient = address)
    and private.phone_guesses('mail_code', address) > 400 then
    return null;
  end if;
  update private.mail_codes as codes set guesses = codes.guesses + 1
    where codes.recipient = address and codes.purpose = redeem_mail_code.purpose and codes.guesses < 5 and codes.expires_at > now()
    returning codes.* into tried;
  if tried.recipient is null then
    return null;
  end if;
  if tried.code_hash <> private.mail_code_hash(address, tried.purpose, coalesce(redeem_mail_code.code, '')) then
    perform private.note_own_refusal('code', 'redeem_mail_code', null);
    return null;
  end if;
  delete from private.mail_codes as codes where codes.recipient = address and codes.purpose = tried.purpose;
  return tried.link_token;
end $function$;

CREATE OR REPLACE FUNCTION private.require_permit(account uuid, purpose text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_permit(account, purpose) then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.sign_in_letters(event jsonb)
 RETURNS TABLE(recipient text, token text, signs_in boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- In a change of address `token_hash` is the token of the new address and `token_hash_new` that of the present one.
  select lower(letters.recipient), letters.token, letters.is_present and event #>> '{user,email_confirmed_at}' is not null
  from (values
    ('email_change', true, event #>> '{user,email}', event #>> '{email_data,token_hash_new}'),
    ('email_change', false, event #>> '{user,new_email}', event #>> '{email_data,token_hash}'),
    ('', true, event #>> '{user,email}', event #>> '{email_data,token_hash}')
  ) as letters (action, is_present, recipient, token)
  where letters.token <> ''
    and letters.action = case when event #>> '{email_data,email_action_type}' = 'email_change' then 'email_change' else '' end
$function$;

CREATE OR REPLACE FUNCTION private.take_mail(address text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent record;
begin
  -- The sign-in service of the embedded server keeps one count a mailbox for its mails and ours; a project's does not.
  if to_regprocedure('mail.count_mail_to(text)') is not null then
    execute 'select * from mail.count_mail_to($1)' into sent using address;
    return sent.this_hour <= 5 and sent.today <= 20;
  end if;
  return private.take_mail_share(address, false) = 0;
end $function$;

CREATE OR REPLACE FUNCTION private.take_mail_share(address text, signs_in boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mailbox text := private.limited_mailbox(address);
  share record;
begin
  -- Those that others can cause come first: where they are used up, nothing of what is kept for signing in is taken.
  for share in
    select * from (values
      (1, 'mail mailbox other day', 16, interval '1 day'), (2, 'mail mailbox other', 4, interval '1 hour'),
      (3, 'mail mailbox day', 20, interval '1 day'), (4, 'mail mailbox', 5, interval '1 hour')
    ) as shares (place, scope, allowed, per)
    where not signs_in or place > 2 order by place
  loop
    if not private.take_attempt(share.scope, mailbox, gen_random_uuid()::text, share.allowed, share.per) then
      return (
        select greatest(1, ceil(extract(epoch from min(attempts.occurred_at) + share.per - now())))::integer from private.attempts
        where attempts.scope = share.scope and attempts.key_hash = private.keyed_hash(mailbox)
          and attempts.occurred_at > now() - share.per);
    end if;
  end loop;
  return 0;
end $function$;

CREATE OR REPLACE FUNCTION public.hook_send_email(event jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.hook_send_email(event) AS hook_send_email;
END;

REVOKE ALL ON FUNCTION "public"."hook_send_email"(jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.permit_sign_in_mail(event jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.permit_sign_in_mail(event) AS permit_sign_in_mail;
END;

REVOKE ALL ON FUNCTION "public"."permit_sign_in_mail"(jsonb) FROM "service_role";

CREATE OR REPLACE FUNCTION public.redeem_mail_code(email text, code text, purpose text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.redeem_mail_code(email, code, purpose) AS redeem_mail_code;
END;

CREATE INDEX mail_codes_expires_at_idx ON private.mail_codes USING btree (expires_at);

CREATE TRIGGER sessions_insert_mail AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.give_back_mail();

COMMENT ON COLUMN "private"."mail_codes"."link_token" IS 'What the link of the same mail carries, which the sign-in service redeems; it keeps the same in auth.one_time_tokens.';

COMMENT ON COLUMN "private"."mail_codes"."purpose" IS 'What the sign-in service redeems it as: email or email_change.';

COMMENT ON FUNCTION "private"."delete_person_mails"(text[]) IS 'Forgets what else there is of the mails of a person who leaves: those of the sign-in service and their codes, and the lines about mails that were refused.';

COMMENT ON FUNCTION "private"."device_of_return"(text) IS 'The device of which the page that asked for a mail says that it runs there (on=Chrome-Windows), in words of our own list; null where it says none of them.';

COMMENT ON FUNCTION "private"."device_rules"() IS 'Browsers and systems as people know them, and what of a user agent shows them.';

COMMENT ON FUNCTION "private"."give_back_mail"() IS 'A mail that let somebody in had its reader and no longer counts for the mailbox; it never stops a sign-in.';

COMMENT ON FUNCTION "private"."hook_refusal"(integer, text) IS 'How a hook of the sign-in service refuses: a status and words that the caller gets.';

COMMENT ON FUNCTION "private"."limited_mailbox"(text) IS 'The mailbox behind an address, for limits only: without what stands behind a plus, and for Gmail without dots.';

COMMENT ON FUNCTION "private"."permit_sign_in_mail"(jsonb) IS 'Counts the mails that the sign-in service wants sent, or says as the answer of a hook why they may not be; it asks before anything is stored or sent.';

COMMENT ON FUNCTION "private"."sign_in_letters"(jsonb) IS 'To whom the sign-in service wants a mail sent, the token of its link, and whether it lets the owner of a confirmed account in.';

COMMENT ON FUNCTION "private"."take_mail"(text) IS 'Takes one of the mails that a mailbox gets in an hour and a day, whatever its spelling; false when none is left.';

COMMENT ON FUNCTION "private"."take_mail_share"(text, boolean) IS 'Takes one of the five mails an hour and twenty a day of a mailbox, of which one and four are kept for signing in to an account that is confirmed: 0, or the seconds until there is one again.';

COMMENT ON FUNCTION "public"."forget_old_rows"(integer) IS 'Forgets done mails after mails_kept_days (30 at most), single visits after visits_kept_months (13 at most), unsubscribe links after 2 years, recovery links after 30 days, codes of mails when they are over, requests for access and sign-ins after 180 days and filters of exported lists and changes of pages after an hour, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';

COMMENT ON FUNCTION "public"."hook_send_email"(jsonb) IS 'Called by the sign-in service in the place of sending a mail, in the transaction that then stores its token: queues the mail with a code of ours, or says why it may not be sent. Whatever fails later takes the mail back.';

COMMENT ON FUNCTION "public"."permit_sign_in_mail"(jsonb) IS 'For a sign-in service that sends its mails itself: asked with the event of the hook send_email, answers as the hook does and queues nothing.';

COMMENT ON FUNCTION "public"."redeem_mail_code"(text, text, text) IS 'The token that the sign-in service takes (verifyOtp, token_hash) for the code of a mail that the academy sent, once, within ten minutes and five tries; null for every other. Its purpose is email or email_change.';

COMMENT ON TABLE "private"."mail_codes" IS 'Codes to type of sign-in mails that the academy sends for the sign-in service, until they are used, replaced or over: one an address for signing in and one for a change of address.';

REVOKE ALL ON FUNCTION "private"."device_of_return"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."device_rules"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_back_mail"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_permit"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hook_refusal"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hook_send_email"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hook_send_email"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."limited_mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_code_hash"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."permit_sign_in_mail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."permit_sign_in_mail"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "private"."redeem_mail_code"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."redeem_mail_code"(text, text, text) TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."sign_in_letters"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_mail_share"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."hook_send_email"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hook_send_email"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "public"."permit_sign_in_mail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."permit_sign_in_mail"(jsonb) TO "supabase_auth_admin";

REVOKE ALL ON FUNCTION "public"."redeem_mail_code"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redeem_mail_code"(text, text, text) TO "anon", "authenticated", "service_role";
