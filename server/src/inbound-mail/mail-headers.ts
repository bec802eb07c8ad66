import { decodeText, decodeUndeclared, isUtf8 } from './charset.ts'

const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?\s]{0,2000})\?=/gi
const LF = 10
const CR = 13

/**
 * A mail whose headers are UTF-8 (RFC 6532), also where a program wrote them in an encoding of its own: those of the mail,
 * and those of parts that begin with `Content-`. Bodies stay as they are.
 */
export function withReadableHeaders(raw: Buffer): Buffer {
  const end = endOfHead(raw)
  const parts: Buffer[] = [readable(raw.subarray(0, end))]
  let copied = end
  let isHeader = false
  for (let from = end; from < raw.length; ) {
    const found = raw.indexOf(LF, from)
    const next = found < 0 ? raw.length : found + 1
    const start = raw.subarray(from, Math.min(next, from + 12)).toString('latin1')
    // A line that goes on is of the header before it.
    isHeader = /^content-/i.test(start) || (isHeader && /^[ \t]/.test(start))
    if (isHeader && raw.subarray(from, next).some((byte) => byte > 0x7f)) {
      parts.push(raw.subarray(copied, from), readable(raw.subarray(from, next)))
      copied = next
    }
    from = next
  }
  return Buffer.concat([...parts, raw.subarray(copied)])
}

/** Letters of one byte alone are replaced, so that no new header, sender or end of a line can come of it. */
const readable = (bytes: Buffer): Buffer => (isUtf8(bytes) ? bytes : Buffer.from(decodeUndeclared(bytes), 'utf8'))

function endOfHead(raw: Buffer): number {
  for (let from = 0; from < raw.length; ) {
    const found = raw.indexOf(LF, from)
    if (found < 0) return raw.length
    if (found === from || (found === from + 1 && raw[from] === CR)) return found + 1
    from = found + 1
  }
  return raw.length
}

type Run = { text: string } | { charset: string; bytes: Buffer }

/**
 * The text of a header with encoded words (RFC 2047). Words of one encoding that stand side by side are read as one, because
 * programs part them within a letter.
 */
export function decodeWords(header: string): string {
  const runs: Run[] = []
  let at = 0
  for (const found of header.matchAll(WORD)) {
    const [whole, label = '', kind = '', encoded = ''] = found
    const charset = label.replace(/\*.*/, '').toLowerCase()
    const between = header.slice(at, found.index)
    const last = runs.at(-1)
    const bytes = kind.toLowerCase() === 'b' ? Buffer.from(encoded, 'base64') : fromQ(encoded)
    if (last && 'bytes' in last && /^\s*$/.test(between)) {
      if (last.charset === charset) last.bytes = Buffer.concat([last.bytes, bytes])
      else runs.push({ charset, bytes })
    } else runs.push({ text: between }, { charset, bytes })
    at = found.index + whole.length
  }
  runs.push({ text: header.slice(at) })
  return runs.map((run) => ('text' in run ? run.text : decodeText(run.bytes, run.charset))).join('')
}

const fromQ = (encoded: string): Buffer =>
  Buffer.from(
    encoded
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
