import { plainFormula } from './formula-tree.ts'
import { escapeHtml, SANS, SERIF, table } from './mail-parts.ts'

type Attrs = Record<string, unknown>
/** A node of a text as the editor of the staff writes it (private.rich_text_problem). */
export type RichNode = {
  type?: string
  text?: string
  attrs?: Attrs
  marks?: { type: string; attrs?: Attrs }[]
  content?: RichNode[]
}

/** A text with its form, as a mail holds it and as plain words. */
export type RichMail = { html: string; text: string }

const BLOCK = 'margin: 0 0 16px;'
const attr = (node: RichNode, name: string): string => {
  const value = node.attrs?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Sets a text of the editor as part of a mail: inline styles and tables only, links made whole.
 * @param siteUrl where addresses of the site and its pictures lie
 */
export function richMail(body: RichNode, siteUrl: string): RichMail {
  return {
    html: (body.content ?? []).map((node) => blockHtml(node, siteUrl)).join('\n              '),
    text: (body.content ?? [])
      .map((node) => blockText(node, siteUrl))
      .filter(Boolean)
      .join('\n\n'),
  }
}

const absolute = (href: string, siteUrl: string): string =>
  href.startsWith('/') ? siteUrl + href : href.startsWith('#') ? siteUrl : href

function inlineHtml(node: RichNode, siteUrl: string): string {
  if (node.type === 'hardBreak') return '<br>'
  if (node.type === 'footnote') return ` <small>(${escapeHtml(attr(node, 'text'))})</small>`
  if (node.type === 'formula')
    return `<span dir="ltr" style="white-space: nowrap;">${escapeHtml(plainFormula(attr(node, 'text')))}</span>`
  const words = escapeHtml(node.type === 'fact' ? attr(node, 'says') : (node.text ?? ''))
  return (node.marks ?? []).reduce((inner, mark) => {
    const tag = { bold: 'strong', italic: 'em', code: 'code' }[mark.type]
    if (tag) return `<${tag}>${inner}</${tag}>`
    const href = absolute(String(mark.attrs?.href ?? ''), siteUrl)
    return `<a class="link" href="${escapeHtml(href)}" style="color: #075040;">${inner}</a>`
  }, words)
}

const inline = (node: RichNode, siteUrl: string): string =>
  (node.content ?? []).map((child) => inlineHtml(child, siteUrl)).join('')
const blocks = (node: RichNode, siteUrl: string): string =>
  (node.content ?? []).map((child) => blockHtml(child, siteUrl)).join('')

function blockHtml(node: RichNode, siteUrl: string): string {
  switch (node.type) {
    case 'heading': {
      const size = node.attrs?.level === 3 ? 20 : 23
      return `<h2 class="ink" style="margin: 28px 0 10px; font-family: ${SERIF}; font-weight: bold; font-size: ${size}px; line-height: 1.25; color: #14213a;">${inline(node, siteUrl)}</h2>`
    }
    case 'bulletList':
    case 'orderedList': {
      const tag = node.type === 'bulletList' ? 'ul' : 'ol'
      const start = Number(node.attrs?.start) > 1 ? ` start="${Number(node.attrs?.start)}"` : ''
      return `<${tag}${start} class="ink-2" dir="rtl" style="${BLOCK} padding: 0 22px 0 0; color: #4a5468;">${blocks(node, siteUrl)}</${tag}>`
    }
    case 'listItem':
      return `<li style="margin: 0 0 6px;">${blocks(node, siteUrl).replaceAll(BLOCK, 'margin: 0;')}</li>`
    case 'horizontalRule':
      return '<hr class="rule" style="margin: 24px 0; border: 0; border-top: 1px solid #e4ddd0;">'
    case 'blockquote':
    case 'callout':
      return table(
        'dir="rtl" width="100%" style="margin: 0 0 16px;"',
        `<tr><td class="wash" bgcolor="#e3f0ea" style="padding: 16px 18px 2px; background-color: #e3f0ea; border-radius: 10px;">${blocks(node, siteUrl)}</td></tr>`,
      )
    case 'courseCard':
      return `<p style="${BLOCK}"><a class="link" href="${escapeHtml(`${siteUrl}/courses/${attr(node, 'id')}`)}" style="font-weight: bold; color: #075040;">${escapeHtml(attr(node, 'title'))}</a></p>`
    case 'picture':
      return pictureHtml(node, siteUrl)
    case 'table':
      return table('dir="rtl" width="100%" style="margin: 0 0 16px; border-collapse: collapse;"', blocks(node, siteUrl))
    case 'tableRow':
      return `<tr>${blocks(node, siteUrl)}</tr>`
    case 'tableHeader':
    case 'tableCell': {
      const weight = node.type === 'tableHeader' ? 'bold' : 'normal'
      return `<td class="ink-2 rule" align="right" valign="top" style="padding: 8px 6px; border-bottom: 1px solid #e4ddd0; font-family: ${SANS}; font-weight: ${weight}; color: #4a5468;">${blocks(node, siteUrl).replaceAll(BLOCK, 'margin: 0;')}</td>`
    }
    default:
      return `<p class="ink-2" style="${BLOCK} color: #4a5468;">${inline(node, siteUrl) || '&nbsp;'}</p>`
  }
}

function pictureHtml(node: RichNode, siteUrl: string): string {
  const widths = Array.isArray(node.attrs?.widths) ? (node.attrs.widths as number[]) : []
  const width = widths.find((one) => one >= 600) ?? widths.at(-1)
  if (!width) return ''
  const src = escapeHtml(`${siteUrl}${attr(node, 'src')}${width}.webp`)
  return `<p style="${BLOCK}"><img src="${src}" alt="${escapeHtml(attr(node, 'alt'))}" width="504" style="display: block; width: 100%; max-width: 504px; height: auto; border: 0; border-radius: 10px;"></p>`
}

function inlineText(node: RichNode, siteUrl: string): string {
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'footnote') return ` (${attr(node, 'text')})`
  if (node.type === 'fact') return attr(node, 'says')
  if (node.type === 'formula') return `\u2066${plainFormula(attr(node, 'text'))}\u2069`
  const link = node.marks?.find(({ type }) => type === 'link')
  const href = link && absolute(String(link.attrs?.href ?? ''), siteUrl)
  return href && href !== node.text ? `${node.text ?? ''} (${href})` : (node.text ?? '')
}

function blockText(node: RichNode, siteUrl: string): string {
  if (node.type === 'courseCard') return `${attr(node, 'title')}:\n${siteUrl}/courses/${attr(node, 'id')}`
  if (node.type === 'picture') return attr(node, 'alt')
  if (node.type === 'horizontalRule') return '—'
  if (node.type === 'tableRow') return (node.content ?? []).map((cell) => blockText(cell, siteUrl)).join(' | ')
  if (node.type === 'listItem') return `- ${childTexts(node, siteUrl).join(' ')}`
  const holdsBlocks = node.content?.some(
    (child) => child.type === 'paragraph' || child.type === 'listItem' || child.type === 'tableRow',
  )
  if (holdsBlocks) return childTexts(node, siteUrl).join('\n')
  return (node.content ?? []).map((child) => inlineText(child, siteUrl)).join('')
}

const childTexts = (node: RichNode, siteUrl: string): string[] =>
  (node.content ?? []).map((child) => blockText(child, siteUrl))
