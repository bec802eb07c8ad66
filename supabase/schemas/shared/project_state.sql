create function private.rows_as_json(query text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  found_rows jsonb;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(result)), ''[]'') from (%s) as result', query) into found_rows;
  return found_rows;
exception when undefined_table or undefined_column or invalid_schema_name or insufficient_privilege then
  return null;
end $$;
comment on function private.rows_as_json(text) is
  'The rows of a query as a JSON array; null where what it reads is not there, such as that of an extension, or is closed to its owner.';

create function private.project_state(demo_courses uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
grant execute on function private.project_state(uuid[]) to service_role;

create function public.project_state(demo_courses uuid[]) returns jsonb
language sql stable set search_path = '' begin atomic select private.project_state(demo_courses); end;
comment on function public.project_state(uuid[]) is
  'What npm run doctor looks at: version, extensions, migrations, jobs, names of the vault''s secrets, buckets, and of the academy legal texts, settings, demo content and staff. Rows of extensions that are not there are null. For the service key alone.';
