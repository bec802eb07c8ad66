import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type OwnerConnection } from '../../../embedded-supabase/src/backup/source.ts'
import { type Database, OWN_MIGRATIONS } from '../../../embedded-supabase/src/database/index.ts'
import { filesOf } from '../../../embedded-supabase/src/database/migrations.ts'
import { openPools } from '../../../embedded-supabase/src/database/pool.ts'
import { OWNER_PATH } from '../../../embedded-supabase/src/database/run-file.ts'
import { type PostgresServer, startPostgresServer } from '../../../embedded-supabase/test/support/postgres-server.ts'
import { MIGRATIONS } from './project.ts'

const PASSWORD = 'of-the-test'

/** The roles of a project: `postgres` is the login of its owner and no superuser; that one is `supabase_admin`. */
const LOGINS = `
  alter role postgres rename to first_superuser;
  create role postgres login createrole createdb bypassrls replication password '${PASSWORD}';
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit password '${PASSWORD}';
  create role supabase_auth_admin login noinherit createrole password '${PASSWORD}';
  create role supabase_storage_admin login noinherit createrole;
  create role supabase_realtime_admin nologin noinherit;
  create role dashboard_user nologin createrole createdb replication;
  grant anon, authenticated, service_role to authenticator, supabase_storage_admin;
  grant anon, authenticated, service_role, authenticator to postgres with admin option;
  grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
  create database project owner postgres;`

/** What other services own, and what of it the login of the owner may do: it alters no table of theirs. */
const OWNERS = `
  create schema platform; create schema vault; create schema graphql; create schema graphql_public;
  alter schema realtime owner to supabase_realtime_admin;
  alter table realtime.messages owner to supabase_realtime_admin;
  alter publication supabase_realtime owner to postgres;
  do $$
  declare one record;
  begin
    for one in select relation.oid::regclass as name, nspname from pg_class as relation
      join pg_namespace as space on space.oid = relnamespace
      where nspname in ('auth', 'storage') and relkind in ('r', 'v', 'p') loop
      execute format('alter table %s owner to supabase_%s_admin', one.name, one.nspname);
    end loop;
    for one in select proc.oid::regprocedure as name, nspname from pg_proc as proc
      join pg_namespace as space on space.oid = pronamespace where nspname in ('auth', 'storage') loop
      execute format('alter function %s owner to supabase_%s_admin', one.name, one.nspname);
    end loop;
  end $$;
  grant all on schema auth to supabase_auth_admin;
  grant all on schema storage to supabase_storage_admin;
  grant all on schema public to postgres;
  grant all on schema extensions to postgres;
  grant usage on schema auth, storage, realtime, vault, graphql, graphql_public to postgres;
  grant all on all tables in schema auth, storage to postgres;
  grant all on all sequences in schema auth, storage to postgres;
  grant all on all routines in schema auth, storage, extensions to postgres;
  alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;`

/**
 * What supautils lets that login do (supautils.policy_grants): policies on these tables as if they were its own, for the
 * length of the statement.
 */
const POLICY_GRANTS = `
  create function platform.lend_tables() returns event_trigger language plpgsql security definer as $$
  begin
    alter table storage.objects owner to postgres;
    alter table storage.buckets owner to postgres;
  end $$;
  create function platform.take_tables_back() returns event_trigger language plpgsql security definer as $$
  begin
    alter table storage.objects owner to supabase_storage_admin;
    alter table storage.buckets owner to supabase_storage_admin;
  end $$;
  create event trigger lend_tables on ddl_command_start when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
    execute function platform.lend_tables();
  create event trigger take_tables_back on ddl_command_end when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
    execute function platform.take_tables_back();`

/** A database as a hosted project lays it out. */
export type HostedDatabase = {
  /** Address by which its owner's login reaches it. */
  url: string
  /** A connection of that login, which is no superuser. */
  owner: OwnerConnection
  /** The same face as the embedded database has: its callers, sign-in service and owner are the logins of the project. */
  database: Database
  /** Runs statements as Supabase's own superuser, which nobody outside has. */
  asPlatform(sql: string): Promise<void>
  close(): Promise<void>
}

/** Makes a server with such a database, without a table of ours. */
export async function startHostedDatabase(): Promise<HostedDatabase> {
  const server: PostgresServer = await startPostgresServer()
  await server.asSuperuser(`create role supabase_admin superuser login password '${PASSWORD}'`)
  const login = (user: string, database = 'project') => ({
    ...{ host: '127.0.0.1', port: server.port, database, user, password: PASSWORD },
  })

  async function asPlatform(sql: string, database = 'project') {
    const { client, close } = await connect(login('supabase_admin', database))
    await client.query(sql).finally(close)
  }

  for (const statement of LOGINS.split(';').filter((one) => one.trim())) await asPlatform(statement, 'postgres')
  const files = filesOf(OWN_MIGRATIONS.folder).map((name) => readFileSync(join(OWN_MIGRATIONS.folder, name), 'utf8'))
  for (const sql of [...files, OWNERS, POLICY_GRANTS]) await asPlatform(`${OWNER_PATH}; ${sql}`)
  const owner = await connect(login('postgres'))
  const logins = { owner: login('postgres'), api: login('authenticator'), auth: login('supabase_auth_admin') }
  const database = openPools(logins, false)
  return {
    url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${server.port}/project`,
    owner,
    database,
    asPlatform,
    async close() {
      await database.close()
      await owner.close()
      await server.stop()
    },
  }
}

/** Such a database with every migration, applied by its owner; everything is gone after `close`. */
export async function openHostedAcademy(): Promise<Database> {
  const { database, owner, close } = await startHostedDatabase()
  for (const name of readdirSync(MIGRATIONS).sort())
    await owner.client.query(`begin; ${OWNER_PATH}; ${readFileSync(join(MIGRATIONS, name), 'utf8')}; commit`)
  return { ...database, close }
}
