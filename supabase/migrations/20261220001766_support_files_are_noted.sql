-- The staff opened files of a ticket without a line in the log. The line is written before a link is signed.
create or replace function private.support_file_place(file_id uuid) returns json
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
create or replace function public.support_file_place(file_id uuid) returns json
language sql volatile set search_path = '' begin atomic select private.support_file_place(file_id); end;
comment on function public.support_file_place(uuid) is
  'Where a file of a mail lies, for the student of its ticket and for the staff who opened that; null for anybody else. That of the staff leaves a line in the audit log. The bucket itself opens for nobody: sign-support-file signs a link of a minute.';
