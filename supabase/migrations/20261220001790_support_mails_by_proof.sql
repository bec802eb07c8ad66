-- Five forged mails in a person's name used up the hour of their own verified ones, and fifty that waited beside a ticket
-- closed it to its owner. What nobody vouches for is counted apart, and before any row is kept for the name that it claims.
create function private.take_desk_mail(sender text, is_verified boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not is_verified then
    return private.take_call('unverified mails to the desk', '', 60, '1 hour')
      and private.take_call('unverified mails in a name', sender, 5, '1 hour');
  end if;
  -- Who owns a domain writes under as many names as they like; no domain uses up what a student has.
  if not exists (select from public.users where users.email = sender and users.is_active and users.email_verified)
    and not private.take_call('mails of a domain', split_part(sender, '@', 2), 60, '1 hour') then
    return false;
  end if;
  return private.take_call('verified mails to the desk', sender, 5, '1 hour');
end $$;
comment on function private.take_desk_mail(text, boolean) is
  'Takes one of the new tickets by mail of an hour: five of a sender for whom a mail server vouches, sixty of a domain without counting students, and sixty of all others together, five of them in one name.';
revoke execute on function private.take_desk_mail(text, boolean) from public;

create or replace function private.receive_support_mail(mail jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place private.mail_place := private.mail_place_of(mail ->> 'recipient');
  is_verified constant boolean := coalesce((mail -> 'is_verified')::boolean, false);
  is_of_owner boolean;
  mail_key text;
  ticket public.support_tickets;
  said uuid;
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
    return jsonb_build_object('outcome', 'repeated');
  end if;
  if place.ticket_id is null then
    if not private.take_desk_mail(mail ->> 'sender', is_verified) then
      return jsonb_build_object('outcome', 'busy');
    end if;
    ticket := private.open_mailed_ticket(mail);
    said := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
    if not is_verified then
      perform private.note_mail(ticket.id, 'אף שרת מייל לא אישר שהפנייה באמת מהכתובת הזאת.');
    end if;
    perform private.keep_mail(mail, mail_key, ticket.id, said);
    return jsonb_build_object('outcome', 'opened');
  end if;
  is_of_owner := is_verified and private.is_ticket_of(ticket, mail ->> 'sender');
  if not private.take_call(case when is_of_owner then 'ticket mail of its owner' else 'ticket mail' end, ticket.id::text, 30, '1 hour') then
    return jsonb_build_object('outcome', 'busy');
  end if;
  if (select count(*) from public.support_messages as sent where sent.ticket_id = ticket.id) >= 500
    or (not is_of_owner
      and (select count(*) from private.support_mails as mails where mails.ticket_id = ticket.id and mails.state <> 'taken') >= 50) then
    return jsonb_build_object('outcome', 'full');
  end if;
  if is_of_owner then
    said := private.add_mailed_words(ticket, mail ->> 'words', mail_key);
  else
    -- It opens the ticket, so that it is seen; its words stay outside.
    perform private.reopen_ticket(ticket);
    perform private.note_mail(ticket.id, format('הגיע מייל מ־%s שלא ברור שהוא מהפונה. הוא מחכה מחוץ לשיחה.', private.mask_email(mail ->> 'sender')));
  end if;
  perform private.keep_mail(mail, mail_key, ticket.id, said);
  return jsonb_build_object('outcome', case when said is null then 'held' else 'threaded' end);
exception
  when check_violation or not_null_violation or invalid_text_representation then
    return jsonb_build_object('outcome', 'unreadable');
end $$;
