create table private.staff_activity (
  session_id uuid primary key,
  admin_id uuid not null references public.admin_users on delete cascade,
  active_at timestamptz not null default now()
);
comment on table private.staff_activity is
  'When somebody last used the staff area in a session. Written by keep_staff_session only; a session that never opened the area has no row.';
create index staff_activity_admin_id_idx on private.staff_activity (admin_id);
create index staff_activity_active_at_idx on private.staff_activity (active_at);
alter table private.staff_activity enable row level security;

create function private.staff_idle_minutes() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((private.setting('staff_idle_minutes') #>> '{}')::integer, 60);
end $$;

create function private.staff_session_is_idle() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  minutes constant integer := private.staff_idle_minutes();
begin
  return minutes > 0 and exists (
    select from auth.sessions
    left join private.staff_activity on staff_activity.session_id = sessions.id
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and coalesce(staff_activity.active_at, sessions.created_at) < now() - make_interval(mins => minutes));
end $$;
comment on function private.staff_session_is_idle() is
  'Whether the session of the token was not used in the staff area, since it began or since its last use, for as long as the setting staff_idle_minutes allows.';

create function private.keep_staff_session() returns json
language plpgsql security definer set search_path = '' as $$
declare
  session constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  member constant uuid := (
    select admin_users.id from public.admin_users
    where admin_users.supabase_auth_id = auth.uid() and admin_users.is_active);
  until_day constant timestamptz := (
    select sessions.created_at + interval '24 hours' from auth.sessions where sessions.id = session and sessions.user_id = auth.uid());
begin
  if member is null or (until_day > now() and not private.session_lives()) then
    return json_build_object('minutes', 0, 'ended', false);
  end if;
  if until_day is null or until_day <= now() then
    return json_build_object('minutes', private.staff_idle_minutes(), 'ended', true, 'over', 'age');
  end if;
  if private.staff_session_is_idle() then
    delete from auth.sessions where sessions.id = session and sessions.user_id = auth.uid();
    return json_build_object('minutes', private.staff_idle_minutes(), 'ended', true, 'over', 'idle');
  end if;
  insert into private.staff_activity (session_id, admin_id) values (session, member)
  on conflict (session_id) do update set active_at = now() where staff_activity.active_at < now() - interval '10 seconds';
  delete from private.staff_activity where staff_activity.session_id in (
    select old.session_id from private.staff_activity as old where old.active_at < now() - interval '2 days' limit 20);
  return json_build_object('minutes', private.staff_idle_minutes(), 'ended', false,
    'seconds', floor(extract(epoch from until_day - now()))::integer);
end $$;
grant execute on function private.keep_staff_session() to authenticated;

create function public.keep_staff_session() returns json
language sql set search_path = '' begin atomic select private.keep_staff_session(); end;
comment on function public.keep_staff_session() is
  'Says that somebody is using the staff area, and gives the minutes after which a session without any use ends (0: never). Of a session that is over ended is true, and over says why: idle, which ends it for good, or age for one of more than 24 hours or one that was ended; of others seconds are left until then. Of who is no member of the staff nothing is kept.';
grant execute on function public.keep_staff_session() to authenticated;
