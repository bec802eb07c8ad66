set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.staff_session_is_idle()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  minutes constant integer := private.staff_idle_minutes();
begin
  return minutes > 0 and exists (
    select from auth.sessions
    left join private.staff_activity on staff_activity.session_id = sessions.id
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and coalesce(staff_activity.active_at, sessions.created_at) < now() - make_interval(mins => minutes));
end $function$;

COMMENT ON FUNCTION "private"."staff_session_is_idle"() IS 'Whether the session of the token was not used in the staff area, since it began or since its last use, for as long as the setting staff_idle_minutes allows.';
