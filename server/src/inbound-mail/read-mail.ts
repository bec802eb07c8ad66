import { createHash } from 'node:crypto'
import { type Address, addressParser, type Email, type Header } from 'postal-mime'
import { type Body, bodyOf } from './body-parts.ts'
import { checkBounds, MailRefusal } from './bounds.ts'
import type { Enclosure } from './enclosure.ts'
import { decodeWords, withReadableHeaders } from './mail-headers.ts'
import { parseMime } from './mime-tree.ts'
import { type NewWords, newWords } from './new-text.ts'
import { firstOf, plainLine } from './plain-text.ts'
import { kindOfSubject } from './quote-patterns.ts'
import { linesOf, wholeOf } from './text-lines.ts'
import { attachedMail, ENCRYPTED, invitationIn } from './worded-parts.ts'

const ADDRESS = /^[^\s\p{C}@<>,;:"()[\]\\]{1,64}@[a-z0-9.-]{1,189}$/u
const IDS = /<([^<>\s\p{C}]{1,250})>/gu
const MOST_IDS = 50
const LONGEST_WORDS = 20_000
const WHOLE_MAIL = 'ההודעה המלאה.txt'
/** As much of a mail as is looked at where no more can be read: headers take some kilobytes. */
export const HEAD_BYTES = 64 * 1024
const TICKET_ADDRESS = /\+[0-9a-f]{32}@/
const HEAD_END = /\r?\n\r?\n/
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
  return readParts(raw, false)
}

/** @param isAttached it came in another mail; those that it holds itself stay unread */
async function readParts(raw: Buffer, isAttached: boolean): Promise<InboundMail> {
  const { email, root } = await parseMime(withReadableHeaders(raw)).catch(unreadable)
  const { address, name } = senderOf(email.headers)
  const [messageId] = idsIn(email.messageId ?? '')
  const subject = subjectOf(email)
  const recipients = recipientsOf(email)
  const references = [...new Set([...idsIn(email.inReplyTo ?? ''), ...idsIn(email.references ?? '').reverse()])]
  const body = bodyOf(root)
  const { lines, more } = linesOf(body)
  const parted = newWords(lines, kindOf(subject, references, recipients))
  const attached = isAttached ? [] : await Promise.all(body.mails.map(readAttached))
  const { words, rest } = shown({
    words: joined(parted.words || wordsWithout(body), ...attached.map((one) => one.words)),
    rest: joined(parted.rest, more),
  })
  const isLong = words.length > LONGEST_WORDS || rest.length > LONGEST_WORDS
  return {
    id: messageId ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`,
    messageId,
    references: references.slice(0, MOST_IDS),
    sender: address,
    senderName: firstOf(plainLine(name), 160),
    recipients,
    subject,
    words: shortened(words),
    rest: shortened(rest),
    headers: email.headers,
    enclosures: [
      ...(isLong ? [wholeText(wholeOf(body))] : []),
      ...body.enclosures,
      ...attached.flatMap((one) => one.enclosures),
    ],
  }
}

const joined = (...texts: string[]): string => texts.filter(Boolean).join('\n\n')

/** Where there is nothing else, what would be folded is what the mail says. */
const shown = ({ words, rest }: NewWords): NewWords => (words ? { words, rest } : { words: rest, rest: '' })

/** What stands for the words of a mail that has none. */
function wordsWithout({ isEncrypted, enclosures }: Body): string {
  if (isEncrypted) return ENCRYPTED
  const calendar = enclosures.find(({ type }) => type === 'text/calendar')
  return calendar ? invitationIn(calendar.content) : ''
}

/** A mail that came in a mail: its words whole, with who sent it; what cannot be read stays a file. */
async function readAttached(raw: Buffer): Promise<{ words: string; enclosures: Enclosure[] }> {
  const file = { name: 'mail.eml', type: 'message/rfc822', content: raw }
  const mail = await readParts(raw, true).catch(() => undefined)
  if (!mail) return { words: '', enclosures: [file] }
  const { sender, senderName, subject, words, rest, enclosures } = mail
  const from = senderName ? `${senderName} <${sender}>` : sender
  return { words: attachedMail(from, subject, joined(words, rest)), enclosures }
}

/** An answer names what it answers to, in its headers, its subject or the address of the ticket. */
function kindOf(subject: string, references: string[], recipients: string[]): 'answer' | 'forward' | 'first' {
  const kind = kindOfSubject(subject)
  if (kind) return kind
  return references.length > 0 || recipients.some((one) => TICKET_ADDRESS.test(one)) ? 'answer' : 'first'
}

/** Reads the headers alone, of a mail that is refused; of what cannot be read it gives nothing. */
export async function readHead(raw: Buffer): Promise<MailHead> {
  const start = raw.subarray(0, HEAD_BYTES)
  const head = start.subarray(0, HEAD_END.exec(start.toString('latin1'))?.index)
  const parsed = await parseMime(withReadableHeaders(head)).catch(() => undefined)
  if (!parsed) return NO_HEAD
  const { email } = parsed
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

const subjectOf = ({ headers }: Email): string =>
  firstOf(plainLine(decodeWords(headers.find(({ key }) => key === 'subject')?.value ?? '')), 500)

/** All that was written, where there is no room for it in the thread. */
const wholeText = (text: string): Enclosure => ({ name: WHOLE_MAIL, type: 'text/plain', content: Buffer.from(text) })

/** The one address of `From`. Two would let a mail be checked for the one and shown as of the other. */
function senderOf(headers: Header[]): { address: string; name: string } {
  const from = headers.filter(({ key }) => key === 'from')
  const [sender, ...more] = from.flatMap(({ value }) => addressParser(value, { flatten: true }))
  const address = sender?.address?.trim().toLowerCase() ?? ''
  if (from.length !== 1 || more.length > 0 || !ADDRESS.test(address)) throw new MailRefusal('SENDER')
  return { address, name: nameIn(from[0]?.value ?? '') || (sender?.name ?? '') }
}

/** The name before an address, where it is encoded; the parser loses letters that stand in two encoded words. */
const nameIn = (from: string): string =>
  from.includes('=?')
    ? decodeWords(from.replace(/<[^<>]*>\s*$/, ''))
        .trim()
        .replace(/^"|"$/g, '')
        .trim()
    : ''

const idsIn = (header: string): string[] => [...header.slice(0, 20_000).matchAll(IDS)].map(([, id = '']) => id)

function recipientsOf({ headers, to = [], cc = [] }: Email): string[] {
  const delivered = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
  const addresses = [...delivered, ...to, ...cc].flatMap((one: Address) => one.group ?? [one])
  return [...new Set(addresses.map(({ address }) => address.trim().toLowerCase()))].slice(0, 100)
}

const shortened = (words: string): string =>
  words.length <= LONGEST_WORDS ? words : `${firstOf(words, LONGEST_WORDS - 1)}…`
