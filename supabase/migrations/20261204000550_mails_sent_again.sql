-- Sending a mail again, and reading its recipient.
create function private.keeps_text(mail public.email_outbox) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Of the known kinds only: any other may carry a link that opens something.
  select mail.content is not null and case mail.kind
    when 'marketing' then exists (
      select from public.users where users.email = mail.recipient and users.is_active and users.deletion_due_at is null
        and private.gets_marketing(users.id, users.email))
    when 'account_deletion_requested' then exists (
      select from public.users where users.email = mail.recipient and users.deletion_due_at is not null)
    else false end
$$;
comment on function private.keeps_text(public.email_outbox) is
  'Whether a mail that was given up may be sent again: it carries no link that opens anything, and what it says still holds for its reader.';
revoke execute on function private.keeps_text(public.email_outbox) from public;

create or replace function public.finish_email(email_id uuid, failure text default null, failure_kind text default 'temporary') returns void
language sql volatile set search_path = '' as $$
  update public.email_outbox set
    status = ending.status,
    sent_at = case when ending.status = 'sent' then now() end,
    last_error = left(failure, 500),
    last_failure = case when failure is not null then failure_kind end,
    locked_until = null,
    -- 1, 2, 4 ... minutes, at most an hour, for a day.
    next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * power(2, least(attempts, 7) - 1)),
    html = case when ending.status = 'queued' then html else '' end,
    text_body = case when ending.status = 'queued' then text_body else '' end,
    content = case when ending.status = 'queued' or ending.status = 'abandoned' and kind in ('marketing', 'account_deletion_requested') then content end
  from (
    select mails.id, case when failure is null then 'sent' when failure_kind = 'permanent' or mails.created_at < now() - interval '24 hours' then 'abandoned' else 'queued' end as status
    from public.email_outbox as mails where mails.id = email_id and mails.status = 'queued'
  ) as ending
  where email_outbox.id = ending.id
$$;
comment on function public.finish_email(uuid, text, text) is
  'Records how sending ended: sent, to be tried again later, or given up. What is done keeps no text, because mails carry one-time links; a mail without one that was given up keeps what it says, so that it can be sent again.';
comment on column public.email_outbox.content is
  'What a mail without html of its own says, by name; deliver-mail sets it in the look of its kind. Gone once the mail is sent; kept of marketing and of requested deletions that were given up, so that they can be sent again.';

create table private.opened_mails (
  admin_id uuid not null references public.admin_users on delete cascade,
  mail_id uuid not null,
  opened_at timestamptz not null default now(),
  noted_in xid8 not null default pg_current_xact_id(),
  primary key (admin_id, mail_id)
);
comment on table private.opened_mails is
  'Whose recipient a member of staff opened, for ten minutes. An address is opened in one transaction and read in another: what made the reading fail would take back the line about it.';
create index opened_mails_opened_at_idx on private.opened_mails (opened_at);
alter table private.opened_mails enable row level security;

create function private.recipient_of(mail_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  found text := (select mails.recipient from public.email_outbox as mails
    where mails.id = recipient_of.mail_id and not mails.is_decoy and mails.status <> 'sent');
begin
  if found is null and to_regclass('mail.outbox') is not null then
    execute $sql$select recipient from mail.outbox where id = $1 and status <> 'sent'$sql$ into found using recipient_of.mail_id;
  end if;
  return found;
end $$;
revoke execute on function private.recipient_of(uuid) from public;

create function private.open_mail_recipient(mail_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient text;
  student uuid;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  recipient := private.recipient_of(mail_id);
  if recipient is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such mail waits');
  end if;
  student := (select users.id from public.users where users.email = lower(recipient));
  if student is not null then
    perform private.record_view(student, 'record');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id)
  values (auth.uid(), 'recipient opened', 'email_outbox', mail_id::text);
  delete from private.opened_mails as old where old.opened_at < now() - interval '10 minutes';
  insert into private.opened_mails as opened (admin_id, mail_id)
  select staff.admin_id, open_mail_recipient.mail_id from private.current_staff() as staff
  on conflict on constraint opened_mails_pkey do update set opened_at = now(), noted_in = pg_current_xact_id();
end $$;
revoke execute on function private.open_mail_recipient(uuid) from public;
grant execute on function private.open_mail_recipient(uuid) to authenticated;
create function public.open_mail_recipient(mail_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_mail_recipient(mail_id); end;
comment on function public.open_mail_recipient(uuid) is
  'Opens the address of a mail that waits or was given up, for ten minutes, for staff with settings.manage. The audit log and the student know of it.';
revoke execute on function public.open_mail_recipient(uuid) from public, anon;
grant execute on function public.open_mail_recipient(uuid) to authenticated;

create function private.read_mail_recipient(mail_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if not exists (
    select from private.opened_mails as opened join private.current_staff() as staff on staff.admin_id = opened.admin_id
    where opened.mail_id = read_mail_recipient.mail_id and opened.opened_at > now() - interval '10 minutes'
      and opened.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The address is opened before it is read');
  end if;
  return private.recipient_of(mail_id);
end $$;
revoke execute on function private.read_mail_recipient(uuid) from public;
grant execute on function private.read_mail_recipient(uuid) to authenticated;
create function public.read_mail_recipient(mail_id uuid) returns text
language sql stable set search_path = '' begin atomic select private.read_mail_recipient(mail_id); end;
comment on function public.read_mail_recipient(uuid) is
  'The address of a mail, for the member of staff who opened it in the last ten minutes (open_mail_recipient).';
revoke execute on function public.read_mail_recipient(uuid) from public, anon;
grant execute on function public.read_mail_recipient(uuid) to authenticated;

create function private.retry_mails(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  product integer;
  sign_in integer := 0;
begin
  update public.email_outbox as mails set status = 'queued', next_attempt_at = now(), locked_until = null
  where mails.id = any (ids) and not mails.is_decoy and (mails.locked_until is null or mails.locked_until < now())
    and (mails.status = 'queued' or mails.status = 'abandoned' and private.keeps_text(mails));
  get diagnostics product = row_count;
  if to_regclass('mail.outbox') is not null then
    execute $sql$update mail.outbox set next_attempt_at = now()
      where id = any ($1) and status = 'queued' and (locked_until is null or locked_until < now())$sql$ using ids;
    get diagnostics sign_in = row_count;
  end if;
  return product + sign_in;
end $$;
comment on function private.retry_mails(uuid[]) is
  'Makes mails due at once that nobody is sending just now. One that was given up gets one try, because its day is over.';
revoke execute on function private.retry_mails(uuid[]) from public;

create function private.retry_mail(mail_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  done boolean;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  done := private.retry_mails(array[mail_id]) > 0;
  if done then
    insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'mail retried', 'email_outbox', mail_id::text);
  end if;
  return done;
end $$;
revoke execute on function private.retry_mail(uuid) from public;
grant execute on function private.retry_mail(uuid) to authenticated;
create function public.retry_mail(mail_id uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.retry_mail(mail_id); end;
comment on function public.retry_mail(uuid) is
  'Sends a mail again as soon as a worker comes, for staff with settings.manage; false for one that is gone, is being sent, or may not be sent again.';
revoke execute on function public.retry_mail(uuid) from public, anon;
grant execute on function public.retry_mail(uuid) to authenticated;

create function private.retry_mails_of_cause(cause text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids uuid[];
  retried integer;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if cause is null or cause !~ '^[0-9a-f]{12}$' then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such cause');
  end if;
  execute format($list$
    select coalesce(array_agg(failed.id), '{}') from (%s) as failed
    where failed.cause = $1 and (failed.status = 'queued' or failed.has_text)
    $list$, private.failed_mails()) into ids using cause;
  retried := private.retry_mails(ids);
  if retried > 0 then
    insert into public.audit_log (actor, action, entity, entity_id, after)
    values (auth.uid(), 'mails retried', 'email_outbox', cause, jsonb_build_object('mails', retried));
  end if;
  return json_build_object('retried', retried, 'left', cardinality(ids) - retried);
end $$;
revoke execute on function private.retry_mails_of_cause(text) from public;
grant execute on function private.retry_mails_of_cause(text) to authenticated;
create function public.retry_mails_of_cause(cause text) returns json
language sql volatile set search_path = '' begin atomic select private.retry_mails_of_cause(cause); end;
comment on function public.retry_mails_of_cause(text) is
  'Sends all mails of a cause again that may be, of the newest 2,000, for staff with settings.manage: how many, and how many are left because they are being sent or may not be sent again.';
revoke execute on function public.retry_mails_of_cause(text) from public, anon;
grant execute on function public.retry_mails_of_cause(text) to authenticated;
