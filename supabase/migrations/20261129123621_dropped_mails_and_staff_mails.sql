set local check_function_bodies = off;

DROP VIEW "private"."export_refused_mails";

ALTER TABLE "private"."support_files" DROP CONSTRAINT "support_files_refusal_check";

DROP FUNCTION "public"."read_refused_mail"(uuid);

DROP FUNCTION "private"."read_refused_mail"(uuid);

DROP FUNCTION "public"."receive_support_mail"(jsonb);

DROP FUNCTION "private"."receive_support_mail"(jsonb);

ALTER TABLE "private"."refused_mails" ADD COLUMN "content" jsonb;

ALTER TABLE "private"."support_mails" ADD COLUMN "is_absence" boolean NOT NULL DEFAULT false;

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
  words := private.mail_request_words(jsonb_build_object('requested_at', now(), 'user_agent', device,
    'recipient', case when action in ('signup', 'magiclink') then event #>> '{user,email}' end, 'redirect_to', return_to));
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
      private.academy_subject(case
        when action = 'invite' or words ? 'InvitedAs' then 'הזמנה לצוות'
        when words ? 'IsStaff' then 'הכניסה למערכת הניהול'
        when action = 'signup' then 'אישור ההרשמה'
        when action = 'email_change' then 'אישור כתובת המייל החדשה'
        else 'הכניסה לחשבון' end),
      jsonb_strip_nulls(jsonb_build_object(
        'email', event #>> '{user,email}', 'new_email', event #>> '{user,new_email}', 'code', code, 'token', letter.token,
        'return_to', return_to, 'asked_at', words ->> 'RequestedAt', 'invited_as', words ->> 'InvitedAs',
        'invited_by', words ->> 'InvitedBy', 'invited_until', words ->> 'InvitedUntil', 'is_staff', words ->> 'IsStaff',
        'asked_from', case when device is not null then words ->> 'RequestedFrom' else private.device_of_return(return_to) end)),
      substring(return_to from '[?&]n=([0-9a-f]{64})(?:&|$)'));
  end loop;
  return '{}';
end $function$;

CREATE OR REPLACE FUNCTION private.keep_mail(mail jsonb, key text, ticket uuid, added_message uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored_mail uuid;
begin
  insert into private.support_mails (key, ticket_id, message_id, state, is_verified, sender, sender_name, subject, words, rest, mail_id, is_absence)
  values (keep_mail.key, ticket, added_message, case when added_message is null then 'held' else 'taken' end, (mail -> 'is_verified')::boolean,
    mail ->> 'sender', mail ->> 'sender_name', left(mail ->> 'subject', 200), case when added_message is null then mail ->> 'words' else '' end,
    mail ->> 'rest', mail ->> 'mail_id', coalesce((mail -> 'is_absence')::boolean, false))
  returning id into stored_mail;
  insert into private.support_files (mail_id, place, name, mime, bytes, path, refusal)
  select stored_mail, files.place, files.file ->> 'name', files.file ->> 'mime', (files.file ->> 'bytes')::bigint, files.file ->> 'path', files.file ->> 'refusal'
  from jsonb_array_elements(mail -> 'files') with ordinality as files (file, place);
end $function$;

CREATE OR REPLACE FUNCTION private.list_refused_mail(mail jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
begin
  insert into private.refused_mails (key, reason, sender, is_verified, recipient, ticket_id, subject, bytes, content)
  values (mail ->> 'key', mail ->> 'reason', lower(left(mail ->> 'sender', 254)), (mail -> 'is_verified')::boolean,
    left(regexp_replace(lower(trim(mail ->> 'recipient')), '\+[^@]*@', '@'), 320), place.ticket_id, left(mail ->> 'subject', 200),
    (mail -> 'bytes')::bigint, nullif(mail -> 'content', 'null'))
  on conflict on constraint refused_mails_key_key do nothing;
  perform private.forget_refused_mails();
end $function$;

CREATE OR REPLACE FUNCTION private.list_refused_mails(query jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  size constant integer := 50;
  caller constant uuid := private.require_support();
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 320));
  conditions text[] := array[$c$mails.refused_at > now() - interval '30 days'$c$];
  found json;
  total bigint;
begin
  if search <> '' then
    -- By the whole address only: by parts, a mask could be guessed sign by sign.
    conditions := conditions || format('mails.sender = %L', search);
  end if;
  if jsonb_typeof(query -> 'reason') = 'string' then
    conditions := conditions || format('mails.reason = %L', left(query ->> 'reason', 20));
  end if;
  if query -> 'count' = 'true' then
    execute format('select count(*) from private.refused_mails as mails where %s', array_to_string(conditions, ' and ')) into total;
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('(mails.refused_at, mails.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select mails.* from private.refused_mails as mails where %1$s order by mails.refused_at %2$s, mails.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.refused_at::text, 'refused_at', page.refused_at,
      'reason', page.reason, 'sender_masked', private.mask_email(page.sender), 'is_verified', page.is_verified, 'recipient', page.recipient,
      'ticket_id', page.ticket_id, 'subject', page.subject, 'bytes', page.bytes, 'has_content', page.content is not null) order by page.refused_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $function$;

CREATE OR REPLACE FUNCTION private.mail_request_words(request jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.staff_mail_words(request ->> 'recipient', request ->> 'redirect_to') || jsonb_strip_nulls(jsonb_build_object(
    'AcademyName', private.mail_sender() ->> 'name',
    'RequestedAt', to_char((request ->> 'requested_at')::timestamptz at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI'),
    'RequestedFrom', coalesce(nullif(concat_ws(', ', words.browser, words.system), ''), 'שלא זוהה')))
  from private.device_words(request ->> 'user_agent') as words
$function$;

CREATE OR REPLACE FUNCTION private.place_support_mail(mail jsonb, is_limited boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
  is_absence constant boolean := coalesce((mail -> 'is_absence')::boolean, false);
  is_verified constant boolean := coalesce((mail -> 'is_verified')::boolean, false);
  is_of_owner boolean;
  mail_key text;
  ticket public.support_tickets;
  added_message uuid;
begin
  if place.kind is null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if place.kind = 'desk' and is_verified then
    place.ticket_id := private.ticket_answered_by(mail);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('support mail ' || (mail ->> 'sender'), 0));
  -- While the lock was waited for, the ticket may have been merged into another.
  loop
    select * into ticket from public.support_tickets as tickets where tickets.id = place.ticket_id for update;
    exit when ticket.merged_into is null;
    place.ticket_id := ticket.merged_into;
  end loop;
  -- A copy that somebody else sends first, or that nobody vouched for, is another mail: it keeps none out.
  mail_key := encode(sha256(convert_to(concat_ws(E'\n', mail ->> 'id', mail ->> 'sender', is_verified, coalesce(place.ticket_id::text, 'desk')), 'UTF8')), 'hex');
  if exists (select from private.support_mails as mails where mails.key = mail_key) then
    return jsonb_build_object('outcome', 'repeated', 'ticket_id', place.ticket_id);
  end if;
  if place.ticket_id is null then
    if is_absence then
      return jsonb_build_object('outcome', 'absence');
    end if;
    if is_limited and not private.take_desk_mail(mail ->> 'sender', is_verified) then
      return jsonb_build_object('outcome', 'busy');
    end if;
    ticket := private.open_mailed_ticket(mail);
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
    if not is_verified then
      perform private.note_mail(ticket.id, 'אף שרת מייל לא אישר שהפנייה באמת מהכתובת הזאת.');
    end if;
    perform private.keep_mail(mail, mail_key, ticket.id, added_message);
    return jsonb_build_object('outcome', 'opened', 'ticket_id', ticket.id);
  end if;
  is_of_owner := is_verified and private.is_ticket_of(ticket, mail ->> 'sender');
  if is_limited and not private.take_call(case when is_of_owner then 'ticket mail of its owner' else 'ticket mail' end, ticket.id::text, 30, '1 hour') then
    return jsonb_build_object('outcome', 'busy');
  end if;
  if (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500
    or ((is_absence or not is_of_owner)
      and (select count(*) from private.support_mails as mails where mails.ticket_id = ticket.id and mails.state <> 'taken') >= 50) then
    return jsonb_build_object('outcome', 'full');
  end if;
  if is_of_owner and not is_absence then
    added_message := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
  elsif not is_absence then
    -- It opens the ticket, so that it is seen; its words stay outside.
    perform private.reopen_ticket(ticket);
    perform private.note_mail(ticket.id, format('הגיע מייל מ־%s שלא ברור שהוא מהפונה. הוא מחכה מחוץ לשיחה.', private.mask_email(mail ->> 'sender')));
  end if;
  perform private.keep_mail(mail, mail_key, ticket.id, added_message);
  return jsonb_build_object('outcome', case when added_message is null then 'held' else 'threaded' end, 'ticket_id', ticket.id);
exception
  when check_violation or not_null_violation or invalid_text_representation then
    return jsonb_build_object('outcome', 'unreadable');
end $function$;

CREATE OR REPLACE FUNCTION private.read_refused_mail(mail_id uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
begin
  if not exists (
    select from private.opened_mails as opened join private.current_staff() as staff on staff.admin_id = opened.admin_id
    where opened.mail_id = read_refused_mail.mail_id and opened.opened_at > now() - interval '10 minutes'
      and opened.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The address is opened before it is read');
  end if;
  return (select json_build_object('sender', mails.sender, 'words', mails.content ->> 'words', 'rest', mails.content ->> 'rest',
    'files', coalesce((select jsonb_agg(files -> 'name') from jsonb_array_elements(mails.content -> 'files') as files), '[]'))
    from private.refused_mails as mails where mails.id = read_refused_mail.mail_id);
end $function$;

CREATE OR REPLACE FUNCTION private.read_ticket_mails(ticket_id uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  student uuid := (select tickets.user_id from public.support_tickets as tickets where tickets.id = read_ticket_mails.ticket_id);
begin
  if student is not null and not private.record_is_open(student, 'tickets') then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The ticket is opened before it is read');
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', mails.id, 'message_id', mails.message_id, 'state', mails.state,
      'is_verified', mails.is_verified, 'is_absence', mails.is_absence, 'sender', mails.sender, 'sender_name', mails.sender_name, 'subject', mails.subject,
      'words', mails.words, 'rest', mails.rest, 'received_at', mails.received_at, 'files', private.files_of_mail(mails.id))
      order by mails.received_at, mails.id), '[]')
    from private.support_mails as mails where mails.ticket_id = read_ticket_mails.ticket_id and mails.state <> 'discarded');
end $function$;

CREATE OR REPLACE FUNCTION private.receive_support_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.place_support_mail(mail, true) - 'ticket_id'
$function$;

CREATE OR REPLACE FUNCTION private.role_title(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case name when 'super_admin' then 'הנהלה ראשית' when 'admin' then 'ניהול' when 'analyst' then 'ניתוח נתונים'
    when 'marketing' then 'שיווק' else name end
$function$;

CREATE OR REPLACE FUNCTION private.staff_mail_words(recipient text, redirect_to text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.take_refused_mail(mail_id uuid)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.require_support();
  mail private.refused_mails;
  placed jsonb;
begin
  select * into mail from private.refused_mails as mails where mails.id = take_refused_mail.mail_id for update;
  if mail.content is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such mail was dropped, or it has been taken already');
  end if;
  placed := private.place_support_mail(mail.content || '{"is_absence": false}', false);
  if placed ->> 'outcome' not in ('threaded', 'held', 'opened', 'repeated') then
    perform private.raise_app_error('MAIL_NOT_PLACED', 409, 'The mail has no place any more: its ticket is full or gone, or the address of the support is another');
  end if;
  delete from private.refused_mails as mails where mails.id = mail.id;
  insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'dropped mail taken', 'refused_mails', mail.id::text);
  return placed;
end $function$;

CREATE OR REPLACE FUNCTION public.read_refused_mail(mail_id uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.read_refused_mail(mail_id) AS read_refused_mail;
END;

CREATE OR REPLACE FUNCTION public.receive_support_mail(mail jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.receive_support_mail(mail) AS receive_support_mail;
END;

CREATE OR REPLACE FUNCTION public.take_refused_mail(mail_id uuid)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.take_refused_mail(mail_id) AS take_refused_mail;
END;

ALTER TABLE "private"."refused_mails" ADD CONSTRAINT "refused_mails_content_check" CHECK ((char_length((content)::text) <= 200000));

ALTER TABLE "private"."support_files" ADD CONSTRAINT "support_files_refusal_check" CHECK ((refusal = ANY (ARRAY['TYPE'::text, 'HEIC'::text, 'TNEF'::text, 'EMPTY'::text, 'SIZE'::text, 'BROKEN'::text, 'TOO_MANY'::text, 'AUTOMATIC'::text])));

CREATE VIEW "private"."export_refused_mails" WITH (security_invoker=true) AS  SELECT users.id AS person,
    mails.refused_at,
    mails.subject,
    mails.bytes,
    mails.reason,
    (mails.content ->> 'words'::text) AS words,
    (mails.content ->> 'rest'::text) AS rest
   FROM (private.refused_mails mails
     JOIN public.users ON (((users.email = mails.sender) AND users.email_verified)))
  WHERE mails.is_verified;

COMMENT ON COLUMN "private"."refused_mails"."content" IS 'Of a mail that was dropped as a program''s: what receive_support_mail would have been given, so that staff can take it after all. Null for one that was refused.';

COMMENT ON COLUMN "private"."support_mails"."is_absence" IS 'By its subject a note that somebody is away: no answer, so it waits beside the thread and opens no ticket.';

COMMENT ON COLUMN "private"."support_mails"."rest" IS 'What is folded: quoted mails and signature.';

COMMENT ON FUNCTION "private"."mail_request_words"(jsonb) IS 'Name of the academy where the settings hold one, time of the wall clock in Israel, device in words of our own list, and what the mail says to staff.';

COMMENT ON FUNCTION "private"."place_support_mail"(jsonb, boolean) IS 'Puts a mail into its thread, beside it or into a new ticket; is_limited where whoever sent it asks, and not a member of the staff.';

COMMENT ON FUNCTION "private"."role_title"(text) IS 'The name of a role as mails write it.';

COMMENT ON FUNCTION "private"."staff_mail_words"(text, text) IS 'What the mail of a sign-in says to staff: of an invitation, whose link it leads to, the role, who invites and until when; of a member that it is one. Empty for everybody else.';

COMMENT ON FUNCTION "public"."list_refused_mail"(jsonb) IS 'Adds a line about a mail that was not taken: {key, reason, recipient, sender, is_verified, subject, bytes, content (the mail as for receive_support_mail, where it was dropped as a program''s)}; the same key is there once. For the service key alone.';

COMMENT ON FUNCTION "public"."read_refused_mail"(uuid) IS 'The sender of a refused mail and, where it was dropped as a program''s, its words and the names of its files, for the member of staff who opened it in the last ten minutes (open_refused_mail).';

COMMENT ON FUNCTION "public"."receive_support_mail"(jsonb) IS 'Takes a mail that the server read: {recipient, id, mail_id, references, sender, sender_name, is_verified, is_absence, subject, words, rest, files: [{name, mime, bytes, path | refusal}]}. Answers threaded, held (not surely of the person), opened (a new ticket), repeated, unknown (no such address), busy (too many, later), full, absence (a note of absence that belongs to no ticket) or unreadable. For the service key alone.';

COMMENT ON FUNCTION "public"."take_refused_mail"(uuid) IS 'Takes a mail that was dropped as a program''s to where it was sent, as if a person had written it, for staff with support.access. Answers {outcome, ticket_id} as receive_support_mail does.';

COMMENT ON TABLE "private"."refused_mails" IS 'Mails to the support that were not taken, without their files; of each sender the newest twenty, of all the newest two thousand, for thirty days.';

REVOKE ALL ON FUNCTION "private"."place_support_mail"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_refused_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_refused_mail"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."receive_support_mail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."receive_support_mail"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."role_title"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_mail_words"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_refused_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."take_refused_mail"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."read_refused_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_refused_mail"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."receive_support_mail"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."receive_support_mail"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_refused_mail"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_refused_mail"(uuid) TO "authenticated", "service_role";
