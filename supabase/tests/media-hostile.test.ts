import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { box, videoOf } from '../../server/src/media/mp4-fixture.ts'
import { packedOf, pdfOf } from '../../server/src/media/pdf-fixture.ts'
import { zipOf } from '../../server/src/media/zip-fixture.ts'
import { openLibrary } from './support/library.ts'

const SCRIPT = '<script>alert(document.cookie)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  csv: 'text/csv',
  zip: 'application/zip',
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
} as const
type Ending = keyof typeof TYPES

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d5c4a' } })
  .png()
  .toBuffer()
const jpeg = await sharp(png).jpeg().toBuffer()
const bytes = (text: string) => Buffer.from(text, 'latin1')
const behind = (start: Buffer, text: string) => Buffer.concat([start, bytes(text)])
const SCRIPT_OF_A_PDF = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const DOCUMENT = ['[Content_Types].xml', 'word/document.xml']

let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library?.files.server.close())

/** What it is, its content, what its sender says it is, and why the library has no place for it. */
const REFUSED: [string, Buffer | string, Ending, string][] = [
  ['a drawing with a script as PNG', SVG, 'png', 'WRONG_TYPE'],
  ['a drawing with a script as JPEG', `<?xml version="1.0"?>${SVG}`, 'jpg', 'WRONG_TYPE'],
  [
    'a drawing with a foreign entity',
    `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${SVG}`,
    'webp',
    'WRONG_TYPE',
  ],
  ['a drawing as a table', SVG, 'csv', 'WRONG_TYPE'],
  ['a drawing as a PDF', SVG, 'pdf', 'WRONG_TYPE'],
  ['a drawing as a film', SVG, 'mp4', 'WRONG_TYPE'],
  ['a page as a picture', `<!doctype html>${SCRIPT}`, 'png', 'WRONG_TYPE'],
  ['a page as a table', `a,b\n${SCRIPT}`, 'csv', 'WRONG_TYPE'],
  ['a page as a film', `<!doctype html>${SCRIPT}`, 'mp4', 'WRONG_TYPE'],
  ['a GIF that is a script', 'GIF89a/*xx*/=1;alert(1)//', 'png', 'WRONG_TYPE'],
  ['the first bytes of a PNG and a page', behind(png.subarray(0, 8), SCRIPT), 'png', 'BROKEN'],
  ['the first bytes of a JPEG and a page', behind(jpeg.subarray(0, 3), SCRIPT), 'jpg', 'BROKEN'],
  ['a picture behind a page', Buffer.concat([bytes(SCRIPT), png]), 'png', 'WRONG_TYPE'],
  ['a picture that breaks off', png.subarray(0, png.length - 40), 'png', 'BROKEN'],
  ['a bomb of 30,000 by 30,000', bombOf(30_000, 30_000), 'png', 'TOO_MANY_PIXELS'],
  ['a bomb of one line', bombOf(60_000_000, 1), 'png', 'TOO_MANY_PIXELS'],
  ['a program as a picture', '\x7fELF\x02\x01\x01', 'png', 'WRONG_TYPE'],
  ['a program of Windows as an archive', 'MZ\x90\0PK\x03\x04', 'zip', 'WRONG_TYPE'],
  ['a script of a shell as a table', '#!/bin/sh\nrm -rf /,x', 'csv', 'WRONG_TYPE'],
  ['nothing as a picture', '', 'png', 'WRONG_TYPE'],
  ['nothing as a film', '', 'mp4', 'WRONG_TYPE'],
  ['a film as a picture', videoOf(), 'png', 'WRONG_TYPE'],
  ['a film as a table', videoOf(), 'csv', 'WRONG_TYPE'],
  ['a picture as a film', png, 'mp4', 'WRONG_TYPE'],
  ['a film that breaks off', videoOf().subarray(0, 300), 'mp4', 'BROKEN'],
  ['a film of boxes that hold themselves', videoOf({ index: box('moov', bytes('\0\0\0\0moov')) }), 'mp4', 'BROKEN'],
  ['a film whose box is longer than the file', videoOf({ media: bytes('\x7f\xff\xff\xffmdat') }), 'mp4', 'BROKEN'],
  ['a film of no length', videoOf({ seconds: 0 }), 'mp4', 'NO_LENGTH'],
  ['a film that browsers do not play', videoOf({ codec: 'mp4v' }), 'mp4', 'CODEC'],
  ['a film that is sound', videoOf({ handler: 'soun' }), 'mp4', 'NO_PICTURE'],
  ['a film of Matroska', '\x1a\x45\xdf\xa3webm', 'mp4', 'WRONG_TYPE'],
  ['a PDF that breaks off', '%PDF-1.7\n1 0 obj', 'pdf', 'BROKEN'],
  ['a PDF with a script', pdfOf([SCRIPT_OF_A_PDF], { catalog: '/OpenAction 4 0 R' }), 'pdf', 'ACTIVE'],
  ['a PDF with a script among packed objects', pdfOf([packedOf([SCRIPT_OF_A_PDF])]), 'pdf', 'ACTIVE'],
  ['a PDF that opens a program', pdfOf(['<</S/#4caunch/F(calc.exe)>>']), 'pdf', 'ACTIVE'],
  ['a PDF with a password', pdfOf([], { trailer: '/Encrypt 4 0 R' }), 'pdf', 'ENCRYPTED'],
  ['a PDF that unpacks to more than there may be', pdfOf([packedOf(['0'.repeat(40_000_000)])]), 'pdf', 'TOO_COMPLEX'],
  ['a PDF behind a page', `${SCRIPT},%PDF-1.7\n%%EOF`, 'pdf', 'WRONG_TYPE'],
  ['an archive that breaks off', zipOf(['a.txt']).subarray(0, 40), 'zip', 'BROKEN'],
  ['an archive that counts 65,535 entries', countedAs(65_535), 'zip', 'BROKEN'],
  ['an archive with a password', zipOf(['a.txt'], 1), 'zip', 'ENCRYPTED'],
  ['a document with macros', zipOf([...DOCUMENT, 'word/vbaProject.bin']), 'docx', 'MACROS'],
  ['a document with a program', zipOf([...DOCUMENT, 'word/embeddings/setup.exe']), 'docx', 'MACROS'],
  ['a presentation as a workbook', zipOf(['[Content_Types].xml', 'ppt/presentation.xml']), 'xlsx', 'WRONG_TYPE'],
  ['an old document of Office', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'docx', 'WRONG_TYPE'],
  ['captions as a table', `WEBVTT\n\n00:01.000 --> 00:02.000\n${SCRIPT}`, 'csv', 'WRONG_TYPE'],
]

test('[6-20] of every hostile upload there is a test', () => expect(REFUSED.length).toBeGreaterThanOrEqual(40))

test.each(REFUSED)('%s leaves nothing behind but its refusal', async (_, content, ending, failure) => {
  const file = await library.taken(
    'admin',
    typeof content === 'string' ? bytes(content) : content,
    TYPES[ending],
    `x.${ending}`,
  )
  expect([file.state, file.failure, file.path, file.variants, file.stored_bytes]).toEqual([
    'failed',
    failure,
    null,
    [],
    0,
  ])
  expect(await namedBy(file.id)).toEqual([])
})

/** Every object of the storage that names an upload, by the owner of the database. */
const namedBy = async (id: string) => {
  const { rows } = await library.files.server.supabase.database.asOwner((tx) =>
    tx.query(`select bucket_id || '/' || name as place from storage.objects where strpos(name, $1) > 0`, [id]),
  )
  return rows
}

test.each([
  ['behind a picture', behind(png, SCRIPT), 'png'],
  ['behind a JPEG', behind(jpeg, `PK\x03\x04${SVG}`), 'jpg'],
  [
    'in the description of a picture',
    await sharp(jpeg)
      .withMetadata({ exif: { IFD0: { ImageDescription: SCRIPT } } })
      .toBuffer(),
    'jpg',
  ],
] as const)('a script %s is not in what visitors get', async (_, content, ending) => {
  const file = await library.taken('admin', content, TYPES[ending], `x.${ending}`)
  expect(file.state).toBe('ready')
  for (const { path } of file.variants) {
    const answer = await fetch(`${library.files.server.url}/storage/v1/object/public/images/${path}`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await answer.arrayBuffer()).includes('script')).toBe(false)
  }
})

test.each([
  ['a film with a page in it', videoOf({ media: Buffer.concat([box('free', SCRIPT), box('mdat', SVG)]) }), 'mp4'],
  ['a PDF with a page', behind(pdfOf(), `${SCRIPT}\n%%EOF`), 'pdf'],
  ['a table of formulas', bytes('=cmd|"/c calc"!A1,@SUM(1)\n'), 'csv'],
  ['an archive that climbs', zipOf(['../../../etc/cron.d/x', 'a.svg']), 'zip'],
] as const)('%s is handed over and never run', async (_, content, ending) => {
  const file = await library.taken('admin', content, TYPES[ending], `x.${ending}`)
  expect(file.state).toBe('ready')
  const bucket = ending === 'mp4' ? 'lesson-videos' : 'lesson-files'
  const signed = await library.files.ask('admin', {
    path: '/functions/v1/sign-lesson-file',
    init: { method: 'POST', body: JSON.stringify({ bucket, path: file.path }) },
  })
  const { signedURL } = JSON.parse(signed.text) as { signedURL: string }
  const { headers } = await fetch(`${library.files.server.url}/storage/v1${signedURL}`)
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([TYPES[ending], 'nosniff'])
  expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
  if (ending === 'csv' || ending === 'zip') expect(headers.get('content-disposition')).toMatch(/^attachment/)
})

test.each([
  ['\u202egnp.exe', 'gnp.exe'],
  ['../../etc/passwd.csv', 'passwd.csv'],
  ['C:\\Windows\\a.csv', 'a.csv'],
  ['a\u0000b\u0007.csv', 'ab.csv'],
  ['a\u2067\u061c\u200f.csv', 'a.csv'],
  ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
  ['a\nb.csv', 'ab.csv'],
])('a file called %j is called %j', async (name, said) => {
  // The database takes no such byte in a text at all.
  const sent = name.replace('\u0000', '')
  expect((await library.add('admin', 'a,b', 'text/csv', sent)).name).toBe(said)
  while (await library.work());
})

test.each(['', ' ', '..', '\u200b', 'x/', 'א'.repeat(256)])('a file cannot be called %j', async (name) => {
  expect(await library.add('admin', 'a,b', 'text/csv', name)).toBe('MEDIA_INVALID')
})

test.each([
  'image/svg+xml',
  'text/html',
  'application/javascript',
  'application/x-msdownload',
  'video/quicktime',
  'text/vtt',
])('nothing is uploaded as %s', async (type) => {
  expect((await library.upload('admin', `${library.ids.admin}/${randomUUID()}`, SVG, type)).error).not.toBeNull()
})

/** A PNG that says how large it is and holds nothing of it. */
function bombOf(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([bytes(name), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(100_000))
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** An archive whose end says that it has more entries than there are. */
function countedAs(count: number): Buffer {
  const archive = zipOf(['a.txt'])
  archive.writeUInt16LE(count, archive.length - 12)
  return archive
}
