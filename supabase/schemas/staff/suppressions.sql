create table private.mail_events (
  id text primary key check (char_length(id) between 1 and 255),
  received_at timestamptz not null default now()
);
comment on table private.mail_events is
  'Reports of mail services that were acted on, by their ids, for a month: the same report may come again.';
create index mail_events_received_at_idx on private.mail_events (received_at);
alter table private.mail_events enable row level security;

create function private.note_mail_event(event_id text, type text, address text, message_id text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  recipient uuid := case when message_id ~ '^<?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}@' then substring(message_id from '[0-9a-f-]{36}')::uuid end;
  held text;
begin
  if coalesce(event_id, '') = '' or type is null or type not in ('bounced', 'complained') then
    return 'ignored';
  end if;
  delete from private.mail_events where received_at < now() - interval '30 days';
  insert into private.mail_events (id) values (left(event_id, 255)) on conflict do nothing;
  if not found then
    return 'known';
  end if;
  held := lower(coalesce(nullif(trim(address), ''), (select users.email from private.campaign_recipients as recipients
    join public.users on users.id = recipients.user_id where recipients.id = recipient)));
  if type = 'bounced' then
    update private.campaign_recipients set state = 'bounced', settled_at = now()
    where id = recipient and state in ('sent', 'unconfirmed');
  end if;
  if held is null or held !~ '^[^@\s]+@[^@\s]+$' or char_length(held) > 320 then
    return 'ignored';
  end if;
  if not exists (select from public.users where users.email = held) then
    return 'ignored';
  end if;
  insert into public.email_suppressions (address, reason) values (held, type)
  on conflict on constraint email_suppressions_pkey do update set reason = excluded.reason
  where email_suppressions.reason = 'unsubscribed';
  return 'noted';
end $$;
grant execute on function private.note_mail_event(text, text, text, text) to service_role;

create function public.note_mail_event(event_id text, type text, address text default null, message_id text default null) returns text
language sql volatile set search_path = '' begin atomic select private.note_mail_event(event_id, type, address, message_id); end;
comment on function public.note_mail_event(text, text, text, text) is
  'For the webhook of a mail service: a mail bounced for good or somebody complained. The address gets no campaigns any more; done once for each id. Answers noted, known or ignored.';

create function private.list_suppressions(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 320));
  conditions text[] := array['true'];
  found json;
  total bigint;
begin
  perform private.require_notifier();
  if search <> '' then
    -- By the whole address only: by parts, a mask could be guessed sign by sign.
    conditions := conditions || format('held.address = %L', search);
  end if;
  if jsonb_typeof(query -> 'reason') = 'string' then
    conditions := conditions || format('held.reason = %L', left(query ->> 'reason', 20));
  end if;
  if query -> 'count' = 'true' then
    execute format('select nullif(count(*), 10001) from (select from public.email_suppressions as held where %s limit 10001) as bounded',
      array_to_string(conditions, ' and ')) into total;
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('(held.created_at, md5(held.address)) %s (%L::timestamptz, %L)',
      case when upwards then '>' else '<' end, private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'text'));
  end if;
  execute format($list$
    with page as (select held.*, md5(held.address) as id from public.email_suppressions as held where %1$s
      order by held.created_at %2$s, md5(held.address) %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.created_at::text, 'email_masked', private.mask_email(page.address),
      'reason', page.reason, 'note', page.note, 'created_at', page.created_at) order by page.created_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;
grant execute on function private.list_suppressions(jsonb) to authenticated;

create function public.list_suppressions(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_suppressions(query); end;
comment on function public.list_suppressions(jsonb) is
  'Addresses that get no campaigns, masked, newest first, 50 a page, for staff with notifications.manage. Keys of the query: search (a whole address), reason, direction, after or before, count.';
grant execute on function public.list_suppressions(jsonb) to authenticated;

create function private.lift_suppression(suppression_id text, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lifted public.email_suppressions;
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if char_length(trim(coalesce(lift_suppression.reason, ''))) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  perform private.require_reach(private.staff_level_at(held.address))
    from public.email_suppressions as held where md5(held.address) = suppression_id;
  -- Who unsubscribed comes back by their own consent alone.
  delete from public.email_suppressions as held where md5(held.address) = suppression_id and held.reason <> 'unsubscribed'
  returning * into lifted;
  if lifted.address is null then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'suppression lifted', 'email_suppressions', suppression_id,
    jsonb_build_object('why', lifted.reason, 'reason', trim(lift_suppression.reason)));
  return true;
end $$;
grant execute on function private.lift_suppression(text, text) to authenticated;

create function public.lift_suppression(suppression_id text, reason text) returns boolean
language sql volatile set search_path = '' begin atomic select private.lift_suppression(suppression_id, reason); end;
comment on function public.lift_suppression(text, text) is
  'Takes an address that bounced or complained off the list, for staff with notifications.manage and a reason, which the audit log keeps; false where it is not on it, or the person unsubscribed.';
grant execute on function public.lift_suppression(text, text) to authenticated;

create function private.suppress_address(address text, note text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  held constant text := lower(trim(coalesce(suppress_address.address, '')));
  why constant text := trim(coalesce(suppress_address.note, ''));
begin
  if not private.has_permission('notifications.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: notifications.manage');
  end if;
  if char_length(why) not between 3 and 500 then
    perform private.raise_app_error('REASON_REQUIRED', 400, 'A reason of 3 to 500 characters is needed');
  end if;
  if held !~ '^[^@\s[:cntrl:]]+@[^@\s[:cntrl:]]+\.[^@\s[:cntrl:]]+$' or char_length(held) > 320 then
    perform private.raise_app_error('INVALID_ADDRESS', 400, 'That is no address of a mailbox');
  end if;
  perform private.require_reach(private.staff_level_at(held));
  -- Who unsubscribed stays so: the way back is their own consent, whatever the staff add or lift.
  insert into public.email_suppressions (address, reason, note) values (held, 'added', why) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'address suppressed', 'email_suppressions', md5(held), jsonb_build_object('reason', why));
  return true;
end $$;
grant execute on function private.suppress_address(text, text) to authenticated;

create function public.suppress_address(address text, note text) returns boolean
language sql volatile set search_path = '' begin atomic select private.suppress_address(address, note); end;
comment on function public.suppress_address(text, text) is
  'Puts an address on the list of those that get no campaign, for staff with notifications.manage and a reason, which the audit log keeps; false where it is there already. 400 REASON_REQUIRED or INVALID_ADDRESS.';
grant execute on function public.suppress_address(text, text) to authenticated;
