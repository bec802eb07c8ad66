import { expect, test } from 'vitest'
import { automaticReason, isAbsenceNote } from './automatic.ts'
import { MailRefusal } from './bounds.ts'
import { hostileMails } from './hostile-mails.ts'
import { readMail } from './read-mail.ts'

const own = ['support@academy.test']
const outcome = async (raw: Buffer) => {
  try {
    const mail = await readMail(raw)
    return automaticReason(mail.headers, { returnPath: undefined, sender: mail.sender, own }) ? 'dropped' : 'read'
  } catch (error) {
    if (error instanceof MailRefusal) return 'refused'
    throw error
  }
}

test('there are forty of them', () => expect(hostileMails.length).toBeGreaterThanOrEqual(40))

test.each(hostileMails)('$what is $becomes', async ({ raw, becomes }) => expect(await outcome(raw)).toBe(becomes))

test('what is read of a hostile mail is words, one sender and bounded', async () => {
  for (const { raw } of hostileMails.filter(({ becomes }) => becomes === 'read')) {
    const mail = await readMail(raw)
    const lines = [mail.sender, mail.senderName, mail.subject, mail.words, ...mail.enclosures.map(({ name }) => name)]
    for (const line of lines) expect(line.replace(/[\t\n]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    expect(mail.sender).toBe('dana@example.org')
    expect(mail.words).not.toContain('<script')
    expect([mail.subject, mail.senderName].join()).not.toContain('\n')
    expect(mail.words.length + mail.rest.length).toBeLessThanOrEqual(40_000)
  }
})

const MAIL = `Return-Path: <bounce@example.org>
Received: from x by y
Message-ID: <abc.1@example.org>
In-Reply-To: <last@academy.test>
References: <first@academy.test>
 <last@academy.test>
From: =?utf-8?B?15PXoNeUINeb15TXnw==?= <Dana@Example.ORG>
To: =?utf-8?B?15TXkNen15PXnteZ15Q=?= <support+0123456789abcdef@academy.test>
Cc: Team: other@example.org;
Delivered-To: support+key@academy.test
Subject: =?utf-8?Q?Re:_=D7=A9=D7=90=D7=9C=D7=94?=
Date: Wed, 25 Nov 2026 09:30:00 +0200
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=windows-1255
Content-Transfer-Encoding: base64

+ezl7Q0KDQqj
--a
Content-Type: text/html; charset=utf-8

<p>שלום</p>
--a--
--m
Content-Type: image/png; name="=?utf-8?B?16rXnteV16DXlC5wbmc=?="
Content-Disposition: attachment; filename*=utf-8''%D7%AA%D7%9E%D7%95%D7%A0%D7%94.png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--m--
`.replaceAll('\n', '\r\n')

test('reads a mail of a person: names, ids, words in an old charset, files', async () => {
  const { headers, enclosures, ...mail } = await readMail(Buffer.from(MAIL))
  expect(mail).toMatchObject({
    id: 'abc.1@example.org',
    references: ['last@academy.test', 'first@academy.test'],
    sender: 'dana@example.org',
    senderName: 'דנה כהן',
    subject: 'Re: שאלה',
    rest: '',
  })
  expect(mail.words).toMatch(/^שלום/)
  expect(mail.recipients).toEqual([
    'support+key@academy.test',
    'support+0123456789abcdef@academy.test',
    'other@example.org',
  ])
  expect(enclosures).toMatchObject([{ name: 'תמונה.png', type: 'image/png' }])
  expect(enclosures[0]?.content.toString('hex')).toBe('89504e470d0a1a0a')
})

test('what is read of a mail is the same after every hostile one', async () => {
  const alone = await readMail(Buffer.from(MAIL))
  for (const { raw, what } of hostileMails) {
    await outcome(raw)
    expect(await readMail(Buffer.from(MAIL)), what).toEqual(alone)
  }
})

test('a mail without a Message-ID is known by its bytes', async () => {
  const raw = Buffer.from('From: a@b.co\r\n\r\nwords')
  const [first, second, other] = await Promise.all([raw, raw, Buffer.from('From: a@b.co\r\n\r\nwords!')].map(readMail))
  expect(first?.id).toMatch(/^sha256:/)
  expect([first?.id === second?.id, first?.id === other?.id]).toEqual([true, false])
})

const headers = (name: string, value: string) => [{ key: name, originalKey: name, value }]
const person = { returnPath: 'dana@example.org', sender: 'dana@example.org', own }
test.each([
  ['auto-submitted', 'no', undefined],
  ['auto-submitted', 'No (a person)', undefined],
  ['auto-submitted', 'auto-generated; owner=x', 'automatic'],
  ['auto-submitted', 'vacation', 'automatic'],
  ['x-autoreply', 'no', undefined],
  ['x-autoreply', 'yes', 'automatic'],
  ['list-id', '<a.list>', 'list'],
  ['list-unsubscribe', '<mailto:x@y.z>', undefined],
  ['precedence', 'first-class', undefined],
  ['precedence', 'auto_reply', 'list'],
  ['x-auto-response-suppress', 'All', undefined],
  ['feedback-id', '1:2', undefined],
  ['content-type', 'multipart/report; report-type=disposition-notification', 'bounce'],
])('%s: %s says %s', (name, value, reason) => expect(automaticReason(headers(name, value), person)).toBe(reason))

test('a way to unsubscribe is a list beside a sign of newsletters, and not without', () => {
  const unsubscribe = headers('list-unsubscribe', '<mailto:x@y.z>')
  expect(automaticReason([...unsubscribe, ...headers('feedback-id', '1:2')], person)).toBe('list')
  expect(automaticReason([...unsubscribe, ...headers('x-mailer', 'x')], person)).toBeUndefined()
})

test.each([
  'Automatic reply: שאלה',
  'Re: Out of Office',
  'מענה אוטומטי: שאלה',
  'תשובה אוטומטית: שאלה',
  'לא במשרד עד יום ראשון',
  'Réponse automatique : x',
  'Автоответ: x',
  'رد تلقائي: x',
])('%s is the subject of a note of absence', (subject) => expect(isAbsenceNote(subject)).toBe(true))

test.each(['שאלה על מענה אוטומטי', 'Out of curiosity', 'Re: Automatic payments', 'לא במשרדים', 'autoreplying'])(
  '%s is the subject of a person',
  (subject) => expect(isAbsenceNote(subject)).toBe(false),
)

test('what the mail server was told of the way back counts before what the mail says', () => {
  const bounced = headers('return-path', '<>')
  expect(automaticReason(bounced, person)).toBeUndefined()
  expect(automaticReason(bounced, { ...person, returnPath: undefined })).toBe('bounce')
  expect(automaticReason([], { ...person, returnPath: '' })).toBe('bounce')
  expect(automaticReason([], { ...person, sender: 'support@academy.test' })).toBe('loop')
  expect(automaticReason([], { ...person, sender: 'no-reply@bank.test' })).toBe('automatic')
  expect(automaticReason([], { ...person, sender: 'noreplyman@bank.test' })).toBeUndefined()
})
