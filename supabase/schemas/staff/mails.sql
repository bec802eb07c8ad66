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

create function private.mail_cause(failure text, recipient text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  redacted text := regexp_replace(coalesce(failure, ''), '[^\s<>"'',;:()]+@[^\s<>"'',;:()]+', '…', 'g');
  name constant text := split_part(recipient, '@', 1);
begin
  -- Some mail servers name the mailbox without its domain.
  if length(name) > 2 and strpos(lower(redacted), lower(name)) > 0 then
    redacted := regexp_replace(redacted, '(?<!\w)' || regexp_replace(name, '(\W)', '\\\1', 'g') || '(?!\w)', '…', 'gi');
  end if;
  -- Numbers of a mail server's queue make each answer look like another.
  return trim(left(regexp_replace(regexp_replace(redacted, '\m(?=\w*\d)\w{8,}\M', '#', 'g'), '\s+', ' ', 'g'), 300));
end $$;
comment on function private.mail_cause(text, text) is
  'What a mail server said, without addresses, the recipient and numbers of its queue, so that one cause reads alike for all mails.';

create function private.undelivered_mails() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Taken back because its reader agreed no longer: that is no failure.
  product constant text := $sql$
    select 'product' as source, mails.id, mails.kind, mails.recipient, mails.status, mails.attempts, mails.next_attempt_at,
      mails.last_error, mails.last_failure, mails.created_at, mails.content is not null as has_text
    from public.email_outbox as mails
    where mails.status <> 'sent' and not mails.is_decoy and (mails.status = 'queued' or mails.last_failure is not null)$sql$;
begin
  -- A project's sign-in service keeps no mails in the database.
  return product || case when to_regclass('mail.outbox') is null then '' else $sql$
    union all
    select 'sign_in', mails.id, mails.kind, mails.recipient, mails.status, mails.attempts, mails.next_attempt_at,
      mails.last_error, mails.last_failure, mails.created_at, false
    from mail.outbox as mails where mails.status <> 'sent'$sql$ end;
end $$;
comment on function private.undelivered_mails() is
  'The statement that reads both queues, of the product and of the embedded sign-in service; it holds no value from outside.';

create function private.failed_mails() returns text
language sql stable security definer set search_path = '' as $$
  select format('select mails.*, left(md5(mails.last_failure || private.mail_cause(mails.last_error, mails.recipient)), 12) as cause
    from (select mails.* from (%s) as mails where mails.last_failure is not null order by mails.created_at desc, mails.id desc limit 2000) as mails',
    private.undelivered_mails())
$$;
comment on function private.failed_mails() is
  'The statement that reads the newest 2,000 mails that failed, each with the code of its cause: reading all of a long outage would cost seconds.';

create function private.list_undelivered_mails(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  way text := case when upwards then 'asc' else 'desc' end;
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 320));
  conditions text[] := array['true'];
  place text := 'true';
  source text := private.undelivered_mails();
  found json;
  total bigint;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if search ~ '^[0-9a-f]{12}$' then
    source := private.failed_mails();
    conditions := conditions || format('mails.cause = %L', search);
  elsif search <> '' then
    -- By the whole address only: by parts, a mask could be guessed sign by sign.
    conditions := conditions || format('mails.recipient = %L', search);
  end if;
  conditions := conditions || case query ->> 'state'
    when 'waiting' then $c$mails.status = 'queued' and mails.last_failure is null$c$
    when 'delayed' then $c$mails.status = 'queued' and mails.last_failure is not null$c$
    when 'abandoned' then $c$mails.status = 'abandoned'$c$
    else 'true' end;
  if jsonb_typeof(query -> 'kind') = 'string' then
    conditions := conditions || format('mails.kind = %L', left(query ->> 'kind', 100));
  end if;
  if jsonb_typeof(query -> 'failure') = 'string' then
    conditions := conditions || format('mails.last_failure = %L', left(query ->> 'failure', 100));
  end if;
  if cursor_at <> 'null' then
    place := format('(mails.created_at, mails.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (
      select mails.* from (%1$s) as mails where %2$s and %3$s order by mails.created_at %4$s, mails.id %4$s limit %5$s)
    select coalesce(json_agg(json_build_object(
      'id', page.id, 'sort_value', page.created_at::text, 'created_at', page.created_at, 'source', page.source, 'kind', page.kind,
      'recipient', private.mask_email(page.recipient), 'attempts', page.attempts,
      'state', case when page.status = 'abandoned' then 'abandoned' when page.last_failure is null then 'waiting' else 'delayed' end,
      'next_attempt_at', case when page.status = 'queued' then page.next_attempt_at end,
      'failure', page.last_failure, 'answer', private.mail_cause(page.last_error, page.recipient),
      'can_retry', page.status = 'queued' or page.has_text
    ) order by page.created_at %4$s, page.id %4$s), '[]') from page
    $list$, source, array_to_string(conditions, ' and '), place, way, size + 1) into found;
  if query -> 'count' = 'true' then
    execute format('select nullif(count(*), 10001) from (select from (%s) as mails where %s limit 10001) as all_mails',
      source, array_to_string(conditions, ' and ')) into total;
  end if;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
grant execute on function private.list_undelivered_mails(jsonb) to authenticated;

create function public.list_undelivered_mails(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_undelivered_mails(query); end;
comment on function public.list_undelivered_mails(jsonb) is
  'Mails that wait or were given up, of the product and of the embedded sign-in service, 50 a page and one more, recipients masked, for staff with settings.manage. Keys of the query: search (a whole address, or the code of a cause), state, kind, failure, direction, after or before ({value, id}), count (null beyond 10,000).';
grant execute on function public.list_undelivered_mails(jsonb) to authenticated;

create function private.mail_causes() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  causes json;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  execute format($list$
    select coalesce(json_agg(row_to_json(grouped) order by grouped.newest_at desc), '[]') from (
      select failed.cause as id, failed.last_failure as failure, min(private.mail_cause(failed.last_error, failed.recipient)) as answer,
        count(*) as mails, count(*) filter (where failed.status = 'queued' or failed.has_text) as can_retry,
        max(failed.created_at) as newest_at
      from (%s) as failed
      group by failed.cause, failed.last_failure order by max(failed.created_at) desc limit 8) as grouped
    $list$, private.failed_mails()) into causes;
  return causes;
end $$;
grant execute on function private.mail_causes() to authenticated;

create function public.mail_causes() returns json
language sql stable set search_path = '' begin atomic select private.mail_causes(); end;
comment on function public.mail_causes() is
  'Why mails did not leave: each cause once, with its code, how many mails it holds and how many of them can be sent again, of the newest 2,000, the newest eight causes; for staff with settings.manage.';
grant execute on function public.mail_causes() to authenticated;

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
grant execute on function private.open_mail_recipient(uuid) to authenticated;

create function public.open_mail_recipient(mail_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_mail_recipient(mail_id); end;
comment on function public.open_mail_recipient(uuid) is
  'Opens the address of a mail that waits or was given up, for ten minutes, for staff with settings.manage. The audit log and the student know of it.';
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
grant execute on function private.read_mail_recipient(uuid) to authenticated;

create function public.read_mail_recipient(mail_id uuid) returns text
language sql stable set search_path = '' begin atomic select private.read_mail_recipient(mail_id); end;
comment on function public.read_mail_recipient(uuid) is
  'The address of a mail, for the member of staff who opened it in the last ten minutes (open_mail_recipient).';
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
grant execute on function private.retry_mail(uuid) to authenticated;

create function public.retry_mail(mail_id uuid) returns boolean
language sql volatile set search_path = '' begin atomic select private.retry_mail(mail_id); end;
comment on function public.retry_mail(uuid) is
  'Sends a mail again as soon as a worker comes, for staff with settings.manage; false for one that is gone, is being sent, or may not be sent again.';
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
grant execute on function private.retry_mails_of_cause(text) to authenticated;

create function public.retry_mails_of_cause(cause text) returns json
language sql volatile set search_path = '' begin atomic select private.retry_mails_of_cause(cause); end;
comment on function public.retry_mails_of_cause(text) is
  'Sends all mails of a cause again that may be, of the newest 2,000, for staff with settings.manage: how many, and how many are left because they are being sent or may not be sent again.';
grant execute on function public.retry_mails_of_cause(text) to authenticated;

create function private.begin_test_mail() returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if not private.take_attempt('test mails', auth.uid()::text, gen_random_uuid()::text, 5, '1 hour') then
    perform private.raise_app_error('TOO_MANY_REQUESTS', 429, 'Five test mails an hour');
  end if;
  insert into public.audit_log (actor, action, entity) values (auth.uid(), 'test mail', 'email_outbox');
  return (select admin_users.email from public.admin_users join private.current_staff() as staff on staff.admin_id = admin_users.id);
end $$;
grant execute on function private.begin_test_mail() to authenticated;

create function public.begin_test_mail() returns text
language sql volatile set search_path = '' begin atomic select private.begin_test_mail(); end;
comment on function public.begin_test_mail() is
  'Takes one of the five test mails an hour of a member of the staff with settings.manage, notes it in the audit log, and answers the address of the caller, the only one it may go to. The function test-mail calls it.';
grant execute on function public.begin_test_mail() to authenticated;
