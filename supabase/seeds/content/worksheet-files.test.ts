import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { lessonFiles, placeOf } from './files.ts'

const sheets = lessonFiles.filter(({ ending }) => ending === 'pdf')
const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url)).toString('latin1')

/** The stream of the object that begins at an offset, inflated. */
function streamAt(text: string, offset: number): Buffer {
  const [head = '', length = '0'] = /^\d+ 0 obj\n<<[^>]*\/Length (\d+)>>\nstream\n/.exec(text.slice(offset)) ?? []
  const start = offset + head.length
  return inflateSync(Buffer.from(text.slice(start, start + Number(length)), 'latin1'))
}

/** The table of a file's objects: kind, and place or number of the pack that holds it. */
function tableOf(text: string): { kind: number; place: number }[] {
  const bytes = streamAt(text, Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]))
  return Array.from({ length: bytes.length / 6 }, (_, row) => ({
    kind: bytes.readUInt8(row * 6),
    place: bytes.readUIntBE(row * 6 + 1, 3),
  }))
}

describe.each(sheets)('$key.pdf', (sheet) => {
  const text = textOf(placeOf(sheet).file)
  const table = tableOf(text)
  const packed = new Set(table.filter(({ kind }) => kind === 2).map(({ place }) => place))
  const words = [...packed].map((pack) => streamAt(text, table[pack]?.place ?? 0).toString('latin1')).join('\n')

  it('its table leads to every object, and no object points into the void', () => {
    for (const [number, { kind, place }] of table.entries()) {
      if (kind === 1) expect(text.slice(place, place + 20)).toMatch(new RegExp(`^${number} 0 obj\n`))
    }
    const pointed = [...words.matchAll(/\b(\d+) 0 R\b/g)].map(([, number]) => Number(number))
    expect(pointed.length).toBeGreaterThan(100)
    expect(pointed.filter((number) => number === 0 || number >= table.length)).toEqual([])
  })

  it('is one page of A4, and tells screen readers its title, its language and its parts', () => {
    expect(words.match(/\/Type \/Page\b/g)).toHaveLength(1)
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(words) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])
    expect(words).toMatch(/\/Lang \(he/)
    expect(words).toContain('/Marked true')
    expect(words.match(/\/S \/(H1|TH|TD)\b/g)?.length).toBeGreaterThan(20)
    const title = Buffer.from(`\uFEFF${sheet.title}`, 'utf16le').swap16().toString('hex').toUpperCase()
    expect(words).toContain(`/Title <${title}>`)
  })

  it('holds no time and no name of the machine that made it', () => {
    expect(words).toContain("(D:20260101000000+00'00')")
    expect(words).not.toMatch(/\/(home|root|Users|tmp)\//)
  })
})
