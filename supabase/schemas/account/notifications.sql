create function private.own_notifications() returns setof private.campaign_recipients
language sql stable security definer set search_path = '' as $$
  select recipients.* from private.campaign_recipients as recipients
  join private.campaigns on campaigns.id = recipients.campaign_id
  join public.users on users.id = recipients.user_id
  where recipients.user_id = auth.uid() and campaigns.in_academy
    and (recipients.state <> 'skipped' or recipients.reason = 'suppressed')
    and (campaigns.kind = 'service' or users.marketing_consent)
$$;
comment on function private.own_notifications() is
  'What the caller was told in the academy. Marketing shows as long as they agree, and what was not to reach them does not.';

create function private.list_my_notifications() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For students');
  end if;
  return json_build_object(
    'muted', (select coalesce(json_agg(muted.kind order by muted.kind), '[]') from private.muted_notifications as muted where muted.user_id = auth.uid()),
    'rows', (
      select coalesce(json_agg(json_build_object('id', shown.id, 'kind', campaigns.kind, 'occasion', campaigns.occasion,
        'subject', campaigns.subject, 'body', campaigns.body, 'created_at', shown.created_at, 'read_at', shown.read_at,
        'values', shown.details || jsonb_build_object('first_name', users.first_name, 'last_name', users.last_name)
      ) order by shown.created_at desc, shown.id), '[]')
      from (select * from private.own_notifications() as own order by own.created_at desc limit 100) as shown
      join private.campaigns on campaigns.id = shown.campaign_id
      join public.users on users.id = shown.user_id));
end $$;
grant execute on function private.list_my_notifications() to authenticated;

create function public.list_my_notifications() returns json
language sql stable set search_path = '' begin atomic select private.list_my_notifications(); end;
comment on function public.list_my_notifications() is
  'The newest hundred that the caller was told in the academy, and the kinds that they muted.';
grant execute on function public.list_my_notifications() to authenticated;

create function private.my_unread_notifications() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    return 0;
  end if;
  return (select count(*) from (select from private.own_notifications() as own where own.read_at is null limit 100) as unread);
end $$;
grant execute on function private.my_unread_notifications() to authenticated;

create function public.my_unread_notifications() returns integer
language sql stable set search_path = '' begin atomic select private.my_unread_notifications(); end;
comment on function public.my_unread_notifications() is
  'How many the caller has not read in the academy, counted to a hundred.';
grant execute on function public.my_unread_notifications() to authenticated;

create function private.read_my_notifications(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.is_active_student() then
    update private.campaign_recipients set read_at = now()
    where user_id = auth.uid() and read_at is null and (ids is null or id = any (ids));
  end if;
  return private.my_unread_notifications();
end $$;
grant execute on function private.read_my_notifications(uuid[]) to authenticated;

create function public.read_my_notifications(ids uuid[] default null) returns integer
language sql volatile set search_path = '' begin atomic select private.read_my_notifications(ids); end;
comment on function public.read_my_notifications(uuid[]) is
  'Marks what the caller was told as read, all without ids; answers how many are left.';
grant execute on function public.read_my_notifications(uuid[]) to authenticated;

create function private.mute_notifications(kind text, muted boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_active_student() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For students');
  end if;
  if mute_notifications.kind is null or muted is null or mute_notifications.kind not in ('news', 'welcome', 'unfinished', 'certificate', 'review') then
    perform private.raise_app_error('INVALID_KIND', 400, 'There is no such kind of notification');
  end if;
  if muted then
    insert into private.muted_notifications (user_id, kind) values (auth.uid(), mute_notifications.kind) on conflict do nothing;
  else
    delete from private.muted_notifications as held where held.user_id = auth.uid() and held.kind = mute_notifications.kind;
  end if;
end $$;
grant execute on function private.mute_notifications(text, boolean) to authenticated;

create function public.mute_notifications(kind text, muted boolean) returns void
language sql volatile set search_path = '' begin atomic select private.mute_notifications(kind, muted); end;
comment on function public.mute_notifications(text, boolean) is
  'Whether the caller wants no more of a kind: news, welcome, unfinished, certificate or review. Asked again before each mail.';
grant execute on function public.mute_notifications(text, boolean) to authenticated;
