type Element = { tag: number; bytes: Buffer; parts: Element[] }

const OCTETS = 0x04
const CONSTRUCTED = 0x20
const MOST_DEPTH = 16
const MOST_ELEMENTS = 20_000

/**
 * What a signed message of S/MIME holds in its own envelope (`application/pkcs7-mime; smime-type=signed-data`, RFC 5652 5.1),
 * as Outlook sends it without a text beside. Nothing is verified.
 * @returns undefined for what is encrypted, or no such message
 */
export function signedContent(message: Buffer): Buffer | undefined {
  try {
    const budget = { left: MOST_ELEMENTS }
    const [info] = elementsIn(message, 0, message.length, 0, budget).parts
    const octets = info?.parts[1]?.parts[0]?.parts[2]?.parts[1]?.parts[0]
    const content = octets ? joined(octets) : Buffer.alloc(0)
    return content.length > 0 ? content : undefined
  } catch {
    return undefined
  }
}

/** A string of octets may come in pieces. */
const joined = ({ tag, bytes, parts }: Element): Buffer =>
  (tag & ~CONSTRUCTED) !== OCTETS ? Buffer.alloc(0) : parts.length > 0 ? Buffer.concat(parts.map(joined)) : bytes

/** @throws for lengths that lead beyond the end, and for more elements or levels than such a message has */
function elementsIn(
  message: Buffer,
  from: number,
  end: number,
  depth: number,
  budget: { left: number },
): { parts: Element[]; next: number } {
  const parts: Element[] = []
  let at = from
  while (at < end) {
    const tag = message.readUInt8(at)
    const first = message.readUInt8(at + 1)
    // The end of what has no length.
    if (tag === 0 && first === 0) return { parts, next: at + 2 }
    if (budget.left-- <= 0 || depth > MOST_DEPTH) throw new RangeError('too many elements')
    const bytes = first > 0x80 ? first - 0x80 : 0
    const length = first === 0x80 ? end : bytes > 0 ? message.readUIntBE(at + 2, Math.min(bytes, 6)) : first
    const start = at + 2 + bytes
    const stop = first === 0x80 ? end : start + length
    if (stop > end) throw new RangeError('an element is longer than what holds it')
    const inside =
      (tag & CONSTRUCTED) > 0 ? elementsIn(message, start, stop, depth + 1, budget) : { parts: [], next: stop }
    const next = first === 0x80 ? inside.next : stop
    parts.push({ tag, bytes: message.subarray(start, next), parts: inside.parts })
    at = next
  }
  return { parts, next: at }
}
