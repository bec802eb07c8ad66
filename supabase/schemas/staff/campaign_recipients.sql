create function private.campaign_recipient_page(query jsonb, size integer) returns json
language plpgsql stable set search_path = '' as $$
declare
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  backwards boolean := query ? 'before';
  conditions text[] := array[format('recipients.campaign_id = %L::uuid', private.place_part(query -> 'campaign_id', 'uuid'))];
  found json;
begin
  if jsonb_typeof(query -> 'state') = 'string' then
    conditions := conditions || format('recipients.state = %L', left(query ->> 'state', 20));
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('recipients.id %s %L::uuid', case when backwards then '<' else '>' end, private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select recipients.*, users.first_name, users.last_name, users.email from private.campaign_recipients as recipients
      join public.users on users.id = recipients.user_id where %1$s order by recipients.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.id::text, 'student_id', page.user_id, 'first_name', page.first_name,
      'last_name', page.last_name, 'email_masked', private.mask_email(page.email), 'state', page.state, 'reason', page.reason,
      'attempts', page.attempts, 'due_at', case when page.state = 'waiting' and page.attempts > 0 then page.due_at end,
      'settled_at', page.settled_at, 'read_at', page.read_at) order by page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when backwards then 'desc' else 'asc' end, size + 1) into found;
  return found;
end $$;

create function private.list_campaign_recipients(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := case when query -> 'whole' = 'true' then 1000 else 50 end;
  total bigint;
begin
  perform private.require_notifier();
  if query -> 'count' = 'true' then
    total := (select count(*) from private.campaign_recipients as recipients
      where recipients.campaign_id = private.place_part(query -> 'campaign_id', 'uuid')::uuid and (query ->> 'state' is null or recipients.state = query ->> 'state'));
  end if;
  return json_build_object('rows', private.campaign_recipient_page(query, size), 'total', total, 'size', size);
end $$;
grant execute on function private.list_campaign_recipients(jsonb) to authenticated;

create function public.list_campaign_recipients(query jsonb) returns json
language sql stable set search_path = '' begin atomic select private.list_campaign_recipients(query); end;
comment on function public.list_campaign_recipients(jsonb) is
  'Who gets a campaign and what became of it, 50 a page, addresses masked, for staff with notifications.manage. Keys of the query: campaign_id, state, after or before, count.';
grant execute on function public.list_campaign_recipients(jsonb) to authenticated;
