import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { chooseEncoding, type Encoding } from 'embedded-supabase'
import { getMimeType } from 'hono/utils/mime'
import { PLAIN_POLICY } from './security-headers.ts'

const ADDRESS = '/assets/'
const COMPRESSED = { br: '.br', gzip: '.gz' } as const

export const FOREVER = 'public, max-age=31536000, immutable'

type Answer = { headers: Record<string, string>; body: Buffer }
type BuildFile = Partial<Record<Encoding, Answer>> & { identity: Answer }

/**
 * Answers a GET of a file whose name holds a hash of what is in it straight on the socket. Each is read when it is first
 * asked for and then kept: a page asks for dozens, and together they take less memory than a few kept pages.
 * @param client folder of the build that browsers may read
 * @param common headers of every answer
 * @returns a function that says whether it answered; ranges and whatever was not there at the start are left.
 */
export function createBuildFiles(client: string, common: Record<string, string>) {
  const folder = join(client, ADDRESS)
  const names = new Set(existsSync(folder) ? readdirSync(folder) : [])
  const files = new Map<string, BuildFile>()

  function read(name: string): BuildFile {
    const path = join(folder, name)
    const headers = {
      ...common,
      'content-security-policy': PLAIN_POLICY,
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      'last-modified': statSync(path).mtime.toUTCString(),
      'cache-control': FOREVER,
      vary: 'accept-encoding',
    }
    const answer = (suffix: string, encoded = {}): Answer => {
      const body = readFileSync(path + suffix)
      return { headers: { ...headers, ...encoded, 'content-length': String(body.length) }, body }
    }
    const compressed = Object.entries(COMPRESSED)
      .filter(([, suffix]) => names.has(name + suffix))
      .map(([encoding, suffix]) => [encoding, answer(suffix, { 'content-encoding': encoding })])
    return { identity: answer(''), ...Object.fromEntries(compressed) }
  }

  return ({ method, url = '', headers }: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (method !== 'GET' || headers.range || !url.startsWith(ADDRESS)) return false
    const name = url.slice(ADDRESS.length)
    if (!names.has(name)) return false
    const file = files.get(name) ?? read(name)
    files.set(name, file)
    const answer = file[chooseEncoding(headers['accept-encoding'])] ?? file.identity
    outgoing.writeHead(200, answer.headers).end(answer.body)
    return true
  }
}
