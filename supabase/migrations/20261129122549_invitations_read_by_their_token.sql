set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.read_admin_invitation(token_input text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('email', invitations.email, 'inviter', nullif(trim(concat(inviters.first_name, ' ', inviters.last_name)), ''),
    'expires_at', invitations.expires_at, 'is_over', invitations.expires_at <= now())
  from public.invitation_history as invitations
  left join public.admin_users as inviters on inviters.id = invitations.invited_by
  where invitations.invitation_token = private.hash_token(coalesce(token_input, '')) and invitations.status in ('pending', 'expired')
$function$;

CREATE OR REPLACE FUNCTION public.read_admin_invitation(token_input text)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.read_admin_invitation(token_input) AS read_admin_invitation;
END;

COMMENT ON FUNCTION "public"."read_admin_invitation"(text) IS 'What an invitation says to whoever holds its token: {email, inviter, expires_at, is_over}; null for a token that invites nobody any more.';

REVOKE ALL ON FUNCTION "private"."read_admin_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_admin_invitation"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."read_admin_invitation"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_admin_invitation"(text) TO "anon", "authenticated", "service_role";
