-- What every hosted project has and migrations pulled from one name: roles, the publication of realtime, and the faces of
-- two services. Nothing listens behind them here: what is sent goes nowhere.
do $$
declare role_name text;
begin
  foreach role_name in array array['supabase_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'supabase_replication_admin',
    'supabase_read_only_user', 'supabase_functions_admin', 'supabase_etl_admin', 'pgbouncer', 'dashboard_user']
  loop
    -- A role that is there already is somebody else's and stays as it is.
    continue when exists (select from pg_roles where rolname = role_name);
    begin
      execute format('create role %I nologin noinherit', role_name);
      -- An owner who is no superuser gives objects only to roles that it is a member of.
      if not pg_has_role(current_user, role_name, 'member') then
        execute format('grant %I to current_user', role_name);
      end if;
    exception when insufficient_privilege or duplicate_object or unique_violation then
      -- Only what is pulled from a hosted project misses it.
      null;
    end;
  end loop;
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
comment on table realtime.messages is 'Stays empty: policies of a hosted project are written for it.';
alter table realtime.messages enable row level security;
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language sql as $$ select $$;
create function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW') returns void language plpgsql as $$ begin end $$;

create schema if not exists supabase_functions;
grant usage on schema supabase_functions to anon, authenticated, service_role;
create function supabase_functions.http_request() returns trigger language plpgsql as $$
begin
  return coalesce(new, old);
end $$;
comment on function supabase_functions.http_request() is 'Database webhooks of a hosted project call this; here nothing is sent.';

alter table storage.buckets add column avif_autodetection boolean default false;
