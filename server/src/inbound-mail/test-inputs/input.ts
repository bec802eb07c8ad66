/** A mail as a program writes it, and what is read of it. */
export type Input = {
  /** Which program writes like this. */
  program: string
  raw: Buffer
  /** All that its person wrote, as the thread shows it. */
  words: string
  /** What is folded away and shown by a press; nothing where this is empty. */
  folded?: string[]
  /** Names of files. */
  files?: string[]
  subject?: string
  senderName?: string
}
type Given = Omit<Input, 'raw'>

const TICKET = 'support+0123456789abcdef0123456789abcdef@academy.test'
export const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

type Head = { from?: string; to?: string; subject?: string | Buffer; more?: string }

/** A mail with headers; `body` begins with the headers of its content. */
export function mail(
  { from = 'Dana <dana@example.org>', to = 'support@academy.test', subject = 'שאלה', more = '' }: Head,
  body: Buffer | string,
): Buffer {
  const head = `From: ${from}\nTo: ${to}\n${more}MIME-Version: 1.0\n`
  const parts = [utf8(crlf(`${head}Subject: `)), typeof subject === 'string' ? utf8(subject) : subject, utf8('\r\n')]
  return Buffer.concat([...parts, typeof body === 'string' ? utf8(crlf(body)) : body])
}

export const textPart = (text: string, type = 'text/plain; charset=utf-8') =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: 8bit\n\n${text}\n`
export const htmlPart = (html: string) => textPart(html, 'text/html; charset=utf-8')
export const parts = (kind: string, ...list: string[]) => {
  const boundary = `b${kind.replace(/\W/g, '')}${list.join('').length}`
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${list.map((part) => `--${boundary}\n${part}`).join('')}--${boundary}--\n`
}
export const filePart = (name: string, type: string, content: Buffer | string, disposition = 'attachment') =>
  `Content-Type: ${type}; name="${name}"\nContent-Disposition: ${disposition}; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(
    content as string,
  )
    .toString('base64')
    .replace(/.{76}/g, '$&\n')}\n`

const ANSWERING = { to: TICKET, subject: 'Re: שאלה', more: 'In-Reply-To: <ticket.1@academy.test>\n' }
const FORWARDING = { subject: 'Fwd: שאלה' }
type Texts = { plain?: string; html?: string }
const bodyOf = ({ plain, html }: Texts) =>
  plain !== undefined && html !== undefined
    ? parts('alternative', textPart(plain), htmlPart(html))
    : plain !== undefined
      ? textPart(plain)
      : htmlPart(html ?? '')

/** An answer to a mail of ours. */
export const answer = ({ plain, html, ...given }: Given & Texts): Input => ({
  ...given,
  raw: mail(ANSWERING, bodyOf({ plain, html } as Texts)),
})
/** A mail that answers none. */
export const first = ({ plain, html, ...given }: Given & Texts): Input => ({
  ...given,
  raw: mail({}, bodyOf({ plain, html } as Texts)),
})
export const forward = ({ plain, html, subject = FORWARDING.subject, ...given }: Given & Texts): Input => ({
  ...given,
  raw: mail({ subject }, bodyOf({ plain, html } as Texts)),
})

/** Text in an encoding of one byte a letter. */
export function in8bit(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f))
}
