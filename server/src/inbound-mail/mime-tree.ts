import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'
import { signedContent } from './signed-data.ts'

/** A part of a mail as the parser has it; the library types none of this, so `read-mail.test.ts` holds it to it. */
export type Part = {
  contentType: { parsed: { value: string; params: Record<string, string> }; multipart: string | false }
  contentDisposition: { parsed: { value: string; params: Record<string, string> } }
  contentId?: string
  /** Bytes without their transfer encoding; null for a part of parts. */
  content: ArrayBuffer | null
  childNodes: Part[]
}

const OPTIONS: PostalMimeOptions = {
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
  // A mail in a mail is read by a turn of its own.
  forceRfc822Attachments: true,
  maxRfc822NestingDepth: 0,
}

/** Parses a mail (RFC 5322, 2045). @throws for what is nested too deep or has headers without end */
export async function parseMime(raw: Buffer): Promise<{ email: Email; root: Part }> {
  const parser = new PostalMime(OPTIONS)
  const email = await parser.parse(raw)
  const { root } = parser as unknown as { root: Part }
  const isEnveloped = /^application\/(?:x-)?pkcs7-mime$/.test(root.contentType.parsed.value)
  const signed = isEnveloped && root.content ? signedContent(Buffer.from(root.content)) : undefined
  return { email, root: signed ? await partOf(signed) : root }
}

async function partOf(raw: Buffer): Promise<Part> {
  const parser = new PostalMime(OPTIONS)
  await parser.parse(raw)
  return (parser as unknown as { root: Part }).root
}
