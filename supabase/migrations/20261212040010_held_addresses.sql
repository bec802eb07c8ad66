-- Addresses that the staff themselves put on the list of suppressions, with the reason, and lists that tell it.
alter table public.email_suppressions
  drop constraint email_suppressions_reason_check,
  add constraint email_suppressions_reason_check check (reason in ('unsubscribed', 'bounced', 'complained', 'added')),
  add column note text check (char_length(note) between 3 and 500);
comment on column public.email_suppressions.note is 'Why the staff put the address there; null for one that came by itself.';

create or replace function private.why_not_sent(kind text, occasion text) returns text
language sql immutable set search_path = '' as $$
  select format($sql$case
    when not users.is_active then 'closed'
    when not users.email_verified then 'unverified'
    when %1$L = 'marketing' and users.deletion_due_at is not null then 'leaving'
    when %1$L = 'marketing' and not users.marketing_consent then 'no consent'
    when exists (select from public.email_suppressions as held where held.address = users.email
      and (%1$L = 'marketing' or held.reason in ('bounced', 'complained', 'added'))) then 'suppressed'
    when exists (select from private.muted_notifications as muted where muted.user_id = users.id and muted.kind = %2$L) then 'muted'
    end$sql$, kind, coalesce(occasion, case kind when 'marketing' then 'news' else '' end))
$$;

create or replace function private.list_suppressions(query jsonb) returns json
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
  if jsonb_typeof(cursor_at) = 'object' then
    conditions := conditions || format('(held.created_at, md5(held.address)) %s (%L::timestamptz, %L)',
      case when upwards then '>' else '<' end, cursor_at ->> 'value', cursor_at ->> 'id');
  end if;
  execute format($list$
    with page as (select held.*, md5(held.address) as id from public.email_suppressions as held where %1$s
      order by held.created_at %2$s, md5(held.address) %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.created_at::text, 'email_masked', private.mask_email(page.address),
      'reason', page.reason, 'note', page.note, 'created_at', page.created_at) order by page.created_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;

create function private.suppress_address(address text, note text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
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
  -- Who unsubscribed stays so: the way back is their own consent, whatever the staff add or lift.
  insert into public.email_suppressions (address, reason, note) values (held, 'added', why) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, action, entity, entity_id, after)
  values (auth.uid(), 'address suppressed', 'email_suppressions', md5(held), jsonb_build_object('reason', why));
  return true;
end $$;
revoke execute on function private.suppress_address(text, text) from public;
grant execute on function private.suppress_address(text, text) to authenticated;
create function public.suppress_address(address text, note text) returns boolean
language sql volatile set search_path = '' begin atomic select private.suppress_address(address, note); end;
comment on function public.suppress_address(text, text) is
  'Puts an address on the list of those that get no campaign, for staff with notifications.manage and a reason, which the audit log keeps; false where it is there already. 400 REASON_REQUIRED or INVALID_ADDRESS.';
revoke execute on function public.suppress_address(text, text) from public, anon;
grant execute on function public.suppress_address(text, text) to authenticated;
