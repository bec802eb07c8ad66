-- A place in a list comes from a client: each of its parts is a text that can be read as what the list is sorted by, and whatever
-- is none is refused in one place. Before, each list named the refusals of the database that it knew of, and let others through.
create function private.place_part(part jsonb, type text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(part) is distinct from 'string' then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
  end if;
  execute format('select %L::%s', part #>> '{}', type);
  return part #>> '{}';
exception
  when data_exception then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
end $$;
comment on function private.place_part(jsonb, text) is
  'A part of the place in a list as text, which can be read as a value of the type; INVALID_CURSOR for anything else.';
revoke execute on function private.place_part(jsonb, text) from public;

create or replace function private.audit_page(query jsonb, conditions text, size integer, whole boolean) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> backwards;
  way text := case when upwards then 'asc' else 'desc' end;
  place text := 'true';
  found json;
begin
  if cursor_at <> 'null' then
    place := format('(lines.occurred_at, lines.id) %s (%L::timestamptz, %L::bigint)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'bigint'));
  end if;
  execute format($list$
    with page as (
      select lines.*, row_number() over (order by lines.occurred_at %3$s, lines.id %3$s) as place
      from public.audit_log as lines where %1$s and %2$s order by lines.occurred_at %3$s, lines.id %3$s limit %4$s)
    select coalesce(json_agg(jsonb_build_object(
      'id', lines.id::text, 'sort_value', lines.occurred_at::text, 'occurred_at', lines.occurred_at, 'action', lines.action,
      'entity', lines.entity, 'entity_id', lines.entity_id, 'actor', lines.actor, 'actor_name', private.actor_name(lines.actor),
      'address', lines.address, 'fields', (private.changed_fields(lines))[:6]
    ) || case when %5$L then jsonb_build_object('changes', private.audit_changes(lines)) else '{}' end order by page.place), '[]')
    from page join public.audit_log as lines on lines.id = page.id
    $list$, conditions, place, way, size + 1, whole) into found;
  return found;
end $$;

create or replace function private.campaign_recipient_page(query jsonb, size integer) returns json
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

create or replace function private.list_campaign_recipients(query jsonb) returns json
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

create or replace function private.list_campaigns(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  conditions text[] := array['true'];
  found json;
  total bigint;
begin
  perform private.require_notifier();
  if coalesce(trim(query ->> 'search'), '') <> '' then
    conditions := conditions || format('strpos(lower(campaigns.name || '' '' || campaigns.subject), %L) > 0', lower(left(trim(query ->> 'search'), 100)));
  end if;
  if jsonb_typeof(query -> 'state') = 'string' then
    conditions := conditions || format('campaigns.state = %L', left(query ->> 'state', 20));
  end if;
  if jsonb_typeof(query -> 'kind') = 'string' then
    conditions := conditions || case when query ->> 'kind' = 'automatic' then 'campaigns.occasion is not null'
      else format('campaigns.occasion is null and campaigns.kind = %L', left(query ->> 'kind', 20)) end;
  end if;
  if query -> 'count' = 'true' then
    execute format('select count(*) from private.campaigns where %s', array_to_string(conditions, ' and ')) into total;
  end if;
  if cursor_at <> 'null' then
    conditions := conditions || format('(campaigns.created_at, campaigns.id) %s (%L::timestamptz, %L::uuid)',
      case when upwards then '>' else '<' end, private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (select campaigns.* from private.campaigns where %1$s order by campaigns.created_at %2$s, campaigns.id %2$s limit %3$s)
    select coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.created_at::text, 'name', page.name, 'kind', page.kind,
      'state', page.state, 'occasion', page.occasion, 'subject', page.subject, 'created_at', page.created_at, 'starts_at', page.starts_at,
      'started_at', page.started_at, 'ended_at', page.ended_at, 'counts', private.campaign_counts(page.id)
    ) order by page.created_at %2$s, page.id %2$s), '[]') from page
    $list$, array_to_string(conditions, ' and '), case when upwards then 'asc' else 'desc' end, size + 1) into found;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;

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

create or replace function private.list_undelivered_mails(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  upwards boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> (query ? 'before');
  way text := case when upwards then 'asc' else 'desc' end;
  search text := lower(left(trim(coalesce(query ->> 'search', '')), 320));
  conditions text[] := array['true'];
  place text := 'true';
  source text := private.undelivered_mails();
  found json;
  total bigint;
begin
  if not private.has_permission('settings.manage') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: settings.manage');
  end if;
  if search ~ '^[0-9a-f]{12}$' then
    source := private.failed_mails();
    conditions := conditions || format('mails.cause = %L', search);
  elsif search <> '' then
    -- By the whole address only: by parts, a mask could be guessed sign by sign.
    conditions := conditions || format('mails.recipient = %L', search);
  end if;
  conditions := conditions || case query ->> 'state'
    when 'waiting' then $c$mails.status = 'queued' and mails.last_failure is null$c$
    when 'delayed' then $c$mails.status = 'queued' and mails.last_failure is not null$c$
    when 'abandoned' then $c$mails.status = 'abandoned'$c$
    else 'true' end;
  if jsonb_typeof(query -> 'kind') = 'string' then
    conditions := conditions || format('mails.kind = %L', left(query ->> 'kind', 100));
  end if;
  if jsonb_typeof(query -> 'failure') = 'string' then
    conditions := conditions || format('mails.last_failure = %L', left(query ->> 'failure', 100));
  end if;
  if cursor_at <> 'null' then
    place := format('(mails.created_at, mails.id) %s (%L::timestamptz, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'timestamptz'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (
      select mails.* from (%1$s) as mails where %2$s and %3$s order by mails.created_at %4$s, mails.id %4$s limit %5$s)
    select coalesce(json_agg(json_build_object(
      'id', page.id, 'sort_value', page.created_at::text, 'created_at', page.created_at, 'source', page.source, 'kind', page.kind,
      'recipient', private.mask_email(page.recipient), 'attempts', page.attempts,
      'state', case when page.status = 'abandoned' then 'abandoned' when page.last_failure is null then 'waiting' else 'delayed' end,
      'next_attempt_at', case when page.status = 'queued' then page.next_attempt_at end,
      'failure', page.last_failure, 'answer', private.mail_cause(page.last_error, page.recipient),
      'can_retry', page.status = 'queued' or page.has_text
    ) order by page.created_at %4$s, page.id %4$s), '[]') from page
    $list$, source, array_to_string(conditions, ' and '), place, way, size + 1) into found;
  if query -> 'count' = 'true' then
    execute format('select nullif(count(*), 10001) from (select from (%s) as mails where %s limit 10001) as all_mails',
      source, array_to_string(conditions, ' and ')) into total;
  end if;
  return json_build_object('rows', found, 'total', total, 'size', size);
end $$;

create or replace function private.list_decided_requests(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 50;
  backwards constant boolean := query ? 'before';
  place constant jsonb := coalesce(query -> 'before', query -> 'after');
  upwards constant boolean := (coalesce(query ->> 'direction', 'desc') = 'asc') <> backwards;
  sought constant text := '%' || regexp_replace(left(lower(trim(coalesce(query ->> 'search', ''))), 100), '([\\%_])', '\\\1', 'g') || '%';
  at_moment timestamptz;
  at_id uuid;
  found json;
  total bigint;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if place <> 'null' then
    at_moment := private.place_part(place -> 'value', 'timestamptz')::timestamptz;
    at_id := private.place_part(place -> 'id', 'uuid')::uuid;
  end if;
  with decided as (
    select requests.*, admin_users.first_name as decider
    from public.access_requests as requests left join public.admin_users on admin_users.id = requests.decided_by
    where requests.decided_at is not null and requests.status <> 'open'
      and (query ->> 'status' is null or requests.status = query ->> 'status')
      and lower(requests.first_name || ' ' || requests.last_name) like sought
  ), page as (
    select decided.*, row_number() over (
        order by case when upwards then decided.decided_at end, case when upwards then decided.id end, decided.decided_at desc, decided.id desc) as line
    from decided
    where at_id is null or case when upwards then (decided.decided_at, decided.id) > (at_moment, at_id)
      else (decided.decided_at, decided.id) < (at_moment, at_id) end
    order by line limit size + 1)
  select (select count(*) from decided), coalesce(json_agg(json_build_object('id', page.id, 'sort_value', page.decided_at,
      'first_name', page.first_name, 'last_name', page.last_name, 'former_email_masked', page.former_email_masked,
      'contact_email_masked', page.contact_email_masked, 'status', page.status, 'created_at', page.created_at,
      'decided_at', page.decided_at, 'decided_by', page.decider, 'because', page.decided_because) order by page.line), '[]')
    into total, found from page;
  return json_build_object('rows', found, 'size', size, 'total', total);
end $$;

create or replace function private.list_content(query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  rules constant private.content_kinds := private.require_content_manager(coalesce(query ->> 'kind', ''));
  size constant integer := 50;
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  upwards constant boolean := (coalesce(query ->> 'direction', 'asc') = 'asc') <> (query ? 'before');
  way constant text := case when upwards then 'asc' else 'desc' end;
  search constant text := left(trim(coalesce(query ->> 'search', '')), 100);
  parent constant text := case when rules.parent_field is null or (rules.kind = 'quiz' and query ->> 'parent' is null) then 'true'
    else format('live.%I = %L::uuid', rules.parent_field,
      private.place_part(coalesce(nullif(query -> 'parent', 'null'), '"00000000-0000-0000-0000-000000000000"'), 'uuid')) end;
  sort_key constant text := case query ->> 'sort'
    when 'title' then format('coalesce(rows.draft ->> %L, '''')', rules.title_field)
    when 'edited_at' then $k$to_char(rows.edited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')$k$
    else $k$lpad(coalesce(rows.live ->> 'order_index', '0'), 10, '0')$k$ end;
  public_title constant text := case when rules.title_rule is null then format('rows.live ->> %L', rules.title_field)
    else format('private.%I(rows.live)', rules.title_rule) end;
  conditions text := 'rows.trashed_at is null';
  place text := 'true';
  found json;
begin
  if query ->> 'state' = 'trash' then
    conditions := 'rows.trashed_at is not null';
  end if;
  if search <> '' then
    conditions := conditions || format(' and (%4$s ilike %2$L or rows.draft ->> %1$L ilike %2$L or rows.draft ->> %3$L ilike %2$L)', rules.title_field,
      '%' || replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_') || '%', 'slug', public_title);
  end if;
  if jsonb_typeof(query -> 'state') = 'string' and query ->> 'state' <> 'trash' then
    conditions := conditions || format(' and private.content_state(rows.item, rows.live) = %L', left(query ->> 'state', 20));
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' and 'tags' = any (rules.fields) then
    conditions := conditions || format(' and rows.draft -> ''tags'' ? %L', left(query ->> 'tag', 30));
  end if;
  if cursor_at <> 'null' then
    place := format('(rows.key, rows.id) %s (%L, %L::uuid)', case when upwards then '>' else '<' end,
      private.place_part(cursor_at -> 'value', 'text'), private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with rows as (
      select rows.*, %1$s as key from (
        select items.id, items as item, items.draft, items.edited_at, items.trashed_at, to_jsonb(live) as live
        from public.%2$I as live join private.content_items as items on items.kind = %3$L and items.id = live.id
        where %9$s) as rows),
    matching as materialized (select rows.id, rows.key from rows where %4$s),
    page as (
      select chosen.key, items as item, items.*, to_jsonb(live) as live
      from (select * from matching as rows where %5$s order by rows.key %6$s, rows.id %6$s limit %7$s + 1) as chosen
      join private.content_items as items on items.kind = %3$L and items.id = chosen.id join public.%2$I as live on live.id = chosen.id)
    select json_build_object('size', %7$s, 'total', (select count(*) from matching), 'rows', coalesce((
      select json_agg(json_build_object(
        'id', page.id, 'version', page.version, 'sort_value', page.key, 'title', page.draft ->> %8$L, 'slug', page.draft ->> 'slug', 'state', private.content_state(page.item, page.live),
        'parent', (select jsonb_build_object('id', courses.id, 'title', courses.title_he) from public.courses where courses.id::text = page.live ->> %10$L),
        'is_featured', page.draft -> 'is_featured', 'tags', page.draft -> 'tags', 'edited_at', page.edited_at, 'edited_by', private.staff_name(page.edited_by),
        'publish_at', page.publish_at, 'unpublish_at', page.unpublish_at, 'schedule_failure', page.schedule_failure)
        order by page.key %6$s, page.id %6$s)
      from page), '[]'))
    $list$, sort_key, rules.live, rules.kind, conditions, place, way, size, rules.title_field, parent,
    rules.parent_field) into found;
  return found;
end $$;

create or replace function private.student_timeline(student_id uuid, query jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  student constant uuid := student_timeline.student_id;
  size constant integer := 50;
  kinds text[] := '{sign_in,account,lesson,course,test,certificate,ticket,consent,mail,staff}';
  is_open boolean;
  before_at timestamptz := 'infinity';
  before_key text := '';
  found json;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  if not exists (select from public.users where users.id = student) then
    perform private.raise_app_error('USER_NOT_FOUND', 404, 'User not found');
  end if;
  is_open := private.record_is_open(student);
  if jsonb_typeof(query -> 'kinds') = 'array' then
    kinds := array(select jsonb_array_elements_text(query -> 'kinds') limit 20);
  end if;
  if query -> 'after' <> 'null' then
    before_at := private.place_part(query #> '{after,at}', 'timestamptz')::timestamptz;
    before_key := private.place_part(query #> '{after,key}', 'text');
  end if;
  if length(before_key) > 100 then
    perform private.raise_app_error('INVALID_CURSOR', 400, 'The place in the list is not valid');
  end if;
  with all_lines (at, key, kind, what, title, detail, actor) as (
    (select entries.signed_in_at, 'sign_in ' || entries.session_id, 'sign_in',
        case when entries.with_app then 'signed_in_with_app' else 'signed_in' end, null::text,
        case when is_open then concat_ws(' · ', nullif(entries.browser, ''), nullif(entries.system, ''), entries.address) end,
        null::text
      from private.sign_ins as entries
      where entries.user_id = student and entries.signed_in_at > now() - interval '180 days' and 'sign_in' = any (kinds))
    union all
    (select devices.first_seen_at, 'device ' || devices.browser || ' ' || devices.system, 'sign_in', 'new_device', null,
        case when is_open then concat_ws(' · ', nullif(devices.browser, ''), nullif(devices.system, '')) end, null
      from private.known_devices as devices where devices.user_id = student and 'sign_in' = any (kinds))
    union all
    (select moments.at, 'account ' || moments.what, 'account', moments.what, null, null, null
      from public.users, lateral (values (users.created_at, 'registered'), (users.email_verified_at, 'confirmed')) as moments (at, what)
      where users.id = student and moments.at is not null and 'account' = any (kinds))
    union all
    (select moments.at, moments.what || ' ' || progress.id, 'lesson', moments.what, lessons.title_he, courses.title_he, null
      from public.user_progress as progress
      join public.lessons on lessons.id = progress.lesson_id
      join public.courses on courses.id = progress.course_id,
      lateral (values (progress.created_at, 'lesson_begun'),
        (progress.last_watched, case when progress.completed then 'lesson_completed' else 'lesson_watched' end)) as moments (at, what)
      where progress.user_id = student and 'lesson' = any (kinds))
    union all
    (select done.completed_at, 'course ' || done.id, 'course', 'course_completed', courses.title_he, null, null
      from public.course_completions as done join public.courses on courses.id = done.course_id
      where done.user_id = student and 'course' = any (kinds))
    union all
    (select moments.at, moments.what || ' ' || attempts.id, 'test', moments.what, versions.title_he,
        case when is_open and moments.what <> 'test_begun' then attempts.percent || '%' end, null
      from private.quiz_attempts as attempts
      join public.quizzes on quizzes.id = attempts.quiz_id
      join public.quiz_versions as versions on versions.quiz_id = attempts.quiz_id and versions.version = attempts.version,
      lateral (values (attempts.started_at, 'test_begun'), (attempts.submitted_at, case
        when attempts.scored_at is null or quizzes.purpose = 'pretest' then 'test_ended'
        when attempts.passed then 'test_passed' else 'test_not_passed' end)) as moments (at, what)
      where attempts.user_id = student and moments.at is not null and 'test' = any (kinds))
    union all
    (select certificates.issued_at, 'certificate ' || certificates.id, 'certificate', 'certificate_issued', certificates.course_title, null, null
      from private.certificates where certificates.user_id = student and 'certificate' = any (kinds))
    union all
    (select tickets.created_at, 'ticket ' || tickets.id, 'ticket', 'ticket_' || tickets.status, null,
        case when is_open then tickets.subject end, null
      from public.support_tickets as tickets where tickets.user_id = student and 'ticket' = any (kinds))
    union all
    (select events.occurred_at, 'consent ' || events.id, 'consent', events.purpose,
        null, case when events.granted then 'granted' else 'refused' end, null
      from public.consent_events as events where events.user_id = student and 'consent' = any (kinds))
    union all
    (select mails.created_at, 'mail ' || mails.id, 'mail', coalesce(mails.content ->> 'what', mails.kind), null, mails.status, null
      from private.addresses_of(student) as known (address)
      join public.email_outbox as mails on mails.recipient = known.address and not mails.is_decoy
      where 'mail' = any (kinds))
    union all
    (select mails.created_at, 'sign-in mail ' || md5(mails.kind || mails.created_at), 'mail', mails.kind, null, mails.status, null
      from private.sign_in_mails(student) as mails where 'mail' = any (kinds))
    union all
    (select log.occurred_at, 'staff ' || log.id, case when log.actor is distinct from student then 'staff' else 'account' end,
        log.action, null, log.after ->> 'reason', admin_users.first_name
      from public.audit_log as log left join public.admin_users on admin_users.supabase_auth_id = log.actor
      where log.entity = 'users' and log.entity_id = student::text and log.action not in ('insert', 'update', 'delete')
        and case when log.actor is distinct from student then 'staff' else 'account' end = any (kinds))
    union all
    (select views.occurred_at, 'look ' || views.id, 'staff', 'looked_' || views.what, null, null, views.viewer_first_name
      from public.record_views as views where views.student_id = student and 'staff' = any (kinds))
  ), page as (
    select * from all_lines where (all_lines.at, all_lines.key collate "C") < (before_at, before_key)
    order by all_lines.at desc, all_lines.key collate "C" desc limit size + 1)
  select coalesce(json_agg(row_to_json(page) order by page.at desc, page.key collate "C" desc), '[]') into found from page;
  return json_build_object('rows', found, 'size', size, 'is_open', is_open);
end $$;

create or replace function private.find_students(query jsonb, size integer, out ids uuid[], out matching integer)
language plpgsql stable set search_path = '' set jit = off set max_parallel_workers_per_gather = 0
  set enable_seqscan = on set enable_bitmapscan = on set enable_sort = on set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  -- So many are read and sorted within milliseconds; of more than that the next in any order is never far.
  few constant integer := 5000;
  -- So many of the order of names are looked through before all who have a word are gathered.
  near constant integer := 60000;
  conditions constant text := private.student_filters(query);
  short constant text := private.short_word(query ->> 'search');
  further uuid[];
  is_searched constant boolean := private.student_search(query ->> 'search') <> 'true';
  sort constant text := private.student_sort(query);
  sort_type constant text := case sort when 'name' then 'text' else 'timestamptz' end;
  -- From the last row of a page onwards, or from the first one back.
  backwards constant boolean := query ? 'before';
  cursor_at constant jsonb := coalesce(query -> 'before', query -> 'after');
  downwards constant boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  in_order constant text := format('order by listed.%1$I %2$s, listed.id %2$s limit ', sort,
    case when downwards then 'desc' else 'asc' end);
  ordered constant text := in_order || size + 1;
  place text := 'true';
  gathered constant text := 'with hits as materialized (select listed.id, listed.%I from private.listed_students as listed where %s limit %L)
    select array(select listed.id from hits as listed where %s %s), (select count(*) from hits)';
begin
  if cursor_at <> 'null' then
    place := format('(listed.%I, listed.id) %s (%L::%s, %L::uuid)', sort, case when downwards then '<' else '>' end,
      private.place_part(cursor_at -> 'value', sort_type), sort_type, private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  if conditions <> 'true' then
    -- The index of names finds a word sooner than any other way, whatever is thought of how many have it.
    perform set_config('enable_seqscan', case when is_searched then 'off' else 'on' end, true);
    execute format(gathered, sort, conditions, few + 1, place, ordered) into ids, matching;
    if matching <= few then
      return;
    end if;
    matching := null;
    -- Who have a word in their name are mostly near, but may all stand together at the end of the order of names.
    if is_searched and sort = 'name' then
      perform private.read_in_order(true);
      execute format('select array(select listed.id from (select * from private.listed_students as listed where %s %s) as listed
        where %s %s)', place, in_order || near, conditions, ordered) into ids;
      if cardinality(ids) > size then
        return;
      end if;
    end if;
    -- Names that begin with a short word stand together in the order of names, however far; others that have it later are
    -- few, or they were near.
    if short is not null and sort = 'name' then
      perform private.read_in_order(false);
      execute format('select array(select listed.id from private.listed_students as listed
        where substring(listed.name from position('' '' in listed.name)) like %L and %s limit %s)', '% ' || short || '%', conditions, few + 1) into further;
      if cardinality(further) <= few then
        perform private.read_in_order(true);
        execute format('select array(select listed.id from private.listed_students as listed where listed.name like %L and %s and %s %s)',
          short || '%', conditions, place, ordered) into ids;
        perform private.read_in_order(false);
        execute format('select array(select listed.id from private.listed_students as listed where listed.id = any (%L::uuid[]) and %s %s)',
          further || ids, place, ordered) into ids;
        return;
      end if;
    end if;
  end if;
  perform private.read_in_order(not is_searched or sort <> 'name');
  execute format('select array(select listed.id from private.listed_students as listed where %s and %s %s)',
    conditions, place, ordered) into ids;
end $$;

create or replace function private.student_filters(query jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  search constant text := private.student_search(query ->> 'search');
  conditions text[] := case when search <> 'true' then array[search] end;
begin
  if query ? 'id' then
    conditions := conditions || format('listed.id = %L::uuid',
      case when query ->> 'id' is not null then private.place_part(query -> 'id', 'uuid') end);
  end if;
  if jsonb_typeof(query -> 'states') = 'array' and jsonb_array_length(query -> 'states') > 0 then
    conditions := conditions || format('listed.state = any (%L)', (
      select coalesce(array_agg(distinct value), '{}') from jsonb_array_elements_text(query -> 'states')
      where value in ('closed', 'leaving', 'unverified', 'active')));
  end if;
  if jsonb_typeof(query -> 'phone_owed') = 'boolean' then
    conditions := conditions || format('%slisted.phone_owed', case when query -> 'phone_owed' = 'false' then 'not ' else '' end);
  end if;
  if jsonb_typeof(query -> 'marketing') = 'boolean' then
    conditions := conditions || format('%slisted.marketing_consent', case when query -> 'marketing' = 'false' then 'not ' else '' end);
  end if;
  if jsonb_typeof(query -> 'absent_days') = 'number' then
    conditions := conditions || format('listed.last_login_at < now() - make_interval(days => %s)',
      greatest(0, least(3650, (query ->> 'absent_days')::numeric))::integer);
  end if;
  if query ?| array['registered_from', 'registered_to'] then
    -- A day that is none finds nobody, rather than everybody.
    conditions := conditions || coalesce(
      'listed.created_at >= ' || private.beginning_of(query ->> 'registered_from', 0) || ' and listed.created_at < '
        || private.beginning_of(query ->> 'registered_to', 1), 'false');
  end if;
  if query ?| array['learned_from', 'learned_to'] then
    conditions := conditions || coalesce(private.learned_condition(query ->> 'learned_from', query ->> 'learned_to'), 'false');
  end if;
  if jsonb_typeof(query -> 'stage') = 'string' then
    conditions := conditions || private.stage_condition('listed.id', query ->> 'stage');
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || private.listed_tag_condition(query ->> 'tag');
  end if;
  return coalesce(array_to_string(conditions, ' and '), 'true');
end $$;

create or replace function private.count_students(query jsonb, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off set enable_seqscan = on
set max_parallel_workers_per_gather = 0 as $$
declare
  counted integer;
begin
  perform set_config('enable_seqscan', case when private.student_search(query ->> 'search') = 'true' then 'on' else 'off' end, true);
  execute format('select count(*) from (select from private.listed_students as listed where %s limit %s) as found',
    private.student_filters(query), at_most) into counted;
  return counted;
end $$;

create or replace function private.student_choice(query jsonb) returns json
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = on as $$
declare
  chosen json;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  perform set_config('enable_seqscan', case when private.student_search(query ->> 'search') = 'true' then 'on' else 'off' end, true);
  execute format($choice$
    select coalesce(json_agg(json_build_array(users.id, trim(users.first_name || ' ' || users.last_name))), '[]')
    from (select listed.id from private.listed_students as listed where %s limit 10000) as found join public.users on users.id = found.id
    $choice$, private.student_filters(query)) into chosen;
  return chosen;
end $$;

create or replace function private.ticket_page(query jsonb, caller uuid, size integer) returns json
language plpgsql stable set search_path = '' set jit = off as $$
declare
  sort text := case when query ->> 'sort' in ('last_message_at', 'created_at', 'due', 'priority') then query ->> 'sort' else 'last_message_at' end;
  sort_key text := case sort
    when 'created_at' then 'tickets.created_at'
    when 'due' then 'coalesce(case when tickets.first_answer_at is null then tickets.first_answer_due_at end, ''infinity'')'
    when 'priority' then '(tickets.priority * 100000000000 + extract(epoch from tickets.last_message_at))'
    else 'tickets.last_message_at' end;
  sort_type text := case sort when 'priority' then 'numeric' else 'timestamptz' end;
  backwards boolean := query ? 'before';
  cursor_at jsonb := coalesce(query -> 'before', query -> 'after');
  downwards boolean := (coalesce(query ->> 'direction', 'desc') <> 'asc') <> backwards;
  place text := 'true';
  found json;
begin
  if cursor_at <> 'null' then
    place := format('(%s, tickets.id) %s (%L::%s, %L::uuid)', sort_key, case when downwards then '<' else '>' end,
      private.place_part(cursor_at -> 'value', sort_type), sort_type, private.place_part(cursor_at -> 'id', 'uuid'));
  end if;
  execute format($list$
    with page as (
      select tickets.*, (%1$s)::text as sort_value, row_number() over (order by %1$s %4$s, tickets.id %4$s) as place
      from public.support_tickets as tickets where %2$s and %3$s order by %1$s %4$s, tickets.id %4$s limit %5$s)
    select coalesce(json_agg(json_build_object(
      'id', page.id, 'subject', page.subject, 'name', page.name, 'email_masked', private.mask_email(page.email),
      'is_student', page.user_id is not null, 'status', page.status, 'priority', page.priority, 'tags', page.tags,
      'channel', page.channel, 'is_spam', page.is_spam, 'snoozed_until', page.snoozed_until,
      'assignee_id', page.assignee_id, 'assignee', assignees.first_name, 'lesson', lessons.title_he, 'course', courses.title_he,
      'created_at', page.created_at, 'last_message_at', page.last_message_at, 'last_from_staff', page.last_from_staff,
      'first_answer_at', page.first_answer_at, 'first_answer_due_at', page.first_answer_due_at,
      'satisfaction', page.satisfaction, 'sort_value', page.sort_value
    ) order by page.place), '[]')
    from page left join public.admin_users as assignees on assignees.id = page.assignee_id
      left join public.lessons on lessons.id = page.lesson_id left join public.courses on courses.id = page.course_id
    $list$, sort_key, private.ticket_filters(query, caller), place, case when downwards then 'desc' else 'asc' end, size + 1) into found;
  return found;
end $$;

create or replace function private.ticket_filters(query jsonb, caller uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  conditions text[] := array[private.ticket_view(query ->> 'view', caller), private.ticket_search(query ->> 'search')];
begin
  if jsonb_typeof(query -> 'states') = 'array' and jsonb_array_length(query -> 'states') > 0 then
    conditions := conditions || format('tickets.status = any (%L)', array(select jsonb_array_elements_text(query -> 'states') limit 10));
  end if;
  if jsonb_typeof(query -> 'priorities') = 'array' and jsonb_array_length(query -> 'priorities') > 0 then
    conditions := conditions || format('tickets.priority::text = any (%L)', array(select jsonb_array_elements_text(query -> 'priorities') limit 10));
  end if;
  if jsonb_typeof(query -> 'assignee') = 'string' then
    conditions := conditions || format('tickets.assignee_id = %L::uuid', private.place_part(query -> 'assignee', 'uuid'));
  end if;
  if jsonb_typeof(query -> 'tag') = 'string' then
    conditions := conditions || format('tickets.tags @> array[%L]', query ->> 'tag');
  end if;
  if jsonb_typeof(query -> 'about') = 'string' then
    conditions := conditions || case query ->> 'about' when 'lesson' then 'tickets.lesson_id is not null' else 'tickets.lesson_id is null' end;
  end if;
  return array_to_string(conditions, ' and ');
end $$;

create or replace function private.count_tickets(query jsonb, caller uuid, at_most integer) returns integer
language plpgsql stable set search_path = '' set jit = off as $$
declare
  counted integer;
begin
  execute format('select count(*) from (select from public.support_tickets as tickets where %s limit %s) as found',
    private.ticket_filters(query, caller), at_most) into counted;
  return counted;
end $$;

create or replace function private.read_audit_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 500;
  opened private.list_exports;
  asked jsonb;
begin
  if not private.is_staff() then
    perform private.raise_app_error('FORBIDDEN', 403, 'For members of the staff');
  end if;
  select exports.* into opened from private.list_exports as exports
  where exports.id = export_id and exports.list = 'audit' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if opened.id is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  asked := opened.query || case when place <> 'null' then jsonb_build_object('after', place) else '{}' end;
  return json_build_object('size', size, 'rows', private.audit_page(asked,
    format('%s and lines.id <= %s', private.audit_filters(asked), opened.last_id), size, true));
end $$;

create or replace function private.read_students_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 1000;
  asked jsonb;
begin
  if not private.has_permission('students.view') then
    perform private.raise_app_error('FORBIDDEN', 403, 'Missing permission: students.view');
  end if;
  select exports.query into asked from private.list_exports as exports
  where exports.id = export_id and exports.list = 'students' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  if place <> 'null' then
    asked := asked || jsonb_build_object('after', place);
  end if;
  return json_build_object('rows', private.student_page(asked, size), 'size', size);
end $$;

create or replace function private.read_tickets_export(export_id uuid, place jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  size constant integer := 1000;
  caller constant uuid := private.require_support();
  asked jsonb;
begin
  select exports.query into asked from private.list_exports as exports
  where exports.id = export_id and exports.list = 'tickets' and exports.opened_by = auth.uid()
    and exports.opened_at > now() - interval '1 hour' and exports.noted_in is distinct from pg_current_xact_id_if_assigned();
  if asked is null then
    perform private.raise_app_error('EXPORT_NOT_OPENED', 403, 'An export is opened before it is read');
  end if;
  return json_build_object('size', size, 'rows', private.ticket_page(
    asked || case when place <> 'null' then jsonb_build_object('after', place) else '{}' end, caller, size));
end $$;
