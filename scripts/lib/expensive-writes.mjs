import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'

const MB = 1_000_000
/** Where the support takes mails. */
export const DESK = 'support@academy.example'
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
 * @param {{ url: string, anonKey: string, headers: Record<string, string>, mailPort: number, student: string, staff: object }} target
 * where they go to, what names the caller, and the sessions of fairness-academy.mjs
 * @returns {Promise<Record<string, (() => Promise<number>)[]>>} what sends each, and gives the status of its answer
 */
export async function expensiveWrites({ url, anonKey, headers, mailPort, student, staff }) {
  const post = (path, body, more = {}, method = 'POST') =>
    send(`${url}${path}`, { method, body, headers: { ...headers, apikey: anonKey, ...more } })
  return {
    functions: functionCalls(post, anonKey, student),
    uploads: await uploads(post, staff),
    mails: hostileMails().map((mail) => () => sendMail(mailPort, mail)),
  }
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

/** Mails as LMTP sends them, made once; each that is sent is one of its own. */
function hostileMails() {
  const of = (...lines) =>
    [`From: a@example.net`, `To: ${DESK}`, 'Subject: x', 'Message-ID: <ID@x>', ...lines]
      .join('\r\n')
      .replace(/^\./gm, '..')
  const html = (text) => of('Content-Type: text/html', '', ...(text.match(/.{1,900}/gs) ?? []))
  const bytes = randomBytes(6 * MB).toString('base64')
  const part = ['--b', 'Content-Type: text/plain', '', 'x']
  const kinds = [
    html('<'.repeat(990_000)),
    html('<b><i>'.repeat(100_000)),
    of(
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      ...(bytes.match(/.{76}/g) ?? []),
    ),
    of('Content-Type: multipart/mixed; boundary=b', '', ...Array.from({ length: 5_000 }, () => part).flat(), '--b--'),
    html('a'),
  ]
  return Array.from({ length: 40 }, (_, at) => kinds[at % kinds.length])
}

async function* slowly(parts, pauseMs) {
  for (const part of parts) {
    await sleep(pauseMs)
    yield part
  }
}

const heard = new WeakSet()

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
    // A connection may break off twice, and behind the answer, where nobody but the socket hears it.
    sending.on('error', () => resolve(0)).once('close', () => resolve(0))
    sending.once('socket', (socket) => heard.has(socket) || heard.add(socket.on('error', () => undefined)))
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
    const text = `${mail.replace('<ID@x>', `<${randomUUID()}@x>`)}\r\n.`
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
