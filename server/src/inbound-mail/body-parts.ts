import { decodeText } from './charset.ts'
import type { Enclosure } from './enclosure.ts'
import { joinFlowed } from './flowed-text.ts'
import { decodeWords } from './mail-headers.ts'
import type { Part } from './mime-tree.ts'
import { plainLine } from './plain-text.ts'
import { readTnef } from './tnef.ts'

/** One stretch of a mail's body: as plain text, as a page, or as both. */
export type BodyText = { plain?: string; html?: string }

export type Body = {
  texts: BodyText[]
  enclosures: Enclosure[]
  /** Whole mails in the mail. */
  mails: Buffer[]
  /** Why there are no words to read: the mail is encrypted for somebody else. */
  isEncrypted: boolean
}

/** Smaller pictures in the text are signs of a signature, or count who looks. */
const SMALLEST_INLINE = 4_096
const SIGNATURE = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature|pgp-keys)$/
const ENCRYPTED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/
/** Forms of a text that only one kind of device shows, beside one that all show. */
const BESIDE = /^text\/(?:x-amp-html|watch-html)$/
const MOST_MAILS = 3

/** Sorts the parts of a mail into its text, in order, and what came with it. */
export function bodyOf(root: Part): Body {
  const body: Body = { texts: [], enclosures: [], mails: [], isEncrypted: false }
  addPart(root, body, undefined, false)
  return body
}

function addPart(part: Part, body: Body, alternative: BodyText | undefined, isRelated: boolean): void {
  const { multipart } = part.contentType
  if (multipart === false) {
    addLeaf(part, body, alternative, isRelated)
    return
  }
  let own = alternative
  if (multipart === 'alternative' && !own) {
    own = {}
    body.texts.push(own)
  }
  for (const child of part.childNodes) addPart(child, body, own, isRelated || multipart === 'related')
}

function addLeaf(part: Part, body: Body, alternative: BodyText | undefined, isRelated: boolean): void {
  if (!part.content) return
  const type = part.contentType.parsed.value
  const disposition = part.contentDisposition.parsed.value
  const name = nameOf(part)
  if (SIGNATURE.test(type) || BESIDE.test(type)) return
  if (isBody(type, disposition, name, body)) {
    const text = textOf(part)
    const form = type === 'text/html' ? 'html' : 'plain'
    // Programs of Apple put several texts beside each other into one alternative.
    if (!alternative) body.texts.push({ [form]: text })
    else alternative[form] = alternative[form] === undefined ? text : `${alternative[form]}\n${text}`
    return
  }
  const content = Buffer.from(part.content)
  const packed = readTnef(content)
  if (packed.length > 0) {
    body.enclosures.push(...packed)
    return
  }
  if (ENCRYPTED.test(type)) body.isEncrypted = true
  if (type === 'message/rfc822' && body.mails.length < MOST_MAILS) body.mails.push(content)
  else if (!isTrifle(isRelated, disposition, type, content))
    body.enclosures.push({ name, type: plainLine(type), content })
}

/** A text that somebody reads is the body; one with a name behind it is a file. */
function isBody(type: string, disposition: string, name: string, { texts }: Body): boolean {
  if (disposition === 'attachment' || !/^text\/(?:plain|html|enriched|richtext)$/.test(type)) return false
  return !name || texts.length === 0
}

const isTrifle = (isRelated: boolean, disposition: string, type: string, { length }: Buffer): boolean =>
  (isRelated || disposition === 'inline') && type.startsWith('image/') && length < SMALLEST_INLINE

function nameOf({ contentDisposition, contentType }: Part): string {
  const name = contentDisposition.parsed.params.filename ?? contentType.parsed.params.name ?? ''
  return plainLine(decodeWords(name)).slice(-120) || (contentType.parsed.value === 'text/calendar' ? 'invite.ics' : '')
}

function textOf({ content, contentType: { parsed } }: Part): string {
  const bytes = new Uint8Array(content ?? new ArrayBuffer(0))
  const { charset, format = '', delsp = '' } = parsed.params
  const text = decodeText(bytes, charset ?? (parsed.value === 'text/html' ? charsetOfPage(bytes) : ''))
  if (/enriched|richtext/.test(parsed.value)) return fromEnriched(text)
  return /^flowed$/i.test(format) && parsed.value === 'text/plain' ? joinFlowed(text, /^yes$/i.test(delsp)) : text
}

/** What a page says of its own encoding, where its part says nothing. */
const charsetOfPage = (bytes: Uint8Array): string =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(
    Buffer.from(bytes.subarray(0, 2_000)).toString('latin1'),
  )?.[1] ?? ''

/** Words of `text/enriched` (RFC 1896) without its commands; a single end of a line is a blank there. */
const fromEnriched = (text: string): string =>
  text
    .replace(/<param>[^<]{0,200}<\/param>/gi, '')
    .replace(/<\/?[a-z-]{1,60}>/gi, '')
    .replaceAll('<<', '<')
    .replace(/(?<!\n)\r?\n(?!\r?\n)/g, ' ')
