import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restrictToOwner } from '../secret-file.ts'
import { chooseHome } from './cluster-home.ts'
import { clusterFiles, initialiseWhenNew } from './initialise.ts'
import { settleOwnerPassword } from './owner-password.ts'
import { changeOwner, changeOwnerOfTree, type Identity, isSharedIdentity } from './run-as.ts'
import { type Supervisor, stopLeftover, superviseServer } from './supervisor.ts'

/** A unix socket's path may hold about a hundred bytes. */
const SOCKET_PATH_LIMIT = 80

/** Settings of the embedded PostgreSQL; nothing listens on the network. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'fatal',
  timezone: 'UTC',
  // Compiling a plan takes longer than any statement of ours runs.
  jit: 'off',
  // As projects have it: a verbose plan names the identifier of its query.
  compute_query_id: 'on',
}

const ROOT = { uid: 0, gid: 0 }
const SHARED =
  'the database runs as nobody, whose other processes can read it: no unused user id exists in this user namespace. Make a system user embedded-supabase'

const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes']

/** A PostgreSQL of our own: one folder, one child process, one private unix socket. */
export type Cluster = Supervisor & {
  /** Folder of the unix socket; `host` for a client. */
  socketDirectory: string
  /** Password of the superuser `postgres`. */
  ownerPassword: string
}

/**
 * Starts PostgreSQL on a data folder, creating it when it is new, and keeps it running:
 * a server that dies is started again; one that an earlier, killed process left behind is stopped first.
 * @param durable whether what was acknowledged survives a crash of the machine
 */
export async function startCluster(
  dataDirectory: string,
  log: (message: string, level?: 'info' | 'warn') => void,
  durable: boolean,
): Promise<Cluster> {
  const home = chooseHome(dataDirectory, log)
  initialiseWhenNew(home, log)
  const { data, passwordFile } = clusterFiles(home.folder)
  await stopLeftover(data, log)
  if (changeOwnerOfTree(data, home.identity))
    log(`${data} belongs to user ${home.identity.uid} now, as whom the database runs`)
  if (isSharedIdentity(home.identity)) log(SHARED, 'warn')
  // PostgreSQL refuses a folder that others can read, and the password opens everything.
  restrictToOwner(data, 0o700, log)
  if (home.identity.uid !== undefined) changeOwner(passwordFile, ROOT)
  restrictToOwner(passwordFile, 0o600, log)
  const socketDirectory = makeSocketDirectory(home.folder, home.identity)
  const durability = Object.fromEntries(DURABILITY.map((name) => [name, durable ? 'on' : 'off']))
  const settings = { ...SETTINGS, ...durability, unix_socket_directories: socketDirectory }
  const supervisor = await superviseServer({
    binaries: home.binaries,
    identity: home.identity,
    data,
    log,
    arguments: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  })
  const ownerPassword = await settleOwnerPassword(home.folder, socketDirectory).catch(async (error) => {
    await supervisor.stop()
    throw error
  })
  return { ...supervisor, socketDirectory, ownerPassword }
}

function makeSocketDirectory(folder: string, identity: Identity): string {
  const near = join(folder, 'socket')
  const directory = near.length <= SOCKET_PATH_LIMIT ? near : mkdtempSync(join(tmpdir(), 'pg-'))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (identity.gid !== undefined) {
    // PostgreSQL comes in by its group, and root stays the owner, as earlier releases expect it.
    changeOwner(directory, { uid: 0, gid: identity.gid })
    chmodSync(directory, 0o730)
  }
  return directory
}
