import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Backend, fetchWithoutCredentials, startBackend } from './backend.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'
import { readRunning } from './running.ts'

const PROBE_MS = 2_000

/** Runs a command on a backend of its own and closes it afterwards; the data folder must not be in use. */
export async function withBackend(config: Config, run: (backend: Backend) => Promise<void>): Promise<void> {
  const backend = await startBackend(config, createLog({ logLevel: 'warn' }))
  try {
    await run(backend)
  } finally {
    await backend.close()
  }
}

/** As {@link withBackend}, but through the academy that already runs on this data folder, where there is one. */
export async function withAnyBackend(
  config: Config,
  run: (backend: Backend, config: Config) => Promise<void>,
): Promise<void> {
  const running = await findRunning(config)
  const siteUrl = readRunning(config.dataDirectory)?.siteUrl ?? config.siteUrl
  await (running ? run(running, { ...config, siteUrl }) : withBackend(config, (backend) => run(backend, config)))
}

/** The academy that runs on this data folder, told from any other server by its taking of the folder's service key. */
export async function findRunning(config: Config): Promise<Backend | undefined> {
  const keyFile = join(config.dataDirectory, 'keys.json')
  if (config.remoteSupabase || !existsSync(keyFile)) return undefined
  const { anonKey, serviceRoleKey } = JSON.parse(readFileSync(keyFile, 'utf8')) as Record<string, string>
  if (!anonKey || !serviceRoleKey) return undefined
  const publicUrl = readRunning(config.dataDirectory)?.url
  if (!publicUrl) return undefined
  const response = await fetchWithoutCredentials(`${publicUrl}/rest/v1/roles?select=id&limit=1`, {
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
    signal: AbortSignal.timeout(PROBE_MS),
  }).catch(() => undefined)
  if (!response?.ok) return undefined
  return {
    publicUrl,
    anonKey,
    serviceRoleKey,
    fetch: fetchWithoutCredentials,
    fetchAs: () => fetchWithoutCredentials,
    close: async () => undefined,
  }
}
