import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { flushFolder, replaceFile } from '../atomic-file.ts'
import { keptElsewhere } from './cluster-home.ts'
import { clusterFiles } from './initialise.ts'

const WRONG_PASSWORD = '28P01'

const read = (file: string) => readFileSync(file, 'utf8').trim()

/** Chooses a new password for the owner of the embedded database, which the next start sets. */
export function renewOwnerPassword(dataDirectory: string): void {
  const { nextPasswordFile } = clusterFiles(keptElsewhere(dataDirectory) ?? dataDirectory)
  replaceFile(nextPasswordFile, randomBytes(24).toString('base64url'))
}

/**
 * The password of the owner, after one that was chosen for this start was set. However often it is interrupted, the next
 * start finds which of the two the database knows.
 * @param folder home of the cluster, which runs
 */
export async function settleOwnerPassword(folder: string, socketDirectory: string): Promise<string> {
  const { passwordFile, nextPasswordFile } = clusterFiles(folder)
  const current = read(passwordFile)
  if (!existsSync(nextPasswordFile)) return current
  const next = read(nextPasswordFile)
  const client = new pg.Client({ host: socketDirectory, user: 'postgres', password: current, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`alter role postgres password ${client.escapeLiteral(next)}`)
  } catch (error) {
    // It was set already, and the file not moved.
    if ((error as { code?: string }).code !== WRONG_PASSWORD) throw error
  } finally {
    await client.end().catch(() => undefined)
  }
  renameSync(nextPasswordFile, passwordFile)
  flushFolder(dirname(passwordFile))
  return next
}
