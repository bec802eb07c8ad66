/** A box of an MP4 file: its length, its name, and what it holds. */
export function box(name: string, ...content: (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inside.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, inside])
}

export const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, place * 4)
  return bytes
}

type Film = {
  seconds?: number
  width?: number
  height?: number
  codec?: string
  handler?: string
  /** Lies on its side, as a telephone films. */
  isTurned?: boolean
  brand?: string
  indexLast?: boolean
  /** What the index holds instead. */
  index?: Buffer
  media?: Buffer
}

const ONE = 0x10000
const UPRIGHT = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000]
const TURNED = [0, ONE, 0, -ONE, 0, 0, 0, 0, 0x40000000]

/** The smallest file that says what a film says of itself; it holds no pictures. */
export function videoOf({
  seconds = 90,
  width = 640,
  height = 360,
  codec = 'avc1',
  handler = 'vide',
  isTurned = false,
  brand = 'isom',
  indexLast = false,
  index,
  media = box('mdat', 'pictures'),
}: Film = {}): Buffer {
  const header = box('mvhd', words(0, 0, 0, 1000, seconds * 1000), Buffer.alloc(80))
  const track = box(
    'trak',
    box(
      'tkhd',
      words(0, 0, 0, 1, 0, seconds * 1000, 0, 0, 0, 0, ...(isTurned ? TURNED : UPRIGHT), width * ONE, height * ONE),
    ),
    box(
      'mdia',
      box('hdlr', words(0, 0), handler, words(0, 0, 0)),
      box('minf', box('stbl', box('stsd', words(0, 1), box(codec, Buffer.alloc(78))))),
    ),
  )
  const movie = index ?? box('moov', header, track)
  const type = box('ftyp', brand, words(512), brand)
  return Buffer.concat(indexLast ? [type, media, movie] : [type, movie, media])
}
