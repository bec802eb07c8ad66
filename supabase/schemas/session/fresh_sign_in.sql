-- The sign-in service cannot tell how fresh a session is. So the session that wants something of it asks here first.
create table private.permits (
  user_id uuid not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('email', 'second step')),
  session_id uuid not null,
  granted_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
comment on table private.permits is
  'Sessions that, freshly signed in, may ask the sign-in service for another address or for a second step within ten minutes.';
alter table private.permits enable row level security;

create view private.export_permits with (security_invoker = true) as
  select user_id as person, granted_at, purpose from private.permits;

-- The age of a session is that of its sign-in: created_at, which no refresh moves. The app can prove anew within it.
create function private.require_fresh_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '10 minutes';
begin
  if not private.session_is_valid() or not exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and (sessions.created_at > since or exists (
        select from auth.mfa_amr_claims as claims
        where claims.session_id = sessions.id
          and private.proof_of(claims.authentication_method) = 'app' and claims.updated_at > since)))
  then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $$;
comment on function private.require_fresh_sign_in() is
  'Ends the statement with REAUTHENTICATION_NEEDED unless the person behind the session has proved who they are within ten minutes: by a new sign-in, or by their second step.';

create function private.permit_fresh(purpose text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_fresh_sign_in();
  insert into private.permits (user_id, purpose, session_id)
  values (auth.uid(), permit_fresh.purpose, (auth.jwt() ->> 'session_id')::uuid)
  on conflict on constraint permits_pkey do update set session_id = excluded.session_id, granted_at = now();
end $$;
grant execute on function private.permit_fresh(text) to authenticated;

create function private.has_permit(account uuid, purpose text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.permits
    where permits.user_id = account and permits.purpose = has_permit.purpose
      and permits.granted_at > now() - interval '10 minutes')
$$;

create function private.require_permit(account uuid, purpose text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_permit(account, purpose) then
    perform private.raise_app_error('REAUTHENTICATION_NEEDED', 403, 'Sign in again to do this');
  end if;
end $$;
comment on function private.require_permit(uuid, text) is
  'For triggers on the tables of the sign-in service, which carry no claims.';

create function private.require_fresh_staff_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Who is no staff is refused by the act itself. The server has no session, and is not asked.
  if auth.uid() is not null and exists (select from private.current_staff()) then
    perform private.require_fresh_sign_in();
  end if;
end $$;
comment on function private.require_fresh_staff_sign_in() is
  'Ends the statement of a member of the staff with REAUTHENTICATION_NEEDED unless they proved within ten minutes who they are.';
grant execute on function private.require_fresh_staff_sign_in() to authenticated, service_role;

create function private.require_fresh_opening(student uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  few constant integer := 20;
begin
  -- One after the other for each viewer, so that many at once are counted too.
  perform pg_advisory_xact_lock(hashtextextended('records opened ' || coalesce(auth.uid()::text, ''), 0));
  if (select count(distinct views.student_id) from public.record_views as views
      join private.current_staff() as staff on staff.admin_id = views.viewer_id
      where views.occurred_at > now() - interval '1 hour' and views.student_id <> student) >= few then
    perform private.require_fresh_staff_sign_in();
  end if;
end $$;
comment on function private.require_fresh_opening(uuid) is
  'Asks as require_fresh_staff_sign_in does once a viewer has opened the records of 20 other students within the hour.';
grant execute on function private.require_fresh_opening(uuid) to authenticated;
