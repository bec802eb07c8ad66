import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MOST_BYTES } from '../../server/src/inbound-mail/bounds.ts'
import { startMailReceiver } from '../../server/src/inbound-mail/mail-receiver.ts'
import {
  address,
  answerTo,
  asJson,
  DESK,
  database,
  hook,
  inbox,
  type MailedFile,
  mail,
  mailsOf,
  newMessageId,
  said,
  server,
  student,
  TRUSTED,
  withInbox,
} from './support/inbox.ts'
import { callAs, owner } from './support/outcome.ts'
import { SERVICE } from './support/people.ts'

withInbox()

const KB = 1024
const MB = 1024 * KB
/** So many bytes of a file as fit into a mail of the most bytes, in lines of base64. */
const MOST_OF_A_FILE = Math.floor(((MOST_BYTES - 8 * KB) * 57) / 78)
const pass = { dmarc: [{ result: 'pass', domain: 'example.org' }] }
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(Math.max(0, bytes - 9))])

async function stored(file: MailedFile | undefined): Promise<Buffer> {
  const place = await callAs<{ path: string }>(database(), student.caller, 'support_file_place', [file?.id])
  const { data } = await server
    .client(server.supabase.serviceRoleKey)
    .storage.from('support-files')
    .download(place.path)
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
}
const filesOf = async () => (await mailsOf()).flatMap(({ files }) => files)
const base64Lines = (content: Buffer) => content.toString('base64').replace(/.{76}/g, '$&\r\n')
const rawWith = (content: Buffer, more = '') =>
  `${more}From: ${student.email}\r\nTo: ${address}\r\nMessage-ID: ${newMessageId()}\r\nMIME-Version: 1.0\r\n` +
  'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nעם קובץ\r\n--x\r\nContent-Type: application/pdf; name="a.pdf"\r\n' +
  `Content-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(content)}\r\n--x--\r\n`

test.each([...[0, 1, 50 * KB, 280 * KB, 300 * KB, 1 * MB, 3 * MB, 6 * MB, 8 * MB, MOST_OF_A_FILE]])(
  '[2.12-06] a mail with a file of %i bytes arrives whole, by the mail server and by the webhook',
  async (bytes) => {
    const content = pdf(bytes).subarray(0, Math.max(bytes, 9))
    const attachments = bytes === 0 ? [] : [{ filename: 'a.pdf', content }]
    expect(await mail({ text: 'עם קובץ', attachments })).toBe('250')
    expect(await hook(asJson(rawWith(content), { to: address, authentication: pass }))).toEqual([200, 'threaded'])
    expect(await said()).toEqual(['עם קובץ', 'עם קובץ'])
    const files = await filesOf()
    expect(files).toHaveLength(bytes === 0 ? 1 : 2)
    for (const file of files) expect((await stored(file)).equals(content)).toBe(true)
  },
)

test('a mail of more than the most bytes is refused for good, and the next one on the same connection is taken', async () => {
  const attachments = [{ filename: 'a.pdf', content: pdf(MOST_OF_A_FILE + 100 * KB) }]
  for (const by of ['lmtp', 'smtp'] as const)
    expect(await answerTo({ by, attachments })).toMatch(/^552 5\.3\.4 The mail is too large/)
  expect(await hook(asJson(rawWith(pdf(MOST_OF_A_FILE + 100 * KB)), { to: address }))).toEqual([413, 'TOO_LARGE'])
  expect(await mail()).toBe('250')
  expect(await said()).toHaveLength(1)
})

test('a photo of a phone, six megabytes of it, arrives as a picture', async () => {
  const [width, height] = [3_000, 4_000]
  const photo = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 72 })
    .toBuffer()
  expect([photo.length > 5 * MB, photo.length < MOST_OF_A_FILE]).toEqual([true, true])
  expect(await mail({ attachments: [{ filename: 'IMG_1234.JPG', content: photo }] })).toBe('250')
  const [file] = await filesOf()
  expect(file).toMatchObject({ name: 'IMG_1234.webp', mime: 'image/webp', refusal: null })
  expect(await sharp(await stored(file)).metadata()).toMatchObject({ format: 'webp', width: 1_500, height: 2_000 })
})

test('of forty files ten are kept, and of the others none is unnamed or uncounted', async () => {
  const attachments = Array.from({ length: 40 }, (_, at) => ({ filename: `${at}.pdf`, content: pdf(100 * KB) }))
  expect(await mail({ attachments })).toBe('250')
  const files = await filesOf()
  expect(files.filter(({ refusal }) => refusal === null)).toHaveLength(10)
  expect(files.filter(({ refusal }) => refusal === 'TOO_MANY')).toHaveLength(21)
  expect(files.at(-1)).toMatchObject({ name: 'ועוד 10', bytes: 10 * 100 * KB, refusal: 'TOO_MANY' })
  expect((await stored(files[9])).equals(attachments[9]?.content as Buffer)).toBe(true)
})

test('what is not kept says what it is: pictures of iPhones, empty files; a broken package of Outlook is kept as it came', async () => {
  const attachments = [
    { filename: 'IMG_1.HEIC', content: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and more', 'latin1') },
    { filename: 'winmail.dat', content: Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0, 1]) },
    { filename: 'empty.pdf', content: Buffer.alloc(0) },
  ]
  expect(await mail({ attachments })).toBe('250')
  expect((await filesOf()).map(({ name, refusal }) => [name, refusal])).toEqual([
    ['IMG_1.HEIC', 'HEIC'],
    ['winmail.dat', null],
    ['empty.pdf', 'EMPTY'],
  ])
})

test('words that have no room in the thread are whole in a file beside it', async () => {
  const text = Array.from({ length: 4_000 }, (_, at) => `שורה ${at} של מייל ארוך`).join('\n')
  expect(await mail({ text })).toBe('250')
  const [words = ''] = await said()
  expect([words.length, words.endsWith('…')]).toEqual([20_000, true])
  const [file] = await filesOf()
  expect(file).toMatchObject({ name: 'ההודעה המלאה.txt', mime: 'text/plain' })
  expect((await stored(file)).toString().replaceAll('\r', '').trim()).toBe(text)
})

test.each([
  ['five thousand headers', 'X-Line: some header\r\n'.repeat(5_000), '250'],
  ['one header of 200 kB', `X-Large: ${'a'.repeat(200_000)}\r\n`, '250'],
  ['ten thousand references', `References: ${'<a@b.co>\r\n '.repeat(10_000)}\r\n`, '250'],
  ['a header of a megabyte', `X-Large: ${'a'.repeat(MB)}\r\n`, '554'],
  ['a folded header of a megabyte', `X-Large: ${'a\r\n '.repeat(MB / 4)}\r\n`, '55'],
])('a mail with %s is taken, or refused for good', async (_what, headers, code) => {
  const raw = `Authentication-Results: ${TRUSTED}; dmarc=pass header.from=example.org\r\n${rawWith(pdf(9), headers)}`
  expect(await mail({ raw, envelope: { from: student.email, to: address } })).toMatch(new RegExp(`^${code}`))
})

/** One byte or character that PostgreSQL does not store, as it is and as headers and bodies encode it. */
const UNSTORABLE = { NUL: ['\0', '=00', '\\0'], control: ['\x01', '=01'], half: ['\ud83d', '=ED=A0=BD'] }

test.each(Object.entries(UNSTORABLE).flatMap(([name, ways]) => ways.map((way) => [name, way] as const)))(
  'a mail with %s (%j) in every part is taken, and holds the rest',
  async (_name, sign) => {
    const word = sign.startsWith('=') ? `=?utf-8?Q?wo${sign}rd?=` : `wo${sign}rd`
    const raw = [
      `Authentication-Results: ${TRUSTED}; dmarc=pass header.from=example.org`,
      `From: "${word}" <${student.email}>`,
      ...[`To: ${word} <${address}>`, `Subject: ${word} subject`, `X-Any: ${word}`, `X-${sign}: y`],
      ...[`Message-ID: <${newMessageId().slice(1, -1)}${sign}>`, `In-Reply-To: <a${sign}@b.co>`],
      `References: <${word}@b.co> <c@d.co>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      ...['', '--x', 'Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable', ''],
      ...[`the wo${sign}rds`, '--x', `Content-Type: appli${sign}cation/x${sign}; name="${word}.exe"`],
      ...[`Content-Disposition: attachment; filename="${word}.exe"`, '', `a${sign}b`, '--x--', ''],
    ].join('\r\n')
    expect(await mail({ raw, envelope: { from: student.email, to: address } })).toBe('250')
    expect(await hook(asJson(raw, { to: address, authentication: pass }))).toEqual([200, 'repeated'])
    const [{ words, subject } = { words: '', subject: '' }] = await owner<{ words: string; subject: string }>(
      database(),
      `select said.body as words, mails.subject from private.support_mails as mails
     join public.support_messages as said on said.id = mails.message_id
     where mails.sender = $1`,
      [student.email],
    )
    expect([words, subject].every((text) => text.isWellFormed() && !/[\p{Cc}]/u.test(text))).toBe(true)
    expect(words.replace(/[^a-z ]/g, '')).toMatch(/^the wo.*rds$/)
    expect(await filesOf()).toHaveLength(1)
  },
)

test.each([
  ['NUL', 'a\0b'],
  ['half of a pair', 'a\ud83d'],
  ['half of a pair at the end of a name', `${'x'.repeat(159)}😀`],
])('the database refuses %s by itself with a code, and never as its own fault', async (_what, text) => {
  const rest = (path: string, body: string) =>
    fetch(`${server.url}/rest/v1/rpc/${path}`, {
      method: 'POST',
      headers: {
        apikey: server.supabase.serviceRoleKey,
        authorization: `Bearer ${server.supabase.serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body,
    })
  const values = {
    recipient: address,
    id: text,
    sender: text,
    sender_name: text,
    subject: text,
    words: text,
    rest: text,
  }
  for (const [name, args] of [
    ['receive_support_mail', { mail: { ...values, references: [text], is_verified: true, files: [] } }],
    ['list_refused_mail', { mail: { ...values, key: text, reason: 'loop', is_verified: false, bytes: 1 } }],
    ['support_mail_place', { recipient: text }],
    ['note_mail_event', { event_id: text, type: text, address: text }],
  ] as const) {
    const { status } = await rest(name, JSON.stringify(args))
    expect([name, status < 500]).toEqual([name, true])
  }
  expect(await callAs(database(), SERVICE, 'support_mail_place', [address])).toBe('ticket')
})

test('one kept connection hands in mails of all sizes, one after the other, each for two recipients', async () => {
  const { port, stop } = await startMailReceiver(inbox, { host: '127.0.0.1', port: 0, protocol: 'lmtp' })
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part
  })
  /** Sends a command, or a mail, and gives the codes of so many answers. */
  const say = async (words: string, answers = 1): Promise<string[]> => {
    heard = ''
    if (words) socket.write(words)
    const codes = () => [...heard.matchAll(/^(\d{3}) /gm)].map(([, code = '']) => code)
    await expect.poll(codes).toHaveLength(answers)
    return codes()
  }
  expect(await say('')).toEqual(['220'])
  expect(await say('LHLO mx.academy.test\r\n')).toEqual(['250'])
  const deliver = async (bytes: number) => {
    expect(await say(`MAIL FROM:<${student.email}> SIZE=${bytes * 2}\r\n`)).toEqual(['250'])
    for (const to of [address, DESK]) expect(await say(`RCPT TO:<${to}>\r\n`)).toEqual(['250'])
    expect(await say(`RCPT TO:<${address.toUpperCase()}>\r\n`)).toEqual(['452'])
    expect(await say('DATA\r\n')).toEqual(['354'])
    return say(`${rawWith(pdf(bytes))}.\r\n`, 2)
  }
  const refused = MOST_OF_A_FILE + 100 * KB
  const codes: string[][] = []
  for (const bytes of [10, 300 * KB, refused, 2 * MB, refused, 10]) codes.push(await deliver(bytes))
  expect(codes).toEqual([
    ['250', '250'],
    ['250', '250'],
    ['552', '552'],
    ['250', '250'],
    ['552', '552'],
    ['250', '250'],
  ])
  socket.destroy()
  await stop()
})
