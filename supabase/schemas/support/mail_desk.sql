create function private.files_of_mail(mail uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('id', files.id, 'name', files.name, 'mime', files.mime, 'bytes', files.bytes,
    'refusal', files.refusal) order by files.place), '[]')
  from private.support_files as files where files.mail_id = mail
$$;

create function private.read_ticket_mails(ticket_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
grant execute on function private.read_ticket_mails(uuid) to authenticated;

create function public.read_ticket_mails(ticket_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.read_ticket_mails(ticket_id); end;
comment on function public.read_ticket_mails(uuid) is
  'The mails of a ticket with their files, and those that are held because their sender is not surely the person, for staff with support.access who opened it.';
grant execute on function public.read_ticket_mails(uuid) to authenticated;

create function private.settle_ticket_mail(mail_id uuid, accept boolean) returns void
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
grant execute on function private.settle_ticket_mail(uuid, boolean) to authenticated;

create function public.settle_ticket_mail(mail_id uuid, accept boolean) returns void
language sql volatile set search_path = '' begin atomic select private.settle_ticket_mail(mail_id, accept); end;
comment on function public.settle_ticket_mail(uuid, boolean) is
  'Takes a held mail into the thread as the word of the person, or discards it with its files, for staff with support.access who opened the ticket.';
grant execute on function public.settle_ticket_mail(uuid, boolean) to authenticated;

create function private.my_ticket_files(ticket_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('message_id', mails.message_id, 'files', private.files_of_mail(mails.id))), '[]')
    from private.support_mails as mails join public.support_tickets as tickets on tickets.id = mails.ticket_id
    where mails.ticket_id = my_ticket_files.ticket_id and mails.state = 'taken'
      and tickets.user_id = auth.uid() and private.is_active_student()
      and exists (select from private.support_files as files where files.mail_id = mails.id));
end $$;
grant execute on function private.my_ticket_files(uuid) to authenticated;

create function public.my_ticket_files(ticket_id uuid) returns json
language sql stable set search_path = '' begin atomic select private.my_ticket_files(ticket_id); end;
comment on function public.my_ticket_files(uuid) is
  'What the student sent with mails in an own ticket, by message.';
grant execute on function public.my_ticket_files(uuid) to authenticated;

create function private.support_file_place(file_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  file private.support_files;
  mail private.support_mails;
  student uuid;
begin
  select * into file from private.support_files as files where files.id = file_id and files.path is not null;
  select * into mail from private.support_mails as mails where mails.id = file.mail_id;
  select tickets.user_id into student from public.support_tickets as tickets where tickets.id = mail.ticket_id;
  if mail.id is null then
    return null;
  end if;
  if not coalesce(mail.state = 'taken' and student = auth.uid() and private.is_active_student(), false) then
    if not private.has_permission('support.access') or (student is not null and not private.record_is_open(student, 'tickets')) then
      return null;
    end if;
    perform private.note_ticket_action(mail.ticket_id, 'ticket file opened', jsonb_build_object('file_id', file.id));
  end if;
  return json_build_object('path', file.path, 'name', file.name);
end $$;
grant execute on function private.support_file_place(uuid) to authenticated;

create function public.support_file_place(file_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.support_file_place(file_id); end;
comment on function public.support_file_place(uuid) is
  'Where a file of a mail lies, for the student of its ticket and for the staff who opened that; null for anybody else. That of the staff leaves a line in the audit log. The bucket itself opens for nobody: sign-support-file signs a link of a minute.';
grant execute on function public.support_file_place(uuid) to authenticated;
