import { type Input, in8bit, mail, utf8 } from './input.ts'

const HEBREW = 'שלום, יש לי שאלה על השיעור השלישי: מה זה ETF?'
const POINTED = 'שָׁלוֹם לְכֻלָּם'
const type = (charset: string, more = '') =>
  utf8(`Content-Type: text/plain${charset && `; charset=${charset}`}${more}\r\n\r\n`)
const text = (program: string, words: string, charset: string, bytes: Buffer, more = ''): Input => ({
  program,
  words,
  raw: mail({}, Buffer.concat([type(charset, more), bytes, utf8('\r\n')])),
})
/** Hebrew as it was stored for screens of old: from the left. */
const seen = (line: string) => [...line].reverse().join('')

export const encodings: Input[] = [
  text('a script on a Hebrew Windows, without a charset', HEBREW, '', in8bit(HEBREW, 'windows-1255')),
  text('a web form, UTF-8 without a charset', HEBREW, '', utf8(HEBREW)),
  text('an old PHP form: us-ascii with bytes of UTF-8', HEBREW, 'us-ascii', utf8(HEBREW)),
  text('an old PHP form: iso-8859-1 with Hebrew of Windows', HEBREW, 'iso-8859-1', in8bit(HEBREW, 'windows-1255')),
  text('a gateway that calls all UTF-8', HEBREW, 'utf-8', in8bit(HEBREW, 'windows-1255')),
  text('a gateway that calls all windows-1255', HEBREW, 'windows-1255', utf8(HEBREW)),
  text('Outlook Express, Hebrew with vowel points', POINTED, 'windows-1255', in8bit(POINTED, 'windows-1255')),
  text('Outlook Express, with vowel points and no charset', POINTED, '', in8bit(POINTED, 'windows-1255')),
  text('Outlook, iso-8859-8-i', HEBREW, 'iso-8859-8-i', in8bit(HEBREW, 'windows-1255')),
  text(
    'Pine, visual iso-8859-8',
    'שלום, האם יש הסבר נוסף על הריבית (50%)?',
    'iso-8859-8',
    in8bit('?(50%) תיבירה לע ףסונ רבסה שי םאה ,םולש', 'windows-1255'),
  ),
  text(
    'Pine, visual iso-8859-8, on two lines with a foreign name',
    'מה זה קרן ETF על S&P 500\nתודה',
    'iso-8859-8',
    in8bit(`S&P 500 לע ETF ןרק הז המ\r\n${seen('תודה')}`, 'windows-1255'),
  ),
  text('a program that calls logical Hebrew iso-8859-8', HEBREW, 'iso-8859-8', in8bit(HEBREW, 'windows-1255')),
  text(
    'a terminal of DOS, code page 862',
    'שלום עולם',
    'ibm862',
    Buffer.from(in8bit(seen('שלום עולם'), 'windows-1255').map((byte) => (byte >= 0xe0 ? byte - 0x60 : byte))),
  ),
  text(
    'The Bat!, windows-1251',
    'Здравствуйте, у меня вопрос',
    'windows-1251',
    in8bit('Здравствуйте, у меня вопрос', 'windows-1251'),
  ),
  text(
    'a script on a Russian Windows, without a charset',
    'Здравствуйте, у меня вопрос',
    '',
    in8bit('Здравствуйте, у меня вопрос', 'windows-1251'),
  ),
  text(
    'an old server, koi8-r without a charset',
    'Здравствуйте, у меня вопрос',
    '',
    in8bit('Здравствуйте, у меня вопрос', 'koi8-r'),
  ),
  text(
    'a script on an Arabic Windows, without a charset',
    'مرحبا، لدي سؤال عن الدرس',
    '',
    in8bit('مرحبا، لدي سؤال عن الدرس', 'windows-1256'),
  ),
  text(
    'a French web form, iso-8859-1',
    'Où êtes-vous ? À bientôt',
    'iso-8859-1',
    in8bit('Où êtes-vous ? À bientôt', 'windows-1252'),
  ),
  text('a charset of no program', HEBREW, 'x-klingon', in8bit(HEBREW, 'windows-1255')),
  text(
    'a mail that was cut within a letter',
    `${HEBREW}\ufffd`,
    'utf-8',
    Buffer.concat([utf8(HEBREW), Buffer.from([0xd7])]),
  ),
  text(
    'Thunderbird, lines that flow',
    'שורה ארוכה שנמשכת\nשורה שנייה',
    'utf-8',
    utf8('שורה ארוכה \r\nשנמשכת\r\nשורה שנייה'),
    '; format=flowed',
  ),
  text(
    'Apple Mail, lines that flow with delsp',
    'ארוכה מאוד מאוד',
    'utf-8',
    utf8('ארוכה מאוד  \r\nמאוד'),
    '; format=flowed; delsp=yes',
  ),
  {
    program: 'mutt, lines that flow, an answer beneath a quoted line that ends with a blank',
    raw: mail(
      { subject: 'Re: x' },
      Buffer.concat([
        type('utf-8', '; format=flowed'),
        utf8('> first line \r\n> goes on \r\n> and ends \r\nMy answer \r\ngoes on\r\n'),
      ]),
    ),
    words: 'My answer goes on',
    folded: ['first line goes on and ends'],
  },
  {
    program: 'a script on a Hebrew Windows, subject and name in bytes',
    raw: Buffer.concat([
      utf8('From: '),
      in8bit('דנה כהן', 'windows-1255'),
      utf8(' <dana@example.org>\r\nTo: support@academy.test\r\nSubject: '),
      in8bit('שאלה על הקורס', 'windows-1255'),
      utf8('\r\nContent-Type: text/plain\r\n\r\n'),
      in8bit(HEBREW, 'windows-1255'),
    ]),
    words: HEBREW,
    subject: 'שאלה על הקורס',
    senderName: 'דנה כהן',
  },
  {
    program: 'a mailer that parts encoded words within a letter',
    raw: mail(
      {
        subject: `=?utf-8?B?${utf8('שאל').subarray(0, 5).toString('base64')}?=\r\n =?utf-8?B?${Buffer.concat([utf8('שאל').subarray(5), utf8('ה ועוד')]).toString('base64')}?=`,
        from: `=?UTF-8?Q?=D7=93=D7?= =?UTF-8?Q?=A0=D7=94?= <dana@example.org>`,
      },
      Buffer.concat([type('utf-8'), utf8(HEBREW)]),
    ),
    words: HEBREW,
    subject: 'שאלה ועוד',
    senderName: 'דנה',
  },
  {
    program: 'an old Outlook, a subject in Hebrew of Windows that it calls iso-8859-1',
    raw: mail({ subject: '=?iso-8859-1?Q?=F9=EC=E5=ED_=F8=E1?=' }, Buffer.concat([type('utf-8'), utf8(HEBREW)])),
    words: HEBREW,
    subject: 'שלום רב',
  },
  {
    program: 'Gmail, quoted-printable with soft breaks within letters',
    raw: mail(
      {},
      'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=D7=A9=D7=9C=D7=\n=95=D7=9D, 1+1=3D2\n',
    ),
    words: 'שלום, 1+1=2',
  },
  {
    program: 'Outlook, base64 of windows-1255',
    raw: mail(
      {},
      `Content-Type: text/plain; charset="windows-1255"\nContent-Transfer-Encoding: base64\n\n${in8bit(HEBREW, 'windows-1255').toString('base64')}\n`,
    ),
    words: HEBREW,
  },
  {
    program: 'a page that names its charset itself',
    raw: mail(
      {},
      Buffer.concat([
        utf8(
          'Content-Type: text/html\r\n\r\n<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1255"></head><body>',
        ),
        in8bit(HEBREW, 'windows-1255'),
        utf8('</body></html>'),
      ]),
    ),
    words: HEBREW,
  },
]
