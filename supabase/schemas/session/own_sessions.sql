create function private.mask_address(address inet) returns text
language sql immutable set search_path = '' as $$
  select case when family(address) = 4
    then split_part(host(address), '.', 1) || '.' || split_part(host(address), '.', 2) || '.*.*'
    else split_part(host(address), ':', 1) || ':' || split_part(host(address), ':', 2) || ':*' end
$$;
comment on function private.mask_address(inet) is
  '84.229.17.4 becomes 84.229.*.*: enough to know the own network by.';

create function private.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  perform private.require_session();
  return query
    select sessions.id, sessions.created_at,
      greatest(sessions.created_at, sessions.updated_at, sessions.refreshed_at::timestamptz),
      sessions.user_agent, private.mask_address(sessions.ip), sessions.id = present
    from auth.sessions
    where sessions.user_id = auth.uid()
      and sessions.created_at > now() - interval '90 days'
      and (sessions.not_after is null or sessions.not_after > now())
    order by 6 desc, 3 desc;
end $$;
grant execute on function private.list_my_sessions() to authenticated;

create function public.list_my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text, is_current boolean)
language sql stable set search_path = '' begin atomic
  select mine.id, mine.created_at, mine.last_used_at, mine.user_agent, mine.address, mine.is_current
  from private.list_my_sessions() as mine;
end;
comment on function public.list_my_sessions() is
  'The living sessions of the caller, this one first, then by last use; addresses are masked. 401 SESSION_ENDED for a session that was ended.';
grant execute on function public.list_my_sessions() to authenticated;

create function private.end_my_session(session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions where sessions.id = end_my_session.session_id and sessions.user_id = auth.uid();
end $$;
grant execute on function private.end_my_session(uuid) to authenticated;

create function public.end_my_session(session_id uuid) returns void
language sql set search_path = '' begin atomic select private.end_my_session(session_id); end;
comment on function public.end_my_session(uuid) is
  'Ends one session of the caller, at once; nothing happens for one that has ended already or is somebody else''s.';
grant execute on function public.end_my_session(uuid) to authenticated;
