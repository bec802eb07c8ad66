-- Two at once each waited for what the other had: a held mail and the merging of its ticket, a rating and an answer, a
-- publication and the replacement of a file in it.
create or replace function private.settle_ticket_mail(mail_id uuid, accept boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  mail private.support_mails;
  ticket public.support_tickets;
begin
  -- The ticket before its mails, as where tickets are merged; its mails may be another's once it is locked.
  loop
    select * into ticket from public.support_tickets as tickets where tickets.id = (
      select mails.ticket_id from private.support_mails as mails where mails.id = settle_ticket_mail.mail_id) for update;
    select * into mail from private.support_mails as mails where mails.id = settle_ticket_mail.mail_id for update;
    exit when mail.ticket_id is not distinct from ticket.id;
  end loop;
  if mail.id is null or accept is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'Mail not found');
  end if;
  if ticket.user_id is not null and not private.record_is_open(ticket.user_id, 'tickets') then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The ticket is opened before it is read');
  end if;
  if mail.state <> 'held' then
    if (mail.state = 'taken') = accept then
      return;
    end if;
    perform private.raise_app_error('MAIL_SETTLED', 409, 'Somebody decided on the mail already');
  end if;
  if accept then
    update private.support_mails as mails set state = 'taken', words = '', message_id = private.add_mailed_words(ticket, mail.words, mail.key)
      where mails.id = mail.id;
  else
    delete from private.support_files as files where files.mail_id = mail.id;
    update private.support_mails as mails set state = 'discarded', words = '', rest = '' where mails.id = mail.id;
  end if;
  perform private.note_mail(ticket.id, format('המייל מ־%s %s.', private.mask_email(mail.sender),
    case when accept then 'צורף לשיחה' else 'הושלך' end));
  perform private.note_ticket_action(ticket.id, case when accept then 'held mail accepted' else 'held mail discarded' end, null);
end $$;

create or replace function private.rate_answer(token_input text, satisfaction text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  rated uuid;
begin
  if coalesce(rate_answer.satisfaction, '') not in ('good', 'bad') then
    perform private.raise_app_error('INVALID_RATING', 400, 'good or bad');
  end if;
  -- The ticket before its link, as where it is answered.
  perform from public.support_tickets as tickets where tickets.id = (select links.ticket_id from private.answer_ratings as links
    where links.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex')) for update;
  update private.answer_ratings as links set used_at = now() from public.support_tickets as tickets
  where links.token_hash = encode(sha256(convert_to(coalesce(token_input, ''), 'UTF8')), 'hex') and tickets.id = links.ticket_id
    and links.used_at is null and links.expires_at > now() and tickets.status = 'solved' and tickets.merged_into is null
  returning tickets.id into rated;
  if rated is not null then
    update public.support_tickets as tickets set satisfaction = rate_answer.satisfaction, satisfaction_note = null, satisfaction_at = now()
    where tickets.id = rated;
    insert into private.support_events (ticket_id, kind, detail) values (rated, 'rated', jsonb_build_object('to', rate_answer.satisfaction));
  end if;
  return private.describe_answer_rating(token_input);
end $$;

create or replace function private.known_media(media uuid) returns private.media_files
language plpgsql volatile security definer set search_path = '' as $$
declare
  item private.media_files;
begin
  perform private.ask_media_right();
  -- A publication that holds its record notes the file while a replacement waits for that record.
  select * into item from private.media_files as files where files.id = media for no key update;
  if item.id is null or item.removed_at is not null or (item.kind <> 'picture' and not private.manages_lesson_media()) then
    perform private.raise_app_error('MEDIA_NOT_FOUND', 404, 'No such file');
  end if;
  return item;
end $$;
