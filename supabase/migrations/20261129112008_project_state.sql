set local check_function_bodies = off;

CREATE TABLE "private"."page_changes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "changed_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "page_changes_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."page_changes" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.forget_old_rows(batch_size integer)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mails integer;
  visits integer;
  links integer;
  mail_days integer := coalesce((private.setting('mails_kept_days') #>> '{}')::integer, 30);
  visit_months integer := coalesce((private.setting('visits_kept_months') #>> '{}')::integer, 13);
begin
  delete from public.email_outbox where id in (
    select done.id from public.email_outbox as done
    where done.created_at < now() - make_interval(days => mail_days) and done.status <> 'queued'
    order by done.created_at limit batch_size);
  get diagnostics mails = row_count;
  delete from public.page_views where id in (
    select old.id from public.page_views as old
    where old.occurred_at < now() - make_interval(months => visit_months) order by old.occurred_at limit batch_size);
  get diagnostics visits = row_count;
  delete from private.unsubscribe_tokens where token_hash in (
    select old.token_hash from private.unsubscribe_tokens as old
    where old.created_at < now() - interval '2 years' order by old.created_at limit batch_size);
  get diagnostics links = row_count;
  delete from private.account_recovery_tokens where token_hash in (
    select old.token_hash from private.account_recovery_tokens as old
    where old.expires_at < now() - interval '30 days' order by old.expires_at limit batch_size);
  delete from private.page_changes where page_changes.changed_at < now() - interval '1 hour';
  -- Not bounded: thirty an hour for each member of the staff are all there can be.
  delete from private.list_exports where list_exports.opened_at < now() - interval '1 hour';
  delete from public.access_requests where id in (
    select old.id from public.access_requests as old
    where old.created_at < now() - interval '180 days' order by old.created_at limit batch_size);
  delete from private.sign_ins where session_id in (
    select past.session_id from private.sign_ins as past
    where past.signed_in_at < now() - interval '180 days' order by past.signed_in_at limit batch_size);
  delete from private.security_events where id in (
    select past.id from private.security_events as past
    where past.last_at < now() - interval '90 days' order by past.last_at limit batch_size);
  return json_build_object('mails', mails, 'page_views', visits, 'unsubscribe_links', links);
end $function$;

CREATE OR REPLACE FUNCTION private.notify_page_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.page_changes default values;
  perform pg_catalog.pg_notify('page_changes', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.page_version()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(changes.id), 0)::text from private.page_changes as changes;
$function$;

CREATE OR REPLACE FUNCTION private.project_state(demo_courses uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'version', current_setting('server_version_num')::integer,
    'time', clock_timestamp(),
    'extensions', (select jsonb_agg(extensions.extname) from pg_catalog.pg_extension as extensions),
    'migrations', private.rows_as_json('select version from supabase_migrations.schema_migrations'),
    'jobs', private.rows_as_json('select * from cron.job'),
    'refused_calls', private.rows_as_json('select status_code, count(*) as calls from net._http_response where status_code >= 400 and created > now() - interval ''10 minutes'' group by 1'),
    'project_url', private.rows_as_json('select decrypted_secret as url from vault.decrypted_secrets where name = ''project_url''') -> 0 ->> 'url',
    'secret_names', private.rows_as_json('select name from vault.decrypted_secrets where name in (''project_url'', ''secret_key'')'),
    'empties_passwords', exists (
      select from pg_catalog.pg_trigger as triggers
      where triggers.tgrelid = 'auth.users'::regclass and triggers.tgname = 'users_write_password' and triggers.tgenabled <> 'D'),
    'buckets', (
      select coalesce(jsonb_agg(jsonb_build_object('id', buckets.id, 'public', buckets.public, 'file_size_limit', buckets.file_size_limit)), '[]')
      from storage.buckets),
    'held_kinds', (select coalesce(jsonb_agg(kind), '[]') from private.outgoing_holds as holds, unnest(holds.kinds) as kind where holds.ended_at is null),
    'legal', (
      select coalesce(jsonb_agg(in_force), '[]') from (
        select distinct on (documents.slug) documents.slug, versions.awaits_review as is_draft
        from public.legal_documents as documents join public.legal_document_versions as versions on versions.document_id = documents.id
        where versions.is_published and versions.effective_at <= now() order by documents.slug, versions.version desc) as in_force),
    'settings', (
      select coalesce(jsonb_object_agg(settings.key, settings.value), '{}') from public.app_settings as settings
      where settings.key in ('demo_academy', 'demo_content', 'staff_email_domains') or settings.is_public),
    'demo_courses', (select count(*) from public.courses where courses.id = any (demo_courses)),
    'demo_people', (select count(*) from auth.users where users.raw_app_meta_data @> '{"demo":true}'),
    'staff', (
      select coalesce(jsonb_agg(jsonb_build_object('email', members.email, 'role', roles.name, 'is_secured', exists (
        select from auth.mfa_factors as factors where factors.user_id = members.supabase_auth_id and factors.status = 'verified')) order by members.email), '[]')
      from public.admin_users as members join public.roles on roles.id = members.role_id where members.is_active));
end $function$;

CREATE OR REPLACE FUNCTION private.rows_as_json(query text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found_rows jsonb;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(result)), ''[]'') from (%s) as result', query) into found_rows;
  return found_rows;
exception when undefined_table or undefined_column or invalid_schema_name or insufficient_privilege then
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.page_version()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.page_version() AS page_version;
END;

CREATE OR REPLACE FUNCTION public.project_state(demo_courses uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
BEGIN ATOMIC
 SELECT private.project_state(demo_courses) AS project_state;
END;

CREATE INDEX page_changes_changed_at_idx ON private.page_changes USING btree (changed_at);

COMMENT ON FUNCTION "private"."notify_page_change"() IS 'Notifies page_changes and raises the version of pages: kept pages show something that is no longer so.';

COMMENT ON FUNCTION "private"."rows_as_json"(text) IS 'The rows of a query as a JSON array; null where what it reads is not there, such as that of an extension, or is closed to its owner.';

COMMENT ON FUNCTION "public"."forget_old_rows"(integer) IS 'Forgets done mails after mails_kept_days (30 at most), single visits after visits_kept_months (13 at most), unsubscribe links after 2 years, recovery links after 30 days, requests for access and sign-ins after 180 days and filters of exported lists and changes of pages after an hour, a bounded number a call; a schedule calls it. The audit log and the ledger of consents are never touched.';

COMMENT ON FUNCTION "public"."page_version"() IS 'Another text whenever what pages show has changed: for processes that keep pages and hear no notifications (decision 0168).';

COMMENT ON FUNCTION "public"."project_state"(uuid[]) IS 'What npm run doctor looks at: version, extensions, migrations, jobs, names of the vault''s secrets, buckets, and of the academy legal texts, settings, demo content and staff. Rows of extensions that are not there are null. For the service key alone.';

COMMENT ON TABLE "private"."page_changes" IS 'A row for each statement of the last hour that changed what pages show. It is seen when its transaction is. Nothing about persons.';

REVOKE ALL ON FUNCTION "private"."page_version"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."page_version"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."project_state"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."project_state"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rows_as_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."page_version"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."page_version"() TO "anon", "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."project_state"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."project_state"(uuid[]) TO "service_role";
