import { formatShortMoment } from '~/shared/formats/dates'
import { directionOf } from '~/shared/formats/direction'
import type { MyData } from './my-data.calls'
import { COLUMN_TITLES, SECTION_TITLES, exportText as text } from './my-data-file.he'

const STYLE = `
body { margin: 0 auto; max-width: 1100px; padding: 32px 24px 72px; background: #faf7f1; color: #14213a;
  font: 16px/1.6 Assistant, "Segoe UI", Arial, sans-serif; font-variant-numeric: tabular-nums }
h1, h2 { font-family: "Frank Ruhl Libre", David, "Times New Roman", serif; line-height: 1.2 }
h2 { margin: 40px 0 8px; padding-bottom: 8px; border-bottom: 1px solid #14213a }
div { overflow-x: auto }
div:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px }
table { border-collapse: collapse; min-width: 100% }
th, td { padding: 6px 12px; border-bottom: 1px solid #e4ddd0; text-align: start; vertical-align: baseline }
th { color: #4a5468; white-space: nowrap }
td { overflow-wrap: anywhere }
p { color: #4a5468 }`

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/**
 * The copy as one page that needs nothing else: a table a section, in Hebrew, right to left. Every value is escaped, and
 * stands in isolation so that addresses and numbers keep their order.
 */
export function toReadablePage({ exported_at, data }: MyData): string {
  const sections = Object.entries(data).map(([name, rows]) => {
    const title = escapeHtml(SECTION_TITLES[name] ?? name)
    const table = name === 'profile' ? toList(rows) : toTable(rows)
    return `<h2>${title}</h2>${table ? scrolling(title, table) : `<p>${text.nothing}</p>`}`
  })
  return `<!doctype html>
<html lang="he" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.pageTitle}</title>
<style>${STYLE}
</style>
</head>
<body>
<h1>${text.pageTitle}</h1>
<p>${text.madeAt(formatShortMoment(exported_at))}</p>
${sections.join('\n')}
</body>
</html>
`
}

/** A table that is wider than the screen scrolls by itself, by keyboard too. */
const scrolling = (title: string, table: string) =>
  `<div role="region" tabindex="0" aria-label="${title}"><table>${table}</table></div>`

type Rows = Record<string, unknown>[]

function toTable(rows: Rows): string {
  const [first] = rows
  if (!first) return ''
  const columns = Object.keys(first)
  const head = columns.map((column) => `<th scope="col">${titleOf(column)}</th>`).join('')
  const body = rows.map((row) => `<tr>${columns.map((column) => `<td>${toCell(row[column])}</td>`).join('')}</tr>`)
  return `<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody>`
}

/** One row is easier read from top to bottom. */
function toList([row = {}]: Rows): string {
  const lines = Object.entries(row).map(
    ([column, value]) => `<tr><th scope="row">${titleOf(column)}</th><td>${toCell(value)}</td></tr>`,
  )
  return `<tbody>${lines.join('')}</tbody>`
}

const titleOf = (column: string) => escapeHtml(COLUMN_TITLES[column] ?? column)

function toCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return text.none
  if (value === true) return text.yes
  if (value === false) return text.no
  if (typeof value === 'string') return bdi(MOMENT.test(value) ? formatShortMoment(value) : value)
  return bdi(JSON.stringify(value))
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const bdi = (text: string) => `<bdi dir="${directionOf(text) ?? 'rtl'}">${escapeHtml(text)}</bdi>`
