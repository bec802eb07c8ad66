import { rememberCallers } from '../../src/caller.ts'
import { createCallerShares } from '../../src/caller-shares.ts'
import type { Database } from '../../src/database/index.ts'
import { createJwt } from '../../src/jwt.ts'
import { watchMail } from '../../src/mail/health.ts'
import type { PartDependencies } from '../../src/part-dependencies.ts'
import { readProjectConfig } from '../../src/project-config.ts'
import type { FileStore } from '../../src/storage/file-store.ts'
import { createStorage } from '../../src/storage/index.ts'
import type { StorageServer } from './storage.ts'

type Instead = { files?: FileStore; database?: Database }

/** The storage service of a server over another place for files or another database; gives how to call it as the service. */
export async function storagePartOf({ keys, supabase, url }: StorageServer, folder: string, instead: Instead) {
  const jwt = await createJwt(keys)
  const dependencies: PartDependencies = {
    database: instead.database ?? supabase.database,
    keys,
    jwt,
    callerOf: rememberCallers(jwt),
    shares: createCallerShares(),
    config: readProjectConfig(folder),
    mailer: {
      ...{ enqueue: async () => undefined, wake: () => undefined, smtp: undefined, close: async () => undefined },
      isCaught: false,
      watch: watchMail(false, () => undefined),
    },
    siteUrl: url,
    externalUrl: url,
    answerFloorMs: 0,
    passwordCost: 4,
    dataDirectory: folder,
    projectDirectory: folder,
    log: () => undefined,
    closing: new AbortController().signal,
  }
  const part = createStorage(dependencies, instead.files)
  return (path: string, init: RequestInit = {}) =>
    part(
      new Request(`${url}/storage/v1/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${keys.serviceRoleKey}`, ...init.headers },
      }),
      { clientAddress: '127.0.0.1' },
    )
}
