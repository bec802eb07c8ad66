import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { root } from './run.mjs'

/** What `npm start` tells Node, so that what is measured is what is run. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const nodeOptions = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** A temporary data folder that the database's own user can walk into. */
export function temporaryData() {
  const folder = mkdtempSync(join(tmpdir(), 'academy-measure-'))
  chmodSync(folder, 0o711)
  return { dataDirectory: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Whether the academy at an address takes requests. */
export const isReady = (url) =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Headers of a call with a key, or with a token beside the key. */
export const keyHeaders = (token, apikey = token) => ({ apikey, authorization: `Bearer ${token}` })

/** Starts the built server, on a free port unless `PORT` names one; `startedMs` is the time to its first answered page. */
export async function serve(dataDirectory, environment = {}) {
  const port = environment.PORT ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, join(root, 'server/build/main.js')], {
    env: {
      ...process.env,
      // As `npm start` does: React renders slower otherwise.
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while ((await fetch(url).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    await sleep(5)
  }
  const startedMs = Math.round(performance.now() - began)
  async function end(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  const { anonKey, serviceRoleKey } = JSON.parse(readFileSync(join(dataDirectory, 'keys.json'), 'utf8'))
  return {
    ...{ url, startedMs, anonKey, serviceRoleKey },
    /** Resident memory of the Node process in MB of a million bytes. */
    memoryMb: () => Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout) / 1000,
    /** Calls Supabase with a key or token; throws unless it answers with success. */
    async call(path, body, token = serviceRoleKey, apikey = token === serviceRoleKey ? serviceRoleKey : anonKey) {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...keyHeaders(token, apikey), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
      return text ? JSON.parse(text) : undefined
    },
    /** Changes rows with the service key. */
    async change(path, change) {
      const response = await fetch(`${url}${path}`, {
        method: 'PATCH',
        headers: { ...keyHeaders(serviceRoleKey), 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    },
    stop: () => end('SIGTERM'),
    /** Ends it without a chance to put anything in order. */
    kill: () => end('SIGKILL'),
  }
}

/** Makes a student whose address is confirmed and whose profile is whole. */
export async function makeStudent({ call, change }, { email, phone }) {
  const { id } = await call('/auth/v1/admin/users', { email, email_confirm: true })
  await change(`/rest/v1/users?id=eq.${id}`, {
    ...{ first_name: 'דנה', last_name: 'לוי', phone_number: phone },
    ...{ privacy_consent: true, terms_consent: true },
  })
}

/** A student with a confirmed address, and the token of a session. */
export async function newStudent(server) {
  const { call, anonKey } = server
  const email = `${randomUUID()}@example.org`
  const phone = `+97252${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  await makeStudent(server, { email, phone })
  const { hashed_token: token_hash } = await call('/auth/v1/admin/generate_link', { type: 'magiclink', email })
  const session = await call('/auth/v1/verify', { type: 'email', token_hash }, anonKey)
  return session.access_token
}

/** A published course of so many lessons; answers progress updates of all of them at a second of the video. */
export async function newCourse({ call }, lessons) {
  const [category] = await call('/rest/v1/categories?select=id&limit=1')
  const id = randomUUID()
  await call('/rest/v1/courses', {
    ...{ id, title_he: 'מדידה', category_id: category.id, is_published: true, status: 'published' },
  })
  const rows = Array.from({ length: lessons }, (_, order_index) => ({
    ...{ id: randomUUID(), course_id: id, title_he: 'מדידה', duration_seconds: 600, order_index, is_published: true },
  }))
  await call('/rest/v1/lessons', rows)
  return (second) =>
    rows.map((lesson) => ({
      ...{ lesson_id: lesson.id, course_id: id, progress_seconds: second, watched_until: second, completed: false },
      ...{ last_watched: new Date().toISOString(), watched_ranges: `{[0,${second})}` },
    }))
}
