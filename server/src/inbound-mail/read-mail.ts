import { createHash } from 'node:crypto'
import PostalMime, { type Address, addressParser, type Email, type Header, type PostalMimeOptions } from 'postal-mime'
import { checkBounds, MailRefusal } from './bounds.ts'
import { htmlWords } from './html-text.ts'
import { newWords } from './new-text.ts'
import { firstOf, plainLine, plainWords } from './plain-text.ts'

const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,189}$/u
const IDS = /<([^<>\s\p{C}]{1,250})>/gu
const MOST_IDS = 50
const LONGEST_WORDS = 20_000
const WHOLE_MAIL = 'ההודעה המלאה.txt'
/** As much of a mail as is looked at where no more can be read: headers take some kilobytes. */
export const HEAD_BYTES = 64 * 1024
const HEAD_END = /\r?\n\r?\n/
/** Smaller pictures in the text are signs of a signature, or count who looks. */
const SMALLEST_INLINE = 4_096

const OPTIONS: PostalMimeOptions = {
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
  // A mail in a mail is a file, never words of who sends it.
  forceRfc822Attachments: true,
  maxRfc822NestingDepth: 0,
}

/** What came with a mail; `type` and `name` are what its sender says. */
export type Enclosure = { name: string; type: string; content: Buffer }

export type InboundMail = {
  /** The same however often the mail comes: its Message-ID, or where it has none its bytes. */
  id: string
  messageId: string | undefined
  /** Message-IDs that it answers to, the nearest first. */
  references: string[]
  sender: string
  senderName: string
  recipients: string[]
  subject: string
  words: string
  /** What was cut from the words. */
  rest: string
  headers: Header[]
  enclosures: Enclosure[]
}

/** What the list of refused mails shows of one. */
export type MailHead = Pick<InboundMail, 'sender' | 'subject' | 'headers' | 'recipients'>
export const NO_HEAD: MailHead = { sender: '', subject: '', headers: [], recipients: [] }

/**
 * Reads a mail as it came over the line (RFC 5322): one sender, the words that are new, and what came with them. A job of
 * workers: what a stranger sends may take all time and memory there is.
 * @param bytes as many as it has, where `raw` is only its beginning
 * @throws MailRefusal for a mail too large, unreadable, or of no sender or several
 */
export async function readMail(raw: Buffer, bytes = raw.length): Promise<InboundMail> {
  checkBounds(raw, bytes)
  const email = await PostalMime.parse(raw, OPTIONS).catch(unreadable)
  const { address, name } = senderOf(email.headers)
  const [messageId] = idsIn(email.messageId ?? '')
  const text = plainWords(email.text?.trim() ? email.text : '') || htmlWords(email.html ?? '')
  const { words, rest } = newWords(text)
  return {
    id: messageId ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`,
    messageId,
    references: [...new Set([...idsIn(email.inReplyTo ?? ''), ...idsIn(email.references ?? '').reverse()])].slice(
      0,
      MOST_IDS,
    ),
    sender: address,
    senderName: firstOf(plainLine(name), 160),
    recipients: recipientsOf(email),
    subject: subjectOf(email),
    words: shortened(words),
    rest: shortened(rest),
    headers: email.headers,
    enclosures: [...(words.length > LONGEST_WORDS ? [wholeText(email, text)] : []), ...enclosuresOf(email)],
  }
}

/** Reads the headers alone, of a mail that is refused; of what cannot be read it gives nothing. */
export async function readHead(raw: Buffer): Promise<MailHead> {
  const start = raw.subarray(0, HEAD_BYTES)
  const head = start.subarray(0, HEAD_END.exec(start.toString('latin1'))?.index)
  const email = await PostalMime.parse(head, OPTIONS).catch(() => undefined)
  if (!email) return NO_HEAD
  return {
    sender: soleSender(email.headers),
    subject: subjectOf(email),
    headers: email.headers,
    recipients: recipientsOf(email),
  }
}

function unreadable(): never {
  throw new MailRefusal('UNREADABLE')
}

function soleSender(headers: Header[]): string {
  try {
    return senderOf(headers).address
  } catch {
    return ''
  }
}

const subjectOf = ({ subject = '' }: Email): string => firstOf(plainLine(subject), 500)

/** All that was written, where there is no room for it in the thread. */
const wholeText = ({ text }: Email, read: string): Enclosure => ({
  name: WHOLE_MAIL,
  type: 'text/plain',
  content: Buffer.from(text?.trim() ? text.replaceAll('\0', '') : read),
})

/** The one address of `From`. Two would let a mail be checked for the one and shown as of the other. */
function senderOf(headers: Header[]): { address: string; name: string } {
  const from = headers.filter(({ key }) => key === 'from')
  const [sender, ...more] = from.flatMap(({ value }) => addressParser(value, { flatten: true }))
  const address = sender?.address?.trim().toLowerCase() ?? ''
  if (from.length !== 1 || more.length > 0 || !ADDRESS.test(address)) throw new MailRefusal('SENDER')
  return { address, name: sender?.name ?? '' }
}

const idsIn = (header: string): string[] => [...header.slice(0, 20_000).matchAll(IDS)].map(([, id = '']) => id)

function recipientsOf({ headers, to = [], cc = [] }: Email): string[] {
  const delivered = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
  const addresses = [...delivered, ...to, ...cc].flatMap((one: Address) => one.group ?? [one])
  return [...new Set(addresses.map(({ address }) => address.trim().toLowerCase()))].slice(0, 100)
}

function enclosuresOf({ attachments }: Email): Enclosure[] {
  return attachments
    .map(({ filename, mimeType, related, disposition, content }) => ({
      name: plainLine(filename ?? '').slice(-120),
      type: plainLine(mimeType),
      content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
      isInText: related === true || disposition === 'inline',
    }))
    .filter(({ isInText, content }) => !(isInText && content.length < SMALLEST_INLINE))
    .map(({ name, type, content }) => ({ name, type, content }))
}

const shortened = (words: string): string =>
  words.length <= LONGEST_WORDS ? words : `${firstOf(words, LONGEST_WORDS - 1)}…`
