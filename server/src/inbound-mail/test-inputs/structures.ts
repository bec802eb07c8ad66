import { filePart, htmlPart, type Input, mail, parts, textPart, utf8 } from './input.ts'

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000)])
const SIGNED = 'signed; protocol="application/pkcs7-signature"; micalg=sha-256'
const ICS =
  'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nSUMMARY:פגישת ייעוץ\r\nDTSTART:20261201T100000Z\r\nLOCATION:זום\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

export const structures: Input[] = [
  {
    program: 'Apple Mail, text around a picture',
    raw: mail(
      {},
      parts('mixed', textPart('לפני'), filePart('IMG_1.png', 'image/png', PNG, 'inline'), textPart('אחרי')),
    ),
    words: 'לפני\n\nאחרי',
    files: ['IMG_1.png'],
  },
  {
    program: 'Gmail, alternative within related within mixed',
    raw: mail(
      {},
      parts(
        'mixed',
        parts(
          'related',
          parts('alternative', textPart('שלום'), htmlPart('<div>שלום</div>')),
          filePart('image001.png', 'image/png', PNG, 'inline'),
        ),
        filePart('a.pdf', 'application/pdf', '%PDF-1.4'),
      ),
    ),
    words: 'שלום',
    files: ['image001.png', 'a.pdf'],
  },
  {
    program: 'Apple Mail, pages on both sides of a file within an alternative',
    raw: mail(
      {},
      parts(
        'alternative',
        textPart('לפני\n\n\nאחרי'),
        parts(
          'mixed',
          htmlPart('<div>לפני</div>'),
          filePart('a.pdf', 'application/pdf', '%PDF-1.4', 'inline'),
          htmlPart('<div>אחרי</div>'),
        ),
      ),
    ),
    words: 'לפני\n\nאחרי',
    files: ['a.pdf'],
  },
  {
    program: 'a scanner, a text that is a file',
    raw: mail(
      {},
      parts('mixed', textPart('ראו קובץ'), filePart('notes.txt', 'text/plain; charset=utf-8', 'הערות', 'inline')),
    ),
    words: 'ראו קובץ',
    files: ['notes.txt'],
  },
  {
    program: 'Mailman, a footer as a part of its own',
    raw: mail({}, parts('mixed', textPart('שאלה'), textPart('_______\nרשימה'))),
    words: 'שאלה\n\n_______\nרשימה',
  },
  {
    program: 'Outlook, signed with S/MIME',
    raw: mail({}, parts(SIGNED, textPart('חתום'), filePart('smime.p7s', 'application/pkcs7-signature', 'x'))),
    words: 'חתום',
    files: [],
  },
  {
    program: 'Enigmail, signed with OpenPGP',
    raw: mail(
      {},
      parts(
        'signed; protocol="application/pgp-signature"',
        textPart('חתום'),
        filePart('signature.asc', 'application/pgp-signature', 'x'),
      ),
    ),
    words: 'חתום',
    files: [],
  },
  {
    program: 'gpg, signed within the text',
    raw: mail(
      {},
      textPart(
        '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nשלום\n- -- \nדנה\n-----BEGIN PGP SIGNATURE-----\n\niQEz\n=x\n-----END PGP SIGNATURE-----',
      ),
    ),
    words: 'שלום',
    folded: ['דנה', 'BEGIN PGP SIGNATURE'],
  },
  {
    program: 'Outlook, encrypted with S/MIME',
    raw: mail({}, filePart('smime.p7m', 'application/pkcs7-mime; smime-type=enveloped-data', 'x')),
    words: '(ההודעה מוצפנת, ואי אפשר לקרוא אותה כאן)',
    files: ['smime.p7m'],
  },
  {
    program: 'Outlook, signed with S/MIME in one envelope',
    raw: mail(
      {},
      filePart('smime.p7m', 'application/pkcs7-mime; smime-type=signed-data', signedData('שלום בתוך חתימה', false)),
    ),
    words: 'שלום בתוך חתימה',
    files: [],
  },
  {
    program: 'Exchange, signed with S/MIME in one envelope, in pieces and without lengths',
    raw: mail({}, filePart('smime.p7m', 'application/pkcs7-mime', signedData('שלום בתוך חתימה', true))),
    words: 'שלום בתוך חתימה',
    files: [],
  },
  {
    program: 'Proton Mail, encrypted with OpenPGP',
    raw: mail(
      {},
      parts(
        'encrypted; protocol="application/pgp-encrypted"',
        filePart('v', 'application/pgp-encrypted', 'Version: 1'),
        filePart('encrypted.asc', 'application/octet-stream', '-----BEGIN PGP MESSAGE-----'),
      ),
    ),
    words: '(ההודעה מוצפנת, ואי אפשר לקרוא אותה כאן)',
    files: ['v', 'encrypted.asc'],
  },
  {
    program: 'Outlook, an invitation to a meeting without words',
    raw: mail({}, textPart(ICS, 'text/calendar; method=REQUEST; charset=utf-8')),
    words: '(הזמנה ביומן: פגישת ייעוץ, 2026-12-01 10:00 UTC, זום)',
    files: ['invite.ics'],
  },
  {
    program: 'Gmail, an invitation with words',
    raw: mail(
      {},
      parts(
        'alternative',
        textPart('הזמנה לפגישה'),
        htmlPart('<p>הזמנה לפגישה</p>'),
        textPart(ICS, 'text/calendar; method=REQUEST; charset=utf-8'),
      ),
    ),
    words: 'הזמנה לפגישה',
    files: ['invite.ics'],
  },
  {
    program: 'Outlook through Exchange, files packed as winmail.dat',
    raw: mail(
      {},
      parts('mixed', textPart('מצורף'), filePart('winmail.dat', 'application/ms-tnef', tnef('דוח.pdf', '%PDF-1.4'))),
    ),
    words: 'מצורף',
    files: ['דוח.pdf'],
  },
  {
    program: 'a winmail.dat that holds nothing that can be read',
    raw: mail(
      {},
      parts(
        'mixed',
        textPart('מצורף'),
        filePart('winmail.dat', 'application/ms-tnef', Buffer.from('789f3e2201', 'hex')),
      ),
    ),
    words: 'מצורף',
    files: ['winmail.dat'],
  },
  {
    program: 'Apple Mail of old, text/enriched',
    raw: mail({}, textPart('<bold>שלום</bold> רב\n\nתודה', 'text/enriched; charset=utf-8')),
    words: 'שלום רב\n\nתודה',
  },
  {
    program: 'Outlook, a name of a file in bytes of Windows',
    raw: mail(
      {},
      Buffer.concat([
        utf8(
          'Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: text/plain\r\n\r\nx\r\n--q\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment;\r\n filename="',
        ),
        Buffer.from([0xe3, 0xe5, 0xe7]),
        utf8('.pdf"\r\n\r\n%PDF-1.4\r\n--q--\r\n'),
      ]),
    ),
    words: 'x',
    files: ['דוח.pdf'],
  },
]

/** A signed message (RFC 5652) around a text, with its lengths or, as BER allows, without and in pieces. */
function signedData(text: string, inPieces: boolean): Buffer {
  const content = utf8(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`)
  const element = (tag: number, ...values: Buffer[]) => {
    const value = Buffer.concat(values)
    if (inPieces && tag & 0x20) return Buffer.concat([Buffer.from([tag, 0x80]), value, Buffer.from([0, 0])])
    return Buffer.concat([Buffer.from([tag, 0x82, value.length >> 8, value.length & 255]), value])
  }
  const oid = element(0x06, Buffer.from('2a864886f70d010702', 'hex'))
  const octets = inPieces
    ? element(0x24, element(0x04, content.subarray(0, 50)), element(0x04, content.subarray(50)))
    : element(0x04, content)
  const signed = element(
    0x30,
    element(0x02, Buffer.from([1])),
    element(0x31),
    element(0x30, oid, element(0xa0, octets)),
  )
  return element(0x30, oid, element(0xa0, signed))
}

/** A file as Outlook packs it (MS-OXTNEF 2.1.3): name and bytes. */
function tnef(name: string, content: string): Buffer {
  const attribute = (level: number, id: number, value: Buffer) => {
    const head = Buffer.alloc(9)
    head.writeUInt8(level)
    head.writeUInt32LE(id, 1)
    head.writeUInt32LE(value.length, 5)
    return Buffer.concat([head, value, Buffer.from([0, 0])])
  }
  const start = Buffer.from('789f3e220100', 'hex')
  const rendering = attribute(2, 0x69002, Buffer.alloc(14))
  return Buffer.concat([
    start,
    rendering,
    attribute(2, 0x18010, utf8(`${name}\0`)),
    attribute(2, 0x6800f, utf8(content)),
  ])
}
