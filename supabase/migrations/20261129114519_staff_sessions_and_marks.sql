set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_staff_session()
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.rich_text_problem(body jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with recursive nodes as (
    select body as node, 0 as depth
    union all
    select child.node, nodes.depth + 1 from nodes, jsonb_array_elements(
      case when jsonb_typeof(nodes.node -> 'content') = 'array' then nodes.node -> 'content' else '[]' end) as child (node)
    where nodes.depth < 12),
  marks as (
    select mark.mark from nodes, jsonb_array_elements(
      case when jsonb_typeof(nodes.node -> 'marks') = 'array' then nodes.node -> 'marks' else '[]' end) as mark (mark))
  select case when
    coalesce(body ->> 'type', '') <> 'doc' or jsonb_typeof(body -> 'content') is distinct from 'array'
    or (select count(*) > 6000 or max(depth) > 10 or coalesce(sum(char_length(node ->> 'text')), 0) > 100000 from nodes)
    or exists (
      select from nodes
      where jsonb_typeof(node) <> 'object'
        or coalesce(node ->> 'type', '') not in ('doc', 'text', 'paragraph', 'heading', 'bulletList', 'orderedList', 'listItem', 'blockquote',
          'horizontalRule', 'hardBreak', 'table', 'tableRow', 'tableHeader', 'tableCell', 'picture', 'callout', 'footnote', 'courseCard', 'fact', 'formula')
        or (depth > 0 and node ->> 'type' = 'doc')
        or exists (select from jsonb_object_keys(node) as key where key not in ('type', 'text', 'attrs', 'marks', 'content'))
        or (node ? 'content' and (jsonb_typeof(node -> 'content') <> 'array'
          or node ->> 'type' in ('text', 'hardBreak', 'horizontalRule', 'picture', 'footnote', 'courseCard', 'fact', 'formula')))
        or (node ? 'text') <> (node ->> 'type' = 'text') or (node ? 'text' and (jsonb_typeof(node -> 'text') <> 'string' or node ->> 'text' = ''))
        or (node ? 'marks' and (jsonb_typeof(node -> 'marks') <> 'array' or node ->> 'type' not in ('text', 'footnote', 'fact', 'formula', 'hardBreak')))
        or (node ? 'attrs' and jsonb_typeof(node -> 'attrs') <> 'object')
        or (node ->> 'type' = 'heading' and coalesce(node -> 'attrs' ->> 'level', '') not in ('2', '3'))
        or (node ->> 'type' in ('picture', 'callout', 'footnote', 'courseCard', 'fact', 'formula') and not node ? 'attrs')
        or (jsonb_typeof(node -> 'attrs') = 'object' and not private.rich_attrs_fit(node ->> 'type', node -> 'attrs')))
    or exists (
      select from marks
      where jsonb_typeof(mark) <> 'object' or coalesce(mark ->> 'type', '') not in ('bold', 'italic', 'code', 'link')
        or exists (select from jsonb_object_keys(mark) as key where key not in ('type', 'attrs'))
        or (mark ->> 'type' in ('bold', 'italic', 'code') and mark ? 'attrs')
        or (mark ->> 'type' = 'link' and (
          jsonb_typeof(mark -> 'attrs' -> 'href') is distinct from 'string' or octet_length(mark ->> 'attrs') > 3000
          or mark -> 'attrs' ->> 'href' !~* '^(https?://|mailto:|tel:|/(?!/)|#)[^\s<>"\\]*$'
          or exists (select from jsonb_object_keys(mark -> 'attrs') as key where key not in ('href', 'target', 'rel', 'class', 'title')))))
  then 'BODY' end
$function$;

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

COMMENT ON FUNCTION "public"."keep_staff_session"() IS 'Says that somebody is using the staff area, and gives the minutes after which a session without any use ends (0: never). Of a session that is over ended is true, and over says why: idle, which ends it for good, or age for one of more than 24 hours or one that was ended; of others seconds are left until then. Of who is no member of the staff nothing is kept.';
