import type { Academy } from './mail-academy.ts'
import {
  addressOf,
  brand,
  button,
  code,
  escapeHtml,
  type Line,
  lineHtml,
  lineText,
  SANS,
  SERIF,
  STYLE,
  table,
} from './mail-parts.ts'

/** A mail as it is handed to the mail server; `headers` beside the usual ones. */
export type ComposedMail = { html: string; text_body: string; headers?: Record<string, string> }

export type MailContent = {
  title: string
  /** What a list of mails shows beside the subject. */
  preview: string
  /** May be empty. */
  lead: Line
  /** A text of its own form below the lead, as HTML and as words. */
  body?: { html: string; text: string }
  button?: { text: string; href: string }
  /** Digits that can be typed instead of pressing the button. */
  code?: { lead: string; digits: string }
  /** May be empty. */
  note: string
  /** Why the mail came, and what to do when it should not have. */
  footer: Line | { lines: Line[] }
  /** A way out that stands below the footer, such as the one of marketing mail. */
  wayOut?: { text: string; href: string }
  /** Whose name stands above and below it, and where it leads. */
  academy: Academy
}

/** Keeps clients from filling the preview up with the words that follow it. */
const AFTER_PREVIEW = '&#847;&zwnj;&nbsp;'.repeat(60)
const MOTTO = 'לימודי כלכלה ופיננסים בעברית, בחינם.'

const footerLines = (footer: MailContent['footer']): Line[] =>
  typeof footer === 'object' && 'lines' in footer ? footer.lines : [footer]

/**
 * Sets a Hebrew mail: one card of 600 px, at most one button and one code; tables and inline styles throughout. All values
 * are escaped; what stands in `{{ }}` stays for the sign-in service to fill in.
 */
export function layoutMail(content: MailContent): { html: string; text_body: string } {
  return { html: htmlOf(content), text_body: textOf(content) }
}

/** Links that carry a secret cannot be found another way, so they are also shown to be copied. */
const isOneTime = (href: string) => /[?&]token/.test(href)

function htmlOf(content: MailContent): string {
  const small = 'font-size: 15.5px; line-height: 1.6;'
  const card = `padding: 44px 48px 36px; background-color: #fffdf9; border: 1px solid #e4ddd0; border-radius: 14px; font-family: ${SANS}; font-size: 17px; line-height: 1.65; overflow-wrap: anywhere;`
  const title = `margin: 0 0 14px; font-family: ${SERIF}; font-weight: bold; font-size: 29px; line-height: 1.2; color: #14213a;`
  const footer = footerLines(content.footer)
    .map((line) => `<p class="ink-2" style="margin: 0 0 10px; ${small} color: #4a5468;">${lineHtml(line)}</p>`)
    .join('\n              ')
  const note =
    content.note &&
    `<p class="ink-3" style="margin: 20px 0 0; ${small} color: #626a7c;">${escapeHtml(content.note)}</p>`
  const wayOut =
    content.wayOut &&
    `<p style="margin: 0 0 10px; ${small}"><a class="ink-2" href="${escapeHtml(content.wayOut.href)}" style="color: #4a5468;">${escapeHtml(content.wayOut.text)}</a></p>`
  const lead =
    content.lead !== ''
      ? `<p class="ink-2" style="margin: 0 0 26px; color: #4a5468;">${lineHtml(content.lead)}</p>`
      : ''
  return `<!doctype html>
<html lang="he" dir="rtl">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  <title>${escapeHtml(content.title)}</title>
  <style>${STYLE}
  </style>
</head>
<body class="paper" dir="rtl" style="margin: 0; padding: 0; background-color: #faf7f1; -webkit-text-size-adjust: 100%;">
  <div style="display: none; max-height: 0; overflow: hidden; opacity: 0; font-size: 1px; line-height: 1px; color: #faf7f1;">${escapeHtml(content.preview)}${AFTER_PREVIEW}</div>
  ${table(
    'class="paper" dir="rtl" width="100%" bgcolor="#faf7f1" style="background-color: #faf7f1;"',
    `
    <tr>
      <td class="page" align="center" style="padding: 40px 16px 56px;">
        ${table(
          'dir="rtl" width="600" style="width: 100%; max-width: 600px;"',
          `
          <tr>
            <td align="right" style="padding: 0 4px 20px;">${brand(content.academy.name)}</td>
          </tr>
          <tr>
            <td class="card" align="right" bgcolor="#fffdf9" style="${card}">
              <h1 class="title ink" style="${title}">${escapeHtml(content.title)}</h1>
              ${lead}
              ${[content.body?.html, content.button && button(content.button)].filter(Boolean).join('\n              ')}
              ${content.code ? code(content.code) : ''}
              ${note}
              ${content.button && isOneTime(content.button.href) ? addressOf(content.button.href) : ''}
            </td>
          </tr>
          <tr>
            <td align="right" style="padding: 24px 4px 0; font-family: ${SANS}; overflow-wrap: anywhere;">
              ${footer}
              ${wayOut ?? ''}
              <p class="ink-3 rule" style="margin: 12px 0 0; padding-top: 14px; border-top: 1px solid #e4ddd0; font-size: 14px; line-height: 1.6; color: #626a7c;">${MOTTO} <a class="ink-3" href="${escapeHtml(content.academy.siteUrl)}" style="color: #626a7c;">לאתר האקדמיה</a></p>
            </td>
          </tr>`,
        )}
      </td>
    </tr>`,
  )}
</body>
</html>
`
}

function textOf({ title, lead, body, button: press, code: typed, note, footer, wayOut, academy }: MailContent): string {
  return [
    title,
    ...(lead === '' ? [] : [lineText(lead)]),
    ...(body ? [body.text] : []),
    ...(typed ? [`${typed.lead}\n${typed.digits}`] : []),
    ...(press ? [`${press.text}:\n${press.href}`] : []),
    ...(note ? [note] : []),
    ...footerLines(footer).map(lineText),
    ...(wayOut ? [`${wayOut.text}:\n${wayOut.href}`] : []),
    `${academy.name}. ${MOTTO}\n${academy.siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n')
}
