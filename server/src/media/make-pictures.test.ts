import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makePictures } from './make-pictures.ts'
import { MediaRefusal } from './refusal.ts'

const plain = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#1d5c4a' } })
const png = await plain().png().toBuffer()
const jpeg = await plain().jpeg().toBuffer()
const webp = await plain().webp().toBuffer()
const avif = await plain().avif().toBuffer()
const SCRIPT = '<script>alert(1)</script>'
const described = await plain()
  .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: SCRIPT } })
  .jpeg()
  .toBuffer()
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><script>alert(1)</script></svg>'

/** A PNG that says its size and holds the data that is given; sums are right. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([...word(width), ...word(height), 8, 2, 0, 0, 0])
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
const box = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1`)])
const bytes = (text: string) => Buffer.from(text, 'latin1')

/** What the file is, the file, and why nothing is made of it. */
const REFUSED: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), 'WRONG_TYPE'],
  ['one byte', bytes('\x89'), 'WRONG_TYPE'],
  ['a drawing with a script', bytes(SVG), 'WRONG_TYPE'],
  ['a drawing behind a declaration', bytes(`<?xml version="1.0"?>${SVG}`), 'WRONG_TYPE'],
  [
    'a drawing with a foreign entity',
    bytes(`<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SVG}`),
    'WRONG_TYPE',
  ],
  ['a drawing behind a byte order mark', bytes(`\xef\xbb\xbf${SVG}`), 'WRONG_TYPE'],
  ['a packed drawing', bytes('\x1f\x8b\x08\0\0\0\0\0'), 'WRONG_TYPE'],
  ['a page', bytes(`<!doctype html>${SCRIPT}`), 'WRONG_TYPE'],
  ['a script', bytes('alert(1)'), 'WRONG_TYPE'],
  ['a script of a shell', bytes('#!/bin/sh\nid'), 'WRONG_TYPE'],
  ['a program', bytes('\x7fELF\x02\x01\x01'), 'WRONG_TYPE'],
  ['a program for Windows', bytes('MZ\x90\0'), 'WRONG_TYPE'],
  ['WebAssembly', bytes('\0asm\x01\0\0\0'), 'WRONG_TYPE'],
  ['a document', bytes('%PDF-1.7\n'), 'WRONG_TYPE'],
  ['PostScript', bytes('%!PS-Adobe-3.0\n'), 'WRONG_TYPE'],
  ['an archive', bytes('PK\x03\x04'), 'WRONG_TYPE'],
  ['a GIF', await plain().gif().toBuffer(), 'WRONG_TYPE'],
  ['a GIF that is a script', bytes('GIF89a/*xx*/=1;alert(1)//'), 'WRONG_TYPE'],
  ['a TIFF', await plain().tiff().toBuffer(), 'WRONG_TYPE'],
  ['a bitmap', bytes('BM\x3a\0\0\0\0\0'), 'WRONG_TYPE'],
  ['an icon', bytes('\0\0\x01\0\x01\0'), 'WRONG_TYPE'],
  [
    'a drawing of MVG',
    bytes('push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "ephemeral:/etc/passwd"'),
    'WRONG_TYPE',
  ],
  ['a table of libvips', bytes('\x08\xf2\xa6\xb6'), 'WRONG_TYPE'],
  ['sound in RIFF', bytes('RIFF\x10\0\0\0WAVEfmt '), 'WRONG_TYPE'],
  ['a video', box('isom'), 'WRONG_TYPE'],
  ['a picture of HEIC', box('heic'), 'HEIC'],
  ['a picture behind a space', Buffer.concat([bytes(' '), png]), 'WRONG_TYPE'],
  ['the first bytes of a PNG and a page', Buffer.concat([png.subarray(0, 8), bytes(SCRIPT)]), 'BROKEN'],
  ['the first bytes of a JPEG and a page', Buffer.concat([jpeg.subarray(0, 3), bytes(SCRIPT)]), 'BROKEN'],
  ['the first bytes of a WebP and a page', Buffer.concat([webp.subarray(0, 12), bytes(SCRIPT)]), 'BROKEN'],
  ['the first bytes of an AVIF and a page', Buffer.concat([box('avif'), bytes(SCRIPT)]), 'BROKEN'],
  ['a PNG that breaks off', png.subarray(0, png.length - 40), 'BROKEN'],
  ['a JPEG that breaks off', jpeg.subarray(0, jpeg.length - 30), 'BROKEN'],
  ['a WebP that breaks off', webp.subarray(0, webp.length - 12), 'BROKEN'],
  ['an AVIF that breaks off', avif.subarray(0, avif.length - 30), 'BROKEN'],
  ['a PNG without a size', pngOf(0, 0, deflateSync(Buffer.alloc(1))), 'BROKEN'],
  ['a PNG with less than it says', pngOf(900, 900, deflateSync(Buffer.alloc(10))), 'BROKEN'],
  ['a PNG whose data is no data', pngOf(40, 30, bytes(SCRIPT)), 'BROKEN'],
  ['a bomb of 30,000 by 30,000', pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1_000_000))), 'TOO_MANY_PIXELS'],
  ['a bomb of one line', pngOf(60_000_000, 1, deflateSync(Buffer.alloc(1_000))), 'TOO_MANY_PIXELS'],
  ['a picture of 51 million', pngOf(10_000, 5_100, deflateSync(Buffer.alloc(1_000))), 'TOO_MANY_PIXELS'],
]

test.each(REFUSED)('nothing is made of %s', async (_, file, code) => {
  const error = await makePictures(file).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(MediaRefusal)
  expect((error as MediaRefusal).code).toBe(code)
})

describe('pictures', () => {
  test.each([
    ['PNG', png, 'image/png'],
    ['JPEG', jpeg, 'image/jpeg'],
    ['WebP', webp, 'image/webp'],
    ['AVIF', avif, 'image/avif'],
  ])('of a %s are WebP and AVIF, no wider than it is', async (_, file, mime) => {
    const made = await makePictures(file)
    expect(made).toMatchObject({ mime, width: 40, height: 30 })
    expect(made.pictures.map(({ width, format }) => `${width}.${format}`)).toEqual(['40.webp', '40.avif'])
  })

  test('of a wide one have the widths of the site', async () => {
    const { pictures } = await makePictures(await plain(1600, 900).jpeg().toBuffer())
    expect(pictures.map(({ width, height, format }) => [width, height, format])).toEqual(
      [320, 640, 1280].flatMap((width) => ['webp', 'avif'].map((format) => [width, (width * 9) / 16, format])),
    )
  })

  test('stand upright and keep what is clear', async () => {
    const turned = await makePictures(await plain().jpeg().withMetadata({ orientation: 6 }).toBuffer())
    expect(turned).toMatchObject({ width: 30, height: 40 })
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const [made] = (await makePictures(clear)).pictures
    expect((await sharp(made?.content).metadata()).hasAlpha).toBe(true)
  })

  test.each([
    ['behind its end', Buffer.concat([png, bytes(SCRIPT)])],
    ['behind the end of a JPEG', Buffer.concat([jpeg, bytes(SCRIPT)])],
    ['in its description', described],
    ['in an archive behind it', Buffer.concat([png, bytes(`PK\x03\x04${SCRIPT}PK\x05\x06`)])],
  ])('hold nothing of what was hidden %s', async (_, file) => {
    expect(file.includes(SCRIPT)).toBe(true)
    for (const { content } of (await makePictures(file)).pictures) {
      expect(content.includes('script')).toBe(false)
      expect((await sharp(content).metadata()).exif).toBeUndefined()
    }
  })
})
