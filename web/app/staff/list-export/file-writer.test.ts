import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type ExportFormat, fileWriter } from './file-writer'

type Line = { name: string; lessons: number; at: Date | null }

const COLUMNS = [
  { title: 'שם', width: 20, value: ({ name }: Line) => name },
  { title: 'שיעורים', width: 10, value: ({ lessons }: Line) => lessons },
  { title: 'הצטרפות', width: 18, value: ({ at }: Line) => at },
]
const LIVE = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '＋1', '－1', '＠A', '\u200f=1', '\n=1']
const SUMMER = new Date('2026-07-01T21:30:00Z')

function write(format: ExportFormat, ...pages: Line[][]): Uint8Array {
  const writer = fileWriter(format, COLUMNS, 'סטודנטים')
  const pieces = [...pages.flatMap((rows) => writer.add(rows)), ...writer.end()]
  return new Uint8Array(Buffer.concat(pieces))
}
const line = (name: string, lessons = 3, at: Date | null = SUMMER): Line => ({ name, lessons, at })
const sheetOf = (file: Uint8Array) => strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

describe('an export as CSV', () => {
  it('is UTF-8 that Excel knows, with quotes, bare numbers and the clocks of Israel', () => {
    const text = Buffer.from(write('csv', [line('דנה "לוי", ב', 3)], [line('', 0, null)])).toString('utf8')
    expect(text).toBe('\ufeff"שם","שיעורים","הצטרפות"\r\n"דנה ""לוי"", ב",3,2026-07-02 00:30:00\r\n"",0,\r\n')
  })

  it.each(LIVE)('holds no live formula: %j', (name) => {
    const text = Buffer.from(write('csv', [line(name)])).toString('utf8')
    expect(text).toContain(`"'${name}",3`)
  })
})

describe('an export as XLSX', () => {
  it('is read from the right, with texts as texts, real numbers and real moments', () => {
    const sheet = sheetOf(write('xlsx', [line('דנה')], [line('לוי', 7, null)]))
    expect(sheet).toContain('rightToLeft="1"')
    expect(sheet.match(/<row>/g)).toHaveLength(3)
    expect(sheet).toContain('<t xml:space="preserve">דנה</t></is></c><c><v>3</v></c>')
    // 2 July 2026, 00:30 in Israel.
    expect(sheet).toMatch(/<c s="2"><v>46205\.0208\d+<\/v><\/c>/)
    expect(sheet).toContain('<c><v>7</v></c><c/>')
  })

  it('holds no formula at all, and nothing that XML cannot', () => {
    const names = [...LIVE, '<b>&"\u0000\ud800', '_x0041_']
    const sheet = sheetOf(
      write(
        'xlsx',
        names.map((name) => line(name)),
      ),
    )
    expect(sheet).not.toMatch(/<f[ >]/)
    expect(sheet.match(/t="inlineStr"/g)).toHaveLength(names.length + COLUMNS.length)
    expect(sheet).toContain('&lt;b&gt;&amp;&quot;</t>')
    expect(sheet).toContain('_x005F_x0041_')
  })

  it('keeps no more than a page of rows while it is written', () => {
    const writer = fileWriter('xlsx', COLUMNS, 'סטודנטים')
    const page = Array.from({ length: 1000 }, (_, i) => line(`סטודנט ${i} ${Math.sin(i)}`, i))
    const sizes = Array.from({ length: 20 }, () => writer.add(page).reduce((sum, piece) => sum + piece.length, 0))
    writer.end()
    expect(Math.min(...sizes.slice(2))).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThan(200_000)
  })
})

const OFFICE = ['soffice', 'libreoffice'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

it.skipIf(!OFFICE)(
  'LibreOffice opens it with Hebrew, numbers and moments, and calculates nothing (needs LibreOffice)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'export-'))
    try {
      const file = join(folder, 'list.xlsx')
      writeFileSync(file, write('xlsx', [line('דנה לוי'), line('=1+1', 7)]))
      const settings = `-env:UserInstallation=file://${folder}/settings`
      execFileSync(OFFICE ?? '', [settings, '--headless', '--convert-to', 'fods', '--outdir', folder, file])
      const opened = readFileSync(join(folder, 'list.fods'), 'utf8')
      expect(opened.match(/office:date-value="2026-07-02T00:30:00"/g)).toHaveLength(2)
      expect(opened).toMatch(/office:value-type="float" office:value="7"/)
      expect(opened).toMatch(/<text:p>דנה לוי<\/text:p>/)
      expect(opened).toMatch(/<text:p>=1\+1<\/text:p>/)
      expect(opened).toContain('style:writing-mode="rl-tb"')
      expect(opened).not.toContain('table:formula')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
