import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseApart } from './parse-apart.ts'

const mail = (subject: string) =>
  Buffer.from(`From: dana@example.org\r\nSubject: ${subject}\r\n\r\nwords of ${subject}`)
const read = async (subject: string) => {
  const { subject: told, text } = await parseApart(mail(subject))
  return [told, text?.trim()]
}
const as = (subject: string) => [subject, `words of ${subject}`]
/** Of twelve megabytes of empty lines the library makes more than a thread may hold. */
const endless = () => parseApart(Buffer.concat([mail('x'), Buffer.alloc(12 * 1024 * 1024, '\n')]))
const deep = Buffer.from(
  `From: a@b.co\r\n${Array.from({ length: 500 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}`,
)
const refused = { reason: 'UNREADABLE' }

let started = 0
const count = () => void started++
beforeAll(() => void process.on('worker', count))
afterAll(() => void process.off('worker', count))
beforeEach(() => {
  started = 0
})

test('mails one after the other are read by one thread', async () => {
  for (let at = 0; at < 20; at++) expect(await read(`mail ${at}`)).toEqual(as(`mail ${at}`))
  expect(started).toBeLessThanOrEqual(1)
})

test('mails at once are read apart, each as what it is', async () => {
  const subjects = Array.from({ length: 5 }, (_, at) => `at once ${at}`)
  expect(await Promise.all(subjects.map(read))).toEqual(subjects.map(as))
  expect(started).toBeGreaterThanOrEqual(4)
})

test('a mail for which there is no room ends its own thread and no other', async () => {
  const [hostile, beside] = await Promise.allSettled([endless(), read('beside')])
  expect([hostile, beside]).toMatchObject([
    { status: 'rejected', reason: refused },
    { status: 'fulfilled', value: as('beside') },
  ])
  expect(await read('after')).toEqual(as('after'))
})

test('a mail that the parser refuses ends its thread too: the next is read by a new one', async () => {
  await read('before')
  started = 0
  await expect(parseApart(deep)).rejects.toMatchObject(refused)
  expect(await read('after')).toEqual(as('after'))
  expect(started).toBe(1)
})
