import { type Box, boxesIn, childOf, insideOf, type ReadBytes, topBoxes } from './mp4-boxes.ts'
import { broken, MediaRefusal } from './refusal.ts'

/** What a video says of itself: its length in whole seconds, its size as it is shown, and whether it can begin at once. */
export type VideoFacts = {
  durationSeconds: number
  width: number
  height: number
  codec: string
  isFaststart: boolean
}

type IndexFacts = Omit<VideoFacts, 'isFaststart'>

const MOST_INDEX_BYTES = 32 * 1024 * 1024
const MOST_SIDE = 8192
const MOST_SECONDS = 24 * 60 * 60
const BRANDS = new Set(['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash'])
/** Codecs that browsers play, by the name of the sample entry (ISO 14496-15, VP9 and AV1 bindings). */
const CODECS: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  avc3: 'H.264',
  hvc1: 'HEVC',
  hev1: 'HEVC',
  vp09: 'VP9',
  av01: 'AV1',
}

/**
 * Reads length, size and codec of an MP4 file out of its index (ISO 14496-12), without decoding anything: a bounded
 * number of boxes, of which the index alone is read whole.
 * @param size of the file in bytes
 * @param readIndex reads the index, as {@link readVideoIndex} does
 * @throws MediaRefusal for what is no MP4, breaks off, has no moving picture, or is in a codec that browsers don't play
 */
export async function readMp4(
  read: ReadBytes,
  size: number,
  readIndex: (index: Buffer) => Promise<IndexFacts>,
): Promise<VideoFacts> {
  const head = await read(0, Math.min(8, size))
  if (head.toString('latin1', 4) !== 'ftyp') throw new MediaRefusal('WRONG_TYPE')
  const boxes = await topBoxes(read, size)
  const [type = broken()] = boxes
  if (type.end - type.start > 1024 || !hasBrand(await read(type.start, type.end))) throw new MediaRefusal('WRONG_TYPE')
  const movie = boxes.find(({ name }) => name === 'moov') ?? broken()
  if (movie.end - movie.start > MOST_INDEX_BYTES) broken()
  const index = await read(movie.start, movie.end)
  const media = boxes.find(({ name }) => name === 'mdat' || name === 'moof') ?? broken()
  return { ...(await readIndex(index)), isFaststart: movie.start < media.start }
}

/** What the index of a film says, by what its box `moov` holds. @throws MediaRefusal */
export async function readVideoIndex(index: Buffer): Promise<IndexFacts> {
  const all = boxesIn(index, { name: 'moov', start: 0, end: index.length })
  return { durationSeconds: secondsOf(index, all), ...pictureOf(index, all) }
}

function hasBrand(bytes: Buffer): boolean {
  const names = Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    bytes.toString('latin1', at * 4, at * 4 + 4),
  )
  // The second word is a version.
  return names.some((name, at) => at !== 1 && BRANDS.has(name))
}

/** Length of the whole, or of its fragments where it is made of them. */
function secondsOf(index: Buffer, boxes: readonly Box[]): number {
  const header = boxes.find(({ name }) => name === 'mvhd') ?? broken()
  const isLong = index[header.start] === 1
  if (header.end - header.start < (isLong ? 32 : 20)) broken()
  const scale = index.readUInt32BE(header.start + (isLong ? 20 : 12))
  const declared = isLong ? Number(index.readBigUInt64BE(header.start + 24)) : index.readUInt32BE(header.start + 16)
  const extended = boxes.find(({ name }) => name === 'mvex')
  const seconds = Math.round((declared || (extended ? fragmentsLength(index, extended) : 0)) / (scale || broken()))
  if (seconds < 1 || seconds > MOST_SECONDS) throw new MediaRefusal('NO_LENGTH')
  return seconds
}

function fragmentsLength(index: Buffer, extended: Box): number {
  const header = childOf(index, extended, 'mehd')
  if (!header || header.end - header.start < 8) return 0
  if (index[header.start] !== 1) return index.readUInt32BE(header.start + 4)
  return header.end - header.start < 12 ? 0 : Number(index.readBigUInt64BE(header.start + 4))
}

/** Size and codec of the first moving picture. */
function pictureOf(index: Buffer, boxes: readonly Box[]) {
  for (const track of boxes.filter(({ name }) => name === 'trak')) {
    const media = childOf(index, track, 'mdia')
    const handler = media && childOf(index, media, 'hdlr')
    if (!handler || handler.end - handler.start < 12) continue
    if (index.toString('latin1', handler.start + 8, handler.start + 12) !== 'vide') continue
    const samples = insideOf(index, media, ['minf', 'stbl', 'stsd']) ?? broken()
    if (samples.end - samples.start < 16) broken()
    const codec = CODECS[index.toString('latin1', samples.start + 12, samples.start + 16)]
    if (!codec) throw new MediaRefusal('CODEC')
    return { codec, ...sizeOf(index, childOf(index, track, 'tkhd') ?? broken()) }
  }
  throw new MediaRefusal('NO_PICTURE')
}

/** Width and height as they are shown: a picture that lies on its side is turned. */
function sizeOf(index: Buffer, header: Box) {
  const end = header.start + (index[header.start] === 1 ? 96 : 84)
  if (header.end < end) broken()
  const [width, height] = [index.readUInt16BE(end - 8), index.readUInt16BE(end - 4)]
  const isTurned = index.readInt32BE(end - 44) === 0 && index.readInt32BE(end - 40) !== 0
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE) broken()
  return isTurned ? { width: height, height: width } : { width, height }
}
