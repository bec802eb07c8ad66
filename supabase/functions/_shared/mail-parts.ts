/** A run of text: Hebrew as it is, or a foreign one (address, name, number) that stands apart and reads left to right. */
export type Run = string | { ltr: string }
export type Line = Run | Run[]

export const SERIF = "'Frank Ruhl Libre', David, 'Times New Roman', serif"
export const SANS = "Assistant, 'Segoe UI', Arial, sans-serif"

/**
 * Only what cannot stand in attributes: narrow screens, dark surroundings (each client's own way to ask), and links
 * that clients make by themselves. Without any of it the mail is whole.
 */
export const STYLE = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    a { text-underline-offset: 3px; }
    .plain a { color: inherit !important; text-decoration: none !important; }
    @media (max-width: 620px) {
      .page { padding: 20px 12px 32px !important; }
      .card { padding: 32px 22px 28px !important; }
      .title { font-size: 26px !important; }
      .code { font-size: 32px !important; letter-spacing: 7px !important; }
      .button-table { width: 100% !important; }
      .button { display: block !important; }
    }
    @media (prefers-color-scheme: dark) {
      .paper { background-color: #121a2b !important; }
      .card { background-color: #1a2438 !important; border-color: #34405a !important; }
      .wash { background-color: #143a34 !important; }
      .ink { color: #f3efe6 !important; }
      .ink-2 { color: #c3cad9 !important; }
      .ink-3 { color: #a3adc2 !important; }
      .rule { border-color: #34405a !important; }
      .bar { background-color: #c3cad9 !important; }
      .tip, .button-cell { background-color: #4fb896 !important; }
      .button { color: #0c1626 !important; }
    }
    [data-ogsb] .paper { background-color: #121a2b !important; }
    [data-ogsb] .card { background-color: #1a2438 !important; }
    [data-ogsb] .wash { background-color: #143a34 !important; }
    [data-ogsc] .ink { color: #f3efe6 !important; }
    [data-ogsc] .ink-2 { color: #c3cad9 !important; }
    [data-ogsc] .ink-3 { color: #a3adc2 !important; }`

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** A table that only arranges; all of a mail's layout, because some clients know nothing else. */
export const table = (attributes: string, rows: string) => `<table ${TABLE} ${attributes}>${rows}</table>`

const BARS = [7, 12, 18, 24]

/** Mark and name of the academy: four growing bars, drawn from table cells, since clients block pictures. */
export function brand(academy: string): string {
  const bars = BARS.map((height, at) => {
    const [name, colour] = at === BARS.length - 1 ? ['tip', '#0b6b50'] : ['bar', '#14213a']
    const size = `width: 4px; height: ${height}px; font-size: 1px; line-height: 1px;`
    const cell = `<tr><td class="${name}" width="4" height="${height}" bgcolor="${colour}" style="${size} background-color: ${colour}; border-radius: 2px;">&nbsp;</td></tr>`
    return `<td valign="bottom" style="padding-right: 3px;">${table('', cell)}</td>`
  })
  const name = `font-family: ${SERIF}; font-weight: bold; font-size: 22px; line-height: 24px; color: #14213a;`
  return table(
    'dir="rtl"',
    `<tr><td valign="bottom" style="padding-left: 10px;">${table('dir="ltr" aria-hidden="true"', `<tr>${bars.join('')}</tr>`)}</td>` +
      `<td class="ink" valign="bottom" style="${name}">${escapeHtml(academy)}</td></tr>`,
  )
}

/** The one button. The cell has the colour and, for Outlook, the room around the words. */
export function button({ text, href }: { text: string; href: string }): string {
  const words = `display: inline-block; padding: 13px 30px; font-family: ${SANS}; font-weight: bold; font-size: 17px; line-height: 24px; color: #ffffff; text-decoration: none;`
  return table(
    'class="button-table" dir="rtl"',
    `<tr><td class="button-cell" align="center" bgcolor="#0b6b50" style="background-color: #0b6b50; border-radius: 10px; mso-padding-alt: 13px 30px;">
                    <a class="button" href="${escapeHtml(href)}" style="${words}">${escapeHtml(text)}</a>
                  </td></tr>`,
  )
}

/** Digits to type, in a cell of their own that reads left to right. */
export function code({ lead, digits }: { lead: string; digits: string }): string {
  const look = `padding: 12px 8px 12px 17px; background-color: #e3f0ea; border-radius: 10px; font-family: ${SANS}; font-variant-numeric: tabular-nums lining-nums; font-weight: bold; font-size: 36px; line-height: 1.35; letter-spacing: 9px; color: #14213a; white-space: nowrap;`
  return table(
    'dir="rtl" width="100%" style="margin-top: 30px;"',
    `<tr><td class="ink-2 rule" align="right" style="padding: 20px 0 10px; border-top: 1px solid #e4ddd0; font-family: ${SANS}; font-size: 17px; line-height: 1.5; color: #4a5468;">${escapeHtml(lead)}</td></tr>
                <tr><td class="code ink wash plain" dir="ltr" align="center" bgcolor="#e3f0ea" style="${look}">${escapeHtml(digits)}</td></tr>`,
  )
}

/** The button's address to copy, for clients that show no buttons or open them in a browser of their own. */
export function addressOf(href: string): string {
  const look = `font-family: ${SANS}; font-size: 14px; line-height: 1.55; color: #626a7c;`
  return table(
    'dir="rtl" width="100%" style="margin-top: 22px;"',
    `<tr><td class="ink-3 rule" align="right" style="padding-top: 16px; border-top: 1px solid #e4ddd0; ${look}">הכפתור לא נפתח? מעתיקים את הכתובת לדפדפן:</td></tr>
                <tr><td class="ink-3 plain" dir="ltr" align="left" style="padding-top: 4px; ${look} word-break: break-all;">${escapeHtml(href)}</td></tr>`,
  )
}

const runs = (line: Line): Run[] => (Array.isArray(line) ? line : [line])

export const lineHtml = (line: Line): string =>
  runs(line)
    .map((run) => (typeof run === 'string' ? escapeHtml(run) : `<bdi dir="ltr">${escapeHtml(run.ltr)}</bdi>`))
    .join('')

export const lineText = (line: Line): string =>
  runs(line)
    .map((run) => (typeof run === 'string' ? run : run.ltr))
    .join('')

/** Makes a value harmless as text and in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
