import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedSupabase } from 'embedded-supabase'
import sharp from 'sharp'
import { root } from './run.mjs'
import { newStudent } from './served.mjs'

const MB = 1_000_000
const DESK = 'support@academy.example'
const FUNCTIONS = [
  'account-recovery',
  'batch-progress',
  'quiz-attempts',
  'quiz-authoring',
  'quiz-preview',
  'review-deck',
  'sign-lesson-file',
  'sign-support-file',
  'test-campaign',
  'vimeo-folder',
]

/**
 * Writes that cost as much as one caller can think of, by kind: calls of the functions without a token, with one that is
 * forged and as a student, uploads by a member of the staff, and mails to the support.
 * @param server one of `served.mjs`, with the demo academy
 * @param {{ headers: Record<string, string>, mailPort: number }} caller what names the caller, and where mails are taken
 * @returns {Promise<Record<string, (() => Promise<number>)[]>>} what sends each, and gives the status of its answer
 */
export async function dearWrites(server, { headers, mailPort }) {
  const student = await newStudent(server)
  const staff = await newMember(server)
  const post = (path, body, more = {}, method = 'POST') =>
    send(`${server.url}${path}`, { method, body, headers: { ...headers, apikey: server.anonKey, ...more } })
  return {
    functions: functionCalls(post, server.anonKey, student),
    uploads: await uploads(post, staff),
    mails: hostileMails().map((mail) => () => sendMail(mailPort, mail)),
  }
}

/** Lets the support take mails; before the server starts. */
export async function openDesk(dataDirectory) {
  const url = 'http://localhost'
  const projectDirectory = join(root, 'supabase')
  const embedded = await startEmbeddedSupabase({ dataDirectory, siteUrl: url, externalUrl: url, projectDirectory })
  await embedded.database.asOwner((tx) =>
    tx.query('update private.support_settings set reply_address = $1 where only_row', [DESK]),
  )
  await embedded.close()
}

/** A session of a member of the staff who uploads. */
async function newMember({ call, anonKey }) {
  const email = `${randomUUID()}@academy.example`
  const user_metadata = { user_type: 'admin' }
  const { id } = await call('/auth/v1/admin/users', { email, email_confirm: true, user_metadata })
  const [role] = await call('/rest/v1/roles?name=eq.admin&select=id')
  const rights = { first_name: 'admin', last_name: 'measured', role_id: role.id, is_active: true, email_verified: true }
  await call('/rest/v1/admin_users', { email, ...rights, supabase_auth_id: id })
  const { hashed_token: token_hash } = await call('/auth/v1/admin/generate_link', { type: 'magiclink', email })
  return call('/auth/v1/verify', { type: 'email', token_hash }, anonKey)
}

function functionCalls(post, anonKey, student) {
  const to = (name) => `/functions/v1/${name}`
  const json = { 'content-type': 'application/json' }
  const as = (token) => ({ ...json, authorization: `Bearer ${token}` })
  const large = JSON.stringify({ updates: 'x'.repeat(MB) })
  const rows = () =>
    Array.from({ length: 250 }, () => ({ lesson_id: randomUUID(), course_id: randomUUID(), progress_seconds: 1 }))
  const claims = Buffer.from(JSON.stringify({ sub: randomUUID(), exp: 9e9 })).toString('base64url')
  const forged = `${student.split('.')[0]}.${claims}.${'A'.repeat(86)}`
  const nested = `${'[1,'.repeat(30)}${'1,'.repeat(30_000)}1${']'.repeat(30)}`
  return [
    ...FUNCTIONS.flatMap((name) => [
      () => post(to(name), large, json),
      () => post(to(name), large, as(anonKey)),
      () => post(to(name), JSON.stringify({ action: 'start', id: randomUUID() }), as(student)),
    ]),
    ...Array.from({ length: 30 }, () => () => post(to('batch-progress'), large, json)),
    ...Array.from({ length: 10 }, () => () => post(to('batch-progress'), nested, json)),
    ...Array.from({ length: 10 }, () => () => {
      return post(to('batch-progress'), JSON.stringify({ access_token: forged, updates: rows() }), json)
    }),
    ...Array.from({ length: 10 }, () => () => {
      return post(to('batch-progress'), JSON.stringify({ updates: rows() }), as(student))
    }),
    ...Array.from({ length: 10 }, (_, at) => () => {
      return post(
        to('account-recovery'),
        JSON.stringify({ phone_number: `+97252${String(at).padStart(7, '0')}` }),
        as(anonKey),
      )
    }),
  ]
}

async function uploads(post, { access_token: token, user }) {
  const noise = async (width) =>
    sharp(randomBytes(width * width * 3), { raw: { width, height: width, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
  const [small, wide] = [await noise(120), await noise(2_600)]
  const auth = { authorization: `Bearer ${token}` }
  const rpc = (name, values) =>
    post(`/rest/v1/rpc/${name}`, JSON.stringify(values), { ...auth, 'content-type': 'application/json' })
  const store = async (content) => {
    const id = randomUUID()
    const status = await post(`/storage/v1/object/uploads/${user.id}/${id}`, content, {
      ...auth,
      'content-type': 'image/png',
    })
    return status === 200 ? rpc('add_media_file', { id, name: 'noise.png' }) : status
  }
  const inParts = (length, body, pauseMs) => async () => {
    const name = `${user.id}/${randomUUID()}`
    const metadata = { bucketName: 'uploads', objectName: name, contentType: 'image/png' }
    const encoded = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    return post('/storage/v1/upload/resumable', Array.isArray(body) ? slowly(body, pauseMs) : body, {
      ...auth,
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': encoded.join(','),
      'content-type': 'application/offset+octet-stream',
    })
  }
  const part = randomBytes(6 * 1024 * 1024)
  const slow = Array.from({ length: 40 }, () => randomBytes(16 * 1024))
  return [
    ...Array.from({ length: 40 }, () => () => store(small)),
    ...Array.from({ length: 10 }, () => () => store(wide)),
    ...Array.from({ length: 20 }, () => inParts(part.length, part)),
    ...Array.from({ length: 20 }, () => inParts(slow.length * 16 * 1024, slow, 200)),
    ...Array.from({ length: 10 }, () => () => rpc('list_media_files', { query: {} })),
  ]
}

function hostileMails() {
  const of = (...lines) =>
    [
      `From: a${randomUUID()}@example.net`,
      `To: ${DESK}`,
      'Subject: x',
      `Message-ID: <${randomUUID()}@x>`,
      ...lines,
    ].join('\r\n')
  const html = (text) => () => of('Content-Type: text/html', '', ...(text.match(/.{1,900}/gs) ?? []))
  const file = () => {
    const body =
      randomBytes(6 * MB)
        .toString('base64')
        .match(/.{76}/g) ?? []
    return of('Content-Type: application/pdf; name=a.pdf', 'Content-Transfer-Encoding: base64', '', ...body)
  }
  const parts = () => {
    const part = ['--b', 'Content-Type: text/plain', '', 'x']
    return of(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...Array.from({ length: 5_000 }, () => part).flat(),
      '--b--',
    )
  }
  const kinds = [html('<'.repeat(990_000)), html('<b><i>'.repeat(100_000)), file, parts, html('a')]
  return Array.from({ length: 40 }, (_, at) => kinds[at % kinds.length])
}

async function* slowly(parts, pauseMs) {
  for (const part of parts) {
    await sleep(pauseMs)
    yield part
  }
}

/** @returns the status of the answer, 0 where the connection broke off */
export function send(url, { method = 'GET', headers = {}, body, agent }) {
  return new Promise((resolve) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body)
    const length = isText ? { 'content-length': Buffer.byteLength(body) } : {}
    const sending = request(url, { method, headers: { ...headers, ...length }, ...(agent && { agent }) }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode))
        .on('error', () => resolve(0))
    })
    // A connection may break off twice, by both directions.
    sending.on('error', () => resolve(0)).once('close', () => resolve(0))
    if (body === undefined || isText) sending.end(body)
    else
      void (async () => {
        for await (const part of body) if (!sending.destroyed) sending.write(part)
        sending.end()
      })().catch(() => sending.destroy())
  })
}

/** Hands a mail in by LMTP (RFC 2033); the code of the last reply. */
function sendMail(port, mail) {
  return new Promise((resolve) => {
    const text = `${mail().replace(/^\./gm, '..')}\r\n.`
    const lines = ['LHLO x', 'MAIL FROM:<a@example.net>', `RCPT TO:<${DESK}>`, 'DATA', text, 'QUIT']
    const socket = connect(port, '127.0.0.1')
    let code = 0
    socket.setEncoding('utf8').on('data', (replies) => {
      for (const reply of replies.split('\r\n')) {
        if (!/^\d{3} /.test(reply)) continue
        if (lines.length > 0 || !reply.startsWith('221')) code = Number(reply.slice(0, 3))
        if (code >= 400 && lines.length > 0) lines.splice(0, lines.length, 'QUIT')
        const next = lines.shift()
        if (next) socket.write(`${next}\r\n`)
      }
    })
    socket.on('error', () => resolve(0)).once('close', () => resolve(code))
  })
}
