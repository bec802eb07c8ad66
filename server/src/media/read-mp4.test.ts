import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { box, videoOf, words } from './mp4-fixture.ts'
import { readMp4, readVideoIndex } from './read-mp4.ts'
import { MediaRefusal } from './refusal.ts'

const SEEDED = new URL('../../../supabase/seeds/media/videos/bonds/duration.mp4', import.meta.url)

/** Reads a film and counts what was read of it. */
function reading(film: Buffer) {
  const count = { reads: 0, bytes: 0 }
  const read = async (start: number, end: number) => {
    expect(start).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(film.length)
    count.reads++
    count.bytes += end - start
    return film.subarray(start, end)
  }
  return { count, facts: () => readMp4(read, film.length, readVideoIndex) }
}
const factsOf = (film: Buffer) => reading(film).facts()
const long = (name: string, size: bigint, content: Buffer) => {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1)
  head.write(name, 4, 'latin1')
  head.writeBigUInt64BE(size, 8)
  return Buffer.concat([head, content])
}

test('a film says how long and large it is, and is not read but for its index', async () => {
  const film = readFileSync(SEEDED)
  const { count, facts } = reading(film)
  expect(await facts()).toMatchObject({ codec: 'H.264', isFaststart: true })
  expect(count.bytes).toBeLessThan(film.length / 4)
})

test.each([
  ['plain', {}, { durationSeconds: 90, width: 640, height: 360, codec: 'H.264', isFaststart: true }],
  ['with its index at the end', { indexLast: true }, { isFaststart: false }],
  ['of a telephone that was held upright', { isTurned: true }, { width: 360, height: 640 }],
  ['of HEVC', { codec: 'hvc1' }, { codec: 'HEVC' }],
  ['of AV1', { codec: 'av01' }, { codec: 'AV1' }],
  ['whose box of pictures has a long length', { media: long('mdat', 24n, Buffer.alloc(8)) }, { durationSeconds: 90 }],
  ['whose last box reaches to the end', { media: Buffer.concat([words(0), Buffer.from('mdatxx')]) }, {}],
])('a film %s is read', async (_, film, facts) => expect(await factsOf(videoOf(film))).toMatchObject(facts))

test('a film of fragments says its length beside its index, and is not walked through', async () => {
  const plain = videoOf()
  const movie = plain.subarray(20, plain.length - 16)
  const header = Buffer.from(movie.subarray(8))
  header.writeUInt32BE(0, 24)
  const index = box('moov', header, box('mvex', box('mehd', words(0, 61_000))))
  const fragments = Buffer.concat(Array.from({ length: 300 }, () => box('moof', 'x')))
  const { count, facts } = reading(videoOf({ index, media: fragments }))
  expect(await facts()).toMatchObject({ durationSeconds: 61, isFaststart: true })
  expect(count.reads).toBeLessThan(8)
})

const endless = Buffer.concat(Array.from({ length: 5000 }, () => box('free')))
const film = videoOf()
const REFUSED: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), 'WRONG_TYPE'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'WRONG_TYPE'],
  ['a page behind the length of a box', Buffer.from('\0\0\0\x14html<script>'), 'WRONG_TYPE'],
  ['a film of another container', Buffer.from('\x1a\x45\xdf\xa3webm and more'), 'WRONG_TYPE'],
  ['a film of QuickTime alone', videoOf({ brand: 'qt  ' }), 'WRONG_TYPE'],
  ['a picture of AVIF', videoOf({ brand: 'avif' }), 'WRONG_TYPE'],
  ['a film that breaks off', film.subarray(0, film.length - 4), 'BROKEN'],
  ['a film that breaks off in its index', film.subarray(0, 200), 'BROKEN'],
  ['a film without an index', videoOf({ index: Buffer.alloc(0) }), 'BROKEN'],
  ['a film without pictures', videoOf({ media: Buffer.alloc(0) }), 'BROKEN'],
  ['an empty index', videoOf({ index: box('moov') }), 'BROKEN'],
  ['an index whose header is cut', videoOf({ index: box('moov', box('mvhd', 'x')) }), 'BROKEN'],
  ['sound alone', videoOf({ handler: 'soun' }), 'NO_PICTURE'],
  ['a film that browsers do not play', videoOf({ codec: 'ap4h' }), 'CODEC'],
  ['a film that is locked', videoOf({ codec: 'encv' }), 'CODEC'],
  ['a film without length', videoOf({ seconds: 0 }), 'NO_LENGTH'],
  ['a film of two days', videoOf({ seconds: 172_800 }), 'NO_LENGTH'],
  ['a film of 65,000 pixels', videoOf({ width: 65_000 }), 'BROKEN'],
  ['a film without a size', videoOf({ width: 0 }), 'BROKEN'],
  ['a box that says it is longer than the file', videoOf({ media: words(0x7fffffff, 0x6d646174) }), 'BROKEN'],
  ['a box of 2^63 bytes', videoOf({ media: long('mdat', 2n ** 63n, Buffer.alloc(8)) }), 'BROKEN'],
  ['a box shorter than its own head', videoOf({ media: words(4, 0x6d646174) }), 'BROKEN'],
  ['a box without end inside another', videoOf({ index: box('moov', words(0x7fffffff, 0x6d766864)) }), 'BROKEN'],
  ['thousands of boxes', videoOf({ media: endless }), 'BROKEN'],
  ['thousands of boxes in the index', videoOf({ index: box('moov', endless) }), 'BROKEN'],
]
test.each(REFUSED)('%s is refused', async (_, film, code) => {
  const { count, facts } = reading(film)
  const error = await facts().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MediaRefusal)
  expect((error as MediaRefusal).code).toBe(code)
  expect(count.reads).toBeLessThan(70)
})

test('whichever byte of a film is another, it is read or refused', async () => {
  for (let at = 0; at < film.length; at++)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const other = Buffer.from(film)
      other[at] = value
      const error = await factsOf(other).catch((caught: unknown) => caught)
      if (error instanceof Error) expect([at, value, error]).toEqual([at, value, expect.any(MediaRefusal)])
    }
})
