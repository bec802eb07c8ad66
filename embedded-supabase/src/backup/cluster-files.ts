import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { clusterFiles } from '../database/initialise.ts'
import { collect, collectText } from './collect.ts'

/** What a running server makes anew at each start, or must not find in a copy (PostgreSQL manual, 25.3.4). */
const NOT_COPIED =
  /^postgres\/(postmaster\.(pid|opts)$|backup_label(\.old)?$|tablespace_map(\.old)?$|(pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/)|\/pgsql_tmp|\/pg_internal\.init/
const WRITE_AHEAD_LOG = /^postgres\/pg_wal\/./

/** The files of a cluster that does not run. */
export const stoppedCluster = (data: string): AsyncGenerator<Buffer> =>
  collect(data, 'postgres', (name) => NOT_COPIED.test(name))

/**
 * The files of a running cluster, as PostgreSQL wants an online backup: everything that was committed before the call
 * is in it. The log of the time of the copying goes last; a slot keeps it from being thrown away meanwhile.
 */
export async function* runningCluster(folder: string): AsyncGenerator<Buffer> {
  const { data, passwordFile } = clusterFiles(folder)
  const client = new pg.Client({
    host: socketOf(data),
    user: 'postgres',
    database: 'postgres',
    password: readFileSync(passwordFile, 'utf8').trim(),
  })
  await client.connect()
  try {
    await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)")
    await client.query("select pg_backup_start('backup', true)")
    yield* collect(data, 'postgres', (name) => NOT_COPIED.test(name) || WRITE_AHEAD_LOG.test(name))
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select * from pg_backup_stop(false)',
    )
    yield* collectText('postgres/backup_label', rows[0]?.labelfile ?? '')
    if (rows[0]?.spcmapfile) yield* collectText('postgres/tablespace_map', rows[0].spcmapfile)
    yield* collect(join(data, 'pg_wal'), 'postgres/pg_wal', (name) => name.endsWith('/archive_status'))
  } finally {
    await client.end()
  }
}

/** The fifth line of the postmaster's pid file is the folder of its socket. */
function socketOf(data: string): string {
  const line = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!line) throw new Error('The database is not ready yet: try again in a moment')
  return line
}
