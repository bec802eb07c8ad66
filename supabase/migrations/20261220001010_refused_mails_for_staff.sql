-- The list of refused mails as the staff read it.
create function private.list_refused_mails(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
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
      'ticket_id', page.ticket_id, 'subject', page.subject, 'bytes', page.bytes) order by page.refused_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
revoke execute on function private.list_refused_mails(jsonb) from public;
grant execute on function private.list_refused_mails(jsonb) to authenticated;
create function public.list_refused_mails(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_refused_mails(query); end;
comment on function public.list_refused_mails(jsonb) is
  'A page of the mails to the support that were dropped or refused, with why, senders masked, for staff with support.access: {search (a whole address), reason, direction, count, before | after: {value, id}}.';
revoke execute on function public.list_refused_mails(jsonb) from public, anon;
grant execute on function public.list_refused_mails(jsonb) to authenticated;

create function private.open_refused_mail(mail_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
  sender text := (select mails.sender from private.refused_mails as mails where mails.id = open_refused_mail.mail_id);
  student uuid := (select users.id from public.users where users.email = sender);
begin
  if sender is null then
    perform private.raise_app_error('MAIL_NOT_FOUND', 404, 'No such mail was refused, or its sender is not known');
  end if;
  if student is not null then
    perform private.record_view(student, 'record');
  end if;
  insert into public.audit_log (actor, action, entity, entity_id) values (auth.uid(), 'sender opened', 'refused_mails', mail_id::text);
  delete from private.opened_mails as old where old.opened_at < now() - interval '10 minutes';
  insert into private.opened_mails as opened (admin_id, mail_id)
  select staff.admin_id, open_refused_mail.mail_id from private.current_staff() as staff
  on conflict on constraint opened_mails_pkey do update set opened_at = now(), noted_in = pg_current_xact_id();
end $$;
revoke execute on function private.open_refused_mail(uuid) from public;
grant execute on function private.open_refused_mail(uuid) to authenticated;
create function public.open_refused_mail(mail_id uuid) returns void
language sql volatile set search_path = '' begin atomic select private.open_refused_mail(mail_id); end;
comment on function public.open_refused_mail(uuid) is
  'Opens the sender of a refused mail for ten minutes, for staff with support.access. The audit log and the student know of it.';
revoke execute on function public.open_refused_mail(uuid) from public, anon;
grant execute on function public.open_refused_mail(uuid) to authenticated;

create function private.read_refused_mail(mail_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  caller constant uuid := private.require_support();
begin
  if not exists (
    select from private.opened_mails as opened join private.current_staff() as staff on staff.admin_id = opened.admin_id
    where opened.mail_id = read_refused_mail.mail_id and opened.opened_at > now() - interval '10 minutes'
      and opened.noted_in is distinct from pg_current_xact_id_if_assigned()) then
    perform private.raise_app_error('RECORD_NOT_OPENED', 403, 'The address is opened before it is read');
  end if;
  return (select mails.sender from private.refused_mails as mails where mails.id = read_refused_mail.mail_id);
end $$;
revoke execute on function private.read_refused_mail(uuid) from public;
grant execute on function private.read_refused_mail(uuid) to authenticated;
create function public.read_refused_mail(mail_id uuid) returns text
language sql stable set search_path = '' begin atomic select private.read_refused_mail(mail_id); end;
comment on function public.read_refused_mail(uuid) is
  'The sender of a refused mail, for the member of staff who opened it in the last ten minutes (open_refused_mail).';
revoke execute on function public.read_refused_mail(uuid) from public, anon;
grant execute on function public.read_refused_mail(uuid) to authenticated;
