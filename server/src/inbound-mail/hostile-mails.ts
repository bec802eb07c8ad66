/** What strangers send, by what it is; for tests. */
export type Hostile = { what: string; raw: Buffer; becomes: 'refused' | 'dropped' | 'read' }

const HEAD = 'From: Dana <dana@example.org>\r\nTo: support@academy.test\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n'
const MIXED = `${HEAD}Content-Type: multipart/mixed; boundary=x\r\n\r\n`

const mail = (becomes: Hostile['becomes'], what: string, raw: string | Buffer): Hostile => ({
  ...{ becomes, what },
  raw: Buffer.from(raw as string),
})
const text = (headers: string, body: string | Buffer = 'words') =>
  Buffer.concat([Buffer.from(`${HEAD}${headers}\r\n\r\n`), Buffer.from(body as string)])
const from = (value: string) => `From: ${value}\r\nTo: a@b.co\r\nSubject: x\r\n\r\nwords`
const file = (name: string, content: string) =>
  `--x\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n`
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join(
    '',
  )

export const hostileMails: Hostile[] = [
  mail('refused', 'nothing', ''),
  mail('refused', 'one line without an end', 'x'.repeat(100_000)),
  mail('refused', 'thirteen megabytes', Buffer.alloc(13 * 1024 * 1024, 'a')),
  mail('refused', 'a million empty lines', `${HEAD}\r\n${'\n'.repeat(1_000_000)}`),
  mail('refused', 'a hundred thousand parts', `${MIXED}${'--x\r\n\r\na\r\n'.repeat(100_000)}`),
  mail('refused', 'parts within parts, five hundred deep', `${HEAD}${nested(500)}\r\nwords`),
  mail('refused', 'one header of half a megabyte', text(`X-Large: ${'a'.repeat(500_000)}`)),
  mail('refused', 'forty thousand headers', text(`X: y\r\n${'X: y and some more\r\n'.repeat(40_000)}X: z`)),
  mail('refused', 'no sender', 'To: a@b.co\r\nSubject: x\r\n\r\nwords'),
  mail('refused', 'an empty sender', from('')),
  mail('refused', 'two headers From', `From: dana@example.org\r\n${from('evil@example.net')}`),
  mail('refused', 'two senders in one', from('dana@example.org, evil@example.net')),
  mail('refused', 'a group as sender', from('Team: dana@example.org, evil@example.net;')),
  mail('refused', 'a sender without a domain', from('dana')),
  mail('refused', 'an address in an address', from('"dana@example.org"@evil@example.net')),
  mail('refused', 'a sender that breaks the line', from('=?utf-8?q?dana=40example.org=0d=0aBcc:_x=40y.z?=')),
  mail('refused', 'a sender of two thousand letters', from(`${'a'.repeat(2_000)}@example.org`)),
  mail('dropped', "a program's answer", text('Auto-Submitted: auto-replied')),
  mail('dropped', 'an answer of absence', text('X-Autoreply: yes')),
  mail('dropped', 'a list', text('List-Id: <a.list>')),
  mail('dropped', 'a bulk mail', text('Precedence: bulk')),
  mail('dropped', 'our own mail in a circle', text('X-Loop: support@academy.test')),
  mail(
    'dropped',
    'the report of a mail server',
    text('Content-Type: multipart/report; report-type=delivery-status; boundary=x'),
  ),
  mail('dropped', 'a mail without a way back', text('Return-Path: <>')),
  mail('dropped', 'a mail of a postmaster', from('MAILER-DAEMON@example.org')),
  mail('read', 'NUL among the words', text('', 'wo\u0000rds\u0000')),
  mail(
    'read',
    'bytes that are no UTF-8',
    text('Content-Type: text/plain; charset=utf-8', Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x41])),
  ),
  mail('read', 'a charset that there is not', text('Content-Type: text/plain; charset=klingon')),
  mail(
    'read',
    'Hebrew of old under the name of another',
    text('Content-Type: text/plain; charset=us-ascii', Buffer.from([0xf9, 0xec, 0xe5, 0xed])),
  ),
  mail(
    'read',
    'UTF-7, in which a script hides',
    text('Content-Type: text/html; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  ),
  mail(
    'read',
    'a page that runs and fetches',
    text('Content-Type: text/html', '<p onclick=x>words<script>alert(1)</script><img src="http://evil.test/x">'),
  ),
  mail('read', 'a subject that breaks the line', text('Subject: =?utf-8?q?a=0d=0aBcc:_x=40y.z?=')),
  mail('read', 'signs that turn the direction', text('Content-Type: text/plain; charset=utf-8', 'a\u202egpj.exe')),
  mail('read', 'a thousand files', `${MIXED}--x\r\n\r\nwords\r\n${file('a.txt', 'aGVsbG8=').repeat(1_000)}--x--`),
  mail(
    'read',
    'a file whose name climbs',
    `${MIXED}--x\r\n\r\nwords\r\n${file('../../etc/passwd\u0000.png', 'aGVsbG8=')}--x--`,
  ),
  mail(
    'read',
    'a program that calls itself a picture',
    `${MIXED}--x\r\n\r\nwords\r\n${file('a.png', 'TVqQAAMAAAAEAAAA')}--x--`,
  ),
  mail('read', 'an archive', `${MIXED}--x\r\n\r\nwords\r\n${file('42.zip', 'UEsDBBQAAAAIAAAAIQA=')}--x--`),
  mail(
    'read',
    'a mail in a mail, which is a file',
    `${HEAD}Content-Type: message/rfc822\r\n\r\n${from('evil@example.net')}`,
  ),
  mail('read', 'a boundary that never comes', `${MIXED}words`),
  mail('read', 'base64 that is none', text('Content-Transfer-Encoding: base64', '%%%%words%%%%')),
  mail('read', 'words of a megabyte in one line', text('', 'words '.repeat(170_000))),
  mail('read', 'lines that only carriage returns end', `${HEAD}\r\nwords\rFrom: evil@example.net\r`),
]
