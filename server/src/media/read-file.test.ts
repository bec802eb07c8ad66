import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFileType } from './read-file.ts'
import { MediaRefusal } from './refusal.ts'
import { zipOf } from './zip-fixture.ts'

const SEEDED = new URL('../../../supabase/seeds/media/files/', import.meta.url)
const DOCUMENT = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']
const WORKBOOK = ['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']

test('every worksheet of the demo academy is what its name says', () => {
  const names = readdirSync(SEEDED, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(pdf|csv|xlsx)$/.test(name),
  )
  expect(names.length).toBeGreaterThan(2)
  for (const name of names)
    expect([name, readFileType(readFileSync(new URL(name, SEEDED))).ending]).toEqual([name, name.split('.').at(-1)])
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n'), 'pdf'],
  ['a table', Buffer.from('\ufeffשם,סכום\nדנה,12\n'), 'csv'],
  ['a table of tabs', Buffer.from('שם\tסכום\r\nדנה\t12'), 'csv'],
  ['a document', zipOf(DOCUMENT), 'docx'],
  ['a workbook', zipOf([...WORKBOOK, 'xl/printerSettings/printerSettings1.bin']), 'xlsx'],
  ['an archive', zipOf(['a.txt', 'ב.txt']), 'zip'],
  ['an archive that is not opened, whatever is in it', zipOf(['../../etc/passwd', 'a.svg', 'run.exe']), 'zip'],
])('%s is taken', (_, bytes, ending) => expect(readFileType(bytes).ending).toBe(ending))

const whole = zipOf(DOCUMENT)
const REFUSED: [string, Buffer, string][] = [
  ['nothing', Buffer.alloc(0), 'WRONG_TYPE'],
  ['a drawing with a script', Buffer.from('<svg onload="alert(1)">,</svg>'), 'WRONG_TYPE'],
  ['a page that looks like a table', Buffer.from('a,b\n<script>alert(1)</script>'), 'WRONG_TYPE'],
  ['a page behind a mark', Buffer.from('\ufeff  <!doctype html>,'), 'WRONG_TYPE'],
  ['words without columns', Buffer.from('just words'), 'WRONG_TYPE'],
  ['a script of a shell', Buffer.from('#!/bin/sh\necho a,b'), 'WRONG_TYPE'],
  ['a program', Buffer.from('MZ\x90\0,\0'), 'WRONG_TYPE'],
  ['a table with bytes of nothing', Buffer.from('a,b\0\n'), 'WRONG_TYPE'],
  ['a table with controls', Buffer.from('a,b\x1b[31m\n'), 'WRONG_TYPE'],
  ['a table of Windows', Buffer.concat([Buffer.from([0xf9, 0xed]), Buffer.from(',a\n')]), 'ENCODING'],
  ['an old document of Office', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), 'WRONG_TYPE'],
  ['a PDF that breaks off', Buffer.from('%PDF-1.7\n1 0 obj'), 'BROKEN'],
  ['a PDF behind a page', Buffer.from('<script>,</script>%PDF-1.7\n%%EOF'), 'WRONG_TYPE'],
  ['an archive that breaks off', whole.subarray(0, whole.length - 10), 'BROKEN'],
  ['an archive without a list', Buffer.from('PK\x03\x04 and nothing'), 'BROKEN'],
  ['an archive that counts more than it has', changed(whole, whole.length - 12, 200), 'BROKEN'],
  ['an archive whose list lies nowhere', changed(whole, whole.length - 4, 255), 'BROKEN'],
  ['an archive with a password', zipOf(['a.txt'], 1), 'ENCRYPTED'],
  ['a document with macros', zipOf([...DOCUMENT, 'word/vbaProject.bin']), 'MACROS'],
  ['a workbook with macros of old', zipOf([...WORKBOOK, 'xl/macrosheets/sheet1.xml']), 'MACROS'],
  ['a document with a program', zipOf([...DOCUMENT, 'word/embeddings/a.exe']), 'MACROS'],
  ['a presentation', zipOf(['[Content_Types].xml', 'ppt/presentation.xml']), 'WRONG_TYPE'],
]
test.each(REFUSED)('%s is refused', (_, bytes, code) => {
  expect(() => readFileType(bytes)).toThrow(expect.objectContaining({ code, name: new MediaRefusal('BROKEN').name }))
})

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const other = Buffer.from(bytes)
  other[at] = value
  return other
}
