/** What an MP4 file says of itself before its first picture. */
export type Mp4Head = { seconds: number; tracks: string[]; startsAtOnce: boolean }

type Box = { name: string; start: number; end: number }

function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) break
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size })
    at += size
  }
  return boxes
}

const inside = (bytes: Buffer, { start, end }: Box, name: string): Box[] =>
  boxesOf(bytes, start, end).filter((box) => box.name === name)

/**
 * Reads length and kinds of tracks (`vide`, `soun`) of a small MP4 file, and whether its index comes before its pictures.
 * @throws when it is none
 */
export function readMp4Head(bytes: Buffer): Mp4Head {
  const boxes = boxesOf(bytes, 0, bytes.length)
  const [movie] = boxes.filter(({ name }) => name === 'moov')
  const [header] = movie ? inside(bytes, movie, 'mvhd') : []
  if (!movie || !header) throw new Error('not an MP4 file with an index')
  const tracks = inside(bytes, movie, 'trak')
    .flatMap((track) => inside(bytes, track, 'mdia'))
    .flatMap((media) => inside(bytes, media, 'hdlr'))
    .map(({ start }) => bytes.toString('latin1', start + 8, start + 12))
  return {
    seconds: bytes.readUInt32BE(header.start + 16) / bytes.readUInt32BE(header.start + 12),
    tracks,
    startsAtOnce: movie.start < (boxes.find(({ name }) => name === 'mdat')?.start ?? 0),
  }
}
