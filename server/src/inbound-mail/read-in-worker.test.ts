import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { hostileMails } from './hostile-mails.ts'
import { htmlLines } from './html-lines.ts'
import { readHeadInWorker, readMailInWorker } from './read-in-worker.ts'
import { readMail } from './read-mail.ts'

const HEAD = 'From: Dana <dana@example.org>\r\nTo: support@academy.test\r\nSubject: Hello\r\n'
const htmlWords = (page: string) =>
  htmlLines(page)
    .map(({ text }) => text)
    .join('\n')
const html = (body: string) => Buffer.from(`${HEAD}Content-Type: text/html\r\n\r\n${body}`)
const read = (raw: Buffer) => readMailInWorker(raw, raw.length, '')

test.each([
  ['a million signs that begin nothing', html('<'.repeat(990_000))],
  ['a hundred thousand quotations in each other', html(`${'<blockquote type=cite>'.repeat(100_000)}words`)],
  ['sixty thousand signs by number', html('&#x41;'.repeat(60_000))],
  ['groups without an end among the recipients', Buffer.from(`${HEAD}Cc: ${'a:b,'.repeat(20_000)}\r\n\r\nwords`)],
  ['thirty thousand quoted lines', Buffer.from(`${HEAD}\r\n${`> ${'a'.repeat(60)}\r\n`.repeat(30_000)}`)],
])('%s are read, and the process goes on with other things meanwhile', async (_, raw) => {
  await read(html('before'))
  const began = performance.eventLoopUtilization()
  await read(raw)
  // Of the time that it took; when this thread read it, nearly all.
  expect(performance.eventLoopUtilization(began).utilization).toBeLessThan(0.5)
})

test('a mail is the same, read by a worker or here', async () => {
  for (const { raw, what } of hostileMails.filter(({ becomes }) => becomes === 'read'))
    expect(await read(raw), what).toEqual(await readMail(raw))
})

test('a mail that breaks its reader is refused for good, and so is each of our own rules', async () => {
  const reasonOf = (raw: Buffer) =>
    read(raw).then(
      () => undefined,
      ({ reason }) => reason,
    )
  const of = (wanted: string) => hostileMails.find(({ what }) => what === wanted)?.raw ?? Buffer.alloc(0)
  expect(await reasonOf(of('parts within parts, five hundred deep'))).toBe('UNREADABLE')
  expect(await reasonOf(of('two senders in one'))).toBe('SENDER')
  expect(await reasonOf(of('thirteen megabytes'))).toBe('TOO_LARGE')
  expect(await readHeadInWorker(of('two senders in one'), '')).toMatchObject({ sender: '', subject: 'x' })
})

test('of a page no more is read than is ever looked at, and a sign before nothing is one that somebody wrote', () => {
  expect(htmlWords('a < b <3 </ <!doctype x><p>c<!-- <p> -->d <<b>e')).toBe('a < b <3 </\n\ncd <e')
  expect(htmlWords('<'.repeat(990_000))).toHaveLength(200_000)
})
