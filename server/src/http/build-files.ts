import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { chooseEncoding, type Encoding } from 'embedded-supabase'
import { getMimeType } from 'hono/utils/mime'
import { type HeadersOfPath, PLAIN_POLICY } from './security-headers.ts'

/** Files below it have a hash of what is in them in their names. */
const HASHED = '/assets/'
const COMPRESSED = { br: '.br', gzip: '.gz' } as const
const FOREVER = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

type Answer = { headers: Record<string, string>; body: Buffer }
type BuildFile = Partial<Record<Encoding, Answer>> & { identity: Answer }

/**
 * Answers GET and HEAD of the files of the build straight on the socket, whole. Each is read when it is first asked for
 * and then kept: a page asks for dozens, and together they take less memory than a few kept pages. One that vanished
 * since the start, or cannot be read, is a 404 that nobody keeps.
 * @param client folder of the build that browsers may read
 * @param common headers of every answer, by its path
 * @returns a function that says whether it answers; what was not there at the start is left.
 */
export function createBuildFiles(client: string, common: HeadersOfPath) {
  const names = new Set(namesBelow(client))
  const files = new Map<string, BuildFile>()

  async function read(name: string): Promise<BuildFile> {
    const path = join(client, name)
    const headers = {
      ...common(name),
      'content-security-policy': PLAIN_POLICY,
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      'last-modified': (await stat(path)).mtime.toUTCString(),
      'cache-control': name.startsWith(HASHED) ? FOREVER : FOR_AN_HOUR,
      vary: 'accept-encoding',
    }
    const answer = async (suffix: string, encoded = {}): Promise<Answer> => {
      const body = await readFile(path + suffix)
      return { headers: { ...headers, ...encoded, 'content-length': String(body.length) }, body }
    }
    const compressed = Object.entries(COMPRESSED)
      .filter(([, suffix]) => names.has(name + suffix))
      .map(async ([encoding, suffix]) => [encoding, await answer(suffix, { 'content-encoding': encoding })])
    return { identity: await answer(''), ...Object.fromEntries(await Promise.all(compressed)) }
  }

  function send(file: BuildFile, accepted: string | undefined, outgoing: ServerResponse): void {
    const { headers, body } = file[chooseEncoding(accepted)] ?? file.identity
    outgoing.writeHead(200, headers).end(body)
  }

  return ({ method, url = '', headers }: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (method !== 'GET' && method !== 'HEAD') return false
    const name = url.replace(/\?.*/s, '')
    if (!names.has(name)) return false
    const accepted = headers['accept-encoding']
    const kept = files.get(name)
    if (kept) send(kept, accepted, outgoing)
    else
      read(name).then(
        (file) => {
          files.set(name, file)
          send(file, accepted, outgoing)
        },
        () => outgoing.writeHead(404, { ...common(name), ...MISSING_FILE.headers }).end(MISSING_FILE.body),
      )
    return true
  }
}

/** The answer where a file of the build is not there (any more). */
export const MISSING_FILE = {
  body: 'There is no such file.\n',
  headers: {
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': PLAIN_POLICY,
  },
}

/** Addresses of all files below a folder, such as `/assets/app-1.js`. */
function namesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll(sep, '/'))
}
