-- Mails that wait or were given up, for who sees to them: why, told once a cause, with masked recipients.
create index email_outbox_undelivered_idx on public.email_outbox (created_at desc, id desc)
  where status <> 'sent' and not is_decoy;

create function private.mail_cause(failure text, recipient text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  said text := regexp_replace(coalesce(failure, ''), '[^\s<>"'',;:()]+@[^\s<>"'',;:()]+', '…', 'g');
  name constant text := split_part(recipient, '@', 1);
begin
  -- Some mail servers name the mailbox without its domain.
  if length(name) > 2 and strpos(lower(said), lower(name)) > 0 then
    said := regexp_replace(said, '(?<!\w)' || regexp_replace(name, '(\W)', '\\\1', 'g') || '(?!\w)', '…', 'gi');
  end if;
  -- Numbers of a mail server's queue make each answer look like another.
  return trim(left(regexp_replace(regexp_replace(said, '\m(?=\w*\d)\w{8,}\M', '#', 'g'), '\s+', ' ', 'g'), 300));
end $$;
comment on function private.mail_cause(text, text) is
  'What a mail server said, without addresses, the recipient and numbers of its queue, so that one cause reads alike for all mails.';
revoke execute on function private.mail_cause(text, text) from public;

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
revoke execute on function private.undelivered_mails() from public;


create function private.failed_mails() returns text
language sql stable security definer set search_path = '' as $$
  select format('select mails.*, left(md5(mails.last_failure || private.mail_cause(mails.last_error, mails.recipient)), 12) as cause
    from (select mails.* from (%s) as mails where mails.last_failure is not null order by mails.created_at desc, mails.id desc limit 2000) as mails',
    private.undelivered_mails())
$$;
comment on function private.failed_mails() is
  'The statement that reads the newest 2,000 mails that failed, each with the code of its cause: reading all of a long outage would cost seconds.';
revoke execute on function private.failed_mails() from public;

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
  if jsonb_typeof(cursor_at) = 'object' then
    place := format('(mails.created_at, mails.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      cursor_at ->> 'value', cursor_at ->> 'id');
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
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
revoke execute on function private.list_undelivered_mails(jsonb) from public;
grant execute on function private.list_undelivered_mails(jsonb) to authenticated;
create function public.list_undelivered_mails(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_undelivered_mails(query); end;
comment on function public.list_undelivered_mails(jsonb) is
  'Mails that wait or were given up, of the product and of the embedded sign-in service, 50 a page and one more, recipients masked, for staff with settings.manage. Keys of the query: search (a whole address, or the code of a cause), state, kind, failure, direction, after or before ({value, id}), count (null beyond 10,000).';
revoke execute on function public.list_undelivered_mails(jsonb) from public, anon;
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
revoke execute on function private.mail_causes() from public;
grant execute on function private.mail_causes() to authenticated;
create function public.mail_causes() returns json
language sql stable set search_path = '' begin atomic select private.mail_causes(); end;
comment on function public.mail_causes() is
  'Why mails did not leave: each cause once, with its code, how many mails it holds and how many of them can be sent again, of the newest 2,000, the newest eight causes; for staff with settings.manage.';
revoke execute on function public.mail_causes() from public, anon;
grant execute on function public.mail_causes() to authenticated;
