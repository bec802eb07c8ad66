import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcademyProcess, academyFolder, startAcademyProcess } from './support/academy-process.ts'
import { copyBuiltAcademy } from './support/release-folder.ts'

const LARGE = 600 * 1024
const code = mkdtempSync(join(tmpdir(), 'academy-code-'))
chmodSync(code, 0o711)
const { dataDirectory, remove } = academyFolder()
let academy: AcademyProcess
let serviceKey: string

const SETTINGS = { NODE_ENV: 'production', CLIENT_ADDRESS_HEADER: 'x-forwarded-for' }
const program = () => [process.execPath, '--max-old-space-size=256', join(code, 'server/build/main.js')]
const stop = async ({ child, ended }: AcademyProcess) => {
  child.kill('SIGTERM')
  return ended
}

beforeAll(async () => {
  copyBuiltAcademy(code)
  academy = await startAcademyProcess(program(), dataDirectory, SETTINGS)
  await academy.line('The academy is open')
  serviceKey = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8')).serviceRoleKey
})
afterAll(async () => {
  await stop(academy)
  remove()
  rmSync(code, { recursive: true, force: true })
})

const store = (path: string, init: RequestInit = {}) =>
  fetch(`${academy.url}/storage/v1/object/${path}`, {
    ...init,
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}`, ...init.headers },
  })

/** Stores a file and gives where it lies. */
async function stored(name: string, bytes: number): Promise<string> {
  const objects = join(dataDirectory, 'storage/objects')
  const before = new Set(filesBelow(objects))
  const body = new Uint8Array(bytes).fill(7)
  const headers = { 'content-type': 'image/png' }
  expect((await store(`images/${name}`, { method: 'POST', body, headers })).status).toBe(200)
  const [path] = filesBelow(objects).filter((file) => !before.has(file))
  return path ?? ''
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

/** What may become of a file under a server; the last as what has lost its permission, which root would not notice. */
const FATES: Record<string, (path: string) => void> = {
  gone: (path) => rmSync(path),
  shorter: (path) => truncateSync(path, Math.floor(statSync(path).size / 3)),
  empty: (path) => truncateSync(path, 0),
  'a folder': (path) => {
    rmSync(path)
    mkdirSync(path)
  },
  'not to be opened': (path) => {
    rmSync(path)
    symlinkSync(path, path)
  },
}

/** Sends bytes as they are and gives what came back, until the other side is silent or has hung up. */
function send(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(academy.url).port), '127.0.0.1', () => socket.end(text, 'latin1'))
    socket.on('data', (part) => (answer += part.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    setTimeout(() => socket.destroy(), 3_000).unref()
  })
}

async function everythingElseAnswers() {
  expect(academy.child.exitCode).toBeNull()
  for (const path of ['/health', '/ready', '/', '/courses', '/favicon.svg', '/rest/v1/courses?select=id&limit=1'])
    expect([path, (await fetch(academy.url + path, { headers: { apikey: serviceKey } })).status]).toEqual([path, 200])
}

test.each(Object.keys(FATES))(
  'stored files that are %s under the server: each is refused, none hangs',
  async (fate) => {
    for (const bytes of [1_000, LARGE]) {
      const name = `${fate.replaceAll(' ', '-')}-${bytes}.png`
      FATES[fate]?.(await stored(name, bytes))
      for (const headers of [{}, { range: 'bytes=0-99' }, { range: `bytes=${bytes - 100}-` }] as HeadersInit[]) {
        const outcome = await store(`images/${name}`, { headers }).then(
          async (answer) => (await answer.arrayBuffer()) && answer.status,
          () => 'cut off',
        )
        // Of what is there still, a part may be asked for.
        const isThere = fate === 'shorter' && 'range' in headers && headers.range === 'bytes=0-99'
        expect([name, outcome]).toEqual([name, isThere ? 206 : expect.toSatisfy((status) => status >= 400)])
      }
    }
    await everythingElseAnswers()
  },
)

test.each(Object.keys(FATES))('files of the build that are %s under the server', async (fate) => {
  const assets = join(code, 'web/build/client/assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.js') && statSync(join(assets, name)).isFile())
  const at = Object.keys(FATES).indexOf(fate) * 6
  for (const name of names.slice(at, at + 6)) {
    FATES[fate]?.(join(assets, name))
    const headers = { 'accept-encoding': 'identity' }
    const answers = [{}, { range: 'bytes=0-1' }, { range: 'bytes=9-5' }].map((more) =>
      fetch(`${academy.url}/assets/${name}`, { headers: { ...headers, ...more } }),
    )
    for (const answer of await Promise.all(answers)) {
      const cut = fate === 'shorter' || fate === 'empty'
      expect([answer.status, cut || answer.headers.get('cache-control')]).toEqual(cut ? [200, true] : [404, 'no-store'])
    }
  }
  expect((await fetch(`${academy.url}/assets/never-was.js`)).headers.get('cache-control')).toBe('no-store')
  await everythingElseAnswers()
})

/** Requests of many shapes, whole and broken, to every place that answers. */
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'get',
  'G T',
)
const path = fc.oneof(
  fc.constantFrom(
    '/',
    '*',
    '//',
    '/.',
    '/%',
    '/%00',
    '/a%2f..%2f..%2fb',
    '/assets/',
    '/assets/%ff',
    '/ready',
    '/mailbox',
    '/__manifest',
  ),
  fc.constantFrom(
    '/__manifest?paths=',
    '/courses.data',
    '/_root.data?_routes=x',
    'http://localhost/',
    'http://[::1/',
    'ftp://x/',
    '/\\x',
    '/backups/download',
  ),
  fc.constantFrom(
    '/storage/v1/object/images/',
    '/storage/v1/upload/resumable',
    '/functions/v1/batch-progress',
    '/auth/v1/verify?token=',
  ),
  fc.webPath().map((text) => `/${text}`),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `/${text.replace(/[\r\n ]/g, '')}`),
)
const header = fc.constantFrom(
  ...[
    'Host: localhost',
    'Host: localhost, b',
    'Host:',
    'Host: [',
    'Range: bytes=0-',
    'Range: bytes=-',
    'Upgrade: websocket',
  ],
  ...['Connection: upgrade', 'Connection: close', 'Expect: 100-continue', 'Expect: x', 'Transfer-Encoding: chunked'],
  ...[
    'Content-Length: 5',
    'Content-Length: 5000',
    'Content-Length: -1',
    'Content-Type: multipart/form-data; boundary=x',
  ],
  ...[
    'Content-Type: application/json',
    'Accept-Encoding: br;q=x',
    'Accept-Encoding: *',
    'If-None-Match: *',
    'Origin: null',
  ],
  ...[
    'Authorization: Bearer x.y.z',
    'Cookie: %',
    'X-Forwarded-For: \xff',
    'Tus-Resumable: 1.0.0',
    'Upload-Length: 1e9',
  ],
)
const request = fc
  .tuple(
    method,
    path,
    fc.array(header, { maxLength: 8 }),
    fc.constantFrom('', '{', 'hello', '5\r\nhello\r\n0\r\n\r\n', '\0\0'),
  )
  .map(([verb, target, headers, body]) => `${[`${verb} ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`)

test('no request of any shape ends the process', async () => {
  const runs = Number(process.env.REQUEST_SHAPES ?? 300)
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 8, maxLength: 8 }), async (several) => {
      await Promise.all(several.map(send))
      expect(academy.child.exitCode).toBeNull()
    }),
    { numRuns: Math.ceil(runs / 8) },
  )
  await everythingElseAnswers()
})

test('connections beyond the file descriptors of the process are not taken, and end nothing', async () => {
  const own = academyFolder()
  const crowded = await startAcademyProcess(
    ['sh', '-c', 'ulimit -n 400; exec "$0" "$@"', ...program()],
    own.dataDirectory,
    SETTINGS,
  )
  await crowded.line('The academy is open')
  const port = Number(new URL(crowded.url).port)
  let hungUp = 0
  const sockets = Array.from({ length: 700 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('end', () => hungUp++),
  )
  await expect.poll(() => hungUp).toBeGreaterThan(100)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(() =>
      fetch(`${crowded.url}/ready`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  expect(await stop(crowded)).toBe(0)
  own.remove()
})
