const HEAD_BYTES = 8
type Bytes = { $bytes: [from: number, length: number] }

/**
 * A message between the server and a worker: two lengths, a value as JSON, and the bytes that it holds behind it. Not
 * V8's own form, whose reader trusts whoever wrote it.
 */
export function encode(value: unknown): Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  const withPlaces = (one: unknown): unknown => {
    if (one instanceof Uint8Array) {
      const place: Bytes = { $bytes: [from, one.length] }
      from += one.length
      parts.push(Buffer.from(one.buffer, one.byteOffset, one.length))
      return place
    }
    if (Array.isArray(one)) return one.map(withPlaces)
    if (one === null || typeof one !== 'object') return one
    return Object.fromEntries(Object.entries(one).map(([name, held]) => [name, withPlaces(held)]))
  }
  const json = Buffer.from(JSON.stringify(withPlaces(value)))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(from, 4)
  return [head, json, ...parts]
}

/**
 * Puts messages together from the pieces in which they arrive.
 * @param mostBytes of a message; what announces more, or is no JSON, makes the returned function throw
 */
export function createDecoder(mostBytes: number, onMessage: (value: unknown) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = []
  let held = 0
  let wanted = HEAD_BYTES
  return (piece) => {
    pieces.push(piece)
    held += piece.length
    while (held >= wanted) {
      const all = pieces.length === 1 ? (pieces[0] ?? piece) : Buffer.concat(pieces)
      pieces = [all]
      const [jsonLength, bytesLength] = [all.readUInt32BE(0), all.readUInt32BE(4)]
      wanted = HEAD_BYTES + jsonLength + bytesLength
      if (wanted > mostBytes) throw new RangeError(`A message of ${wanted} bytes`)
      if (held < wanted) return
      const rest = all.subarray(wanted)
      onMessage(
        decode(all.subarray(HEAD_BYTES, HEAD_BYTES + jsonLength), all.subarray(HEAD_BYTES + jsonLength, wanted)),
      )
      pieces = rest.length > 0 ? [rest] : []
      held = rest.length
      wanted = HEAD_BYTES
    }
  }
}

const decode = (json: Buffer, bytes: Buffer): unknown =>
  JSON.parse(json.toString(), (_, value) => {
    const place = (value as Bytes | null)?.$bytes
    return Array.isArray(place) ? bytes.subarray(place[0], place[0] + place[1]) : value
  })
