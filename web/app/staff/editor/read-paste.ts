import { safeAddress } from '~/site/rich-text/rich-text.rules'
import { all, isBlank, readHtml, rename, styled, unwrap } from './pasted-dom'
import { nestLists } from './pasted-lists'
import { dropComments, dropDeletions, readFootnotes } from './pasted-notes'
import { takePictures } from './pasted-pictures'
import { keepLines, keepMarks, softBlanks, spellForms } from './pasted-words'

/** What of a clipboard does not stand in the text. */
export type NotPasted = {
  /** What pictures that lie elsewhere show, or the names of their files. */
  pictures: string[]
  videos: number
  /** Places that were deleted and waited for consent, and notes of colleagues. */
  deletions: number
  comments: number
}
export type Pasted = {
  html: string
  /** Pictures that came along, for the library. */
  files: File[]
  notPasted: NotPasted
}

const VIDEOS = 'iframe, video, audio, object, embed'
const SILENT =
  'link, meta, title, base, noscript, template, svg, canvas, select, textarea, input, button, [hidden], .katex-html'
const BLOCKS =
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup main nav section summary pre'
const KEPT = 'p h2 h3 ul ol li blockquote hr br table thead tbody tfoot tr th td a strong em code'
const isOneOf = (element: Element, names: string): boolean => names.split(' ').includes(element.localName)
const ATTRIBUTES = /^(?:href|start|colspan|rowspan|data-pm-slice|data-rich-[a-z]+)$/

/**
 * What was pasted from a document, a page or a mail, as a text of the site can hold it: its words as they are, headings,
 * lists with their kind and depth, bold, italic and code, links, tables and footnotes as they were meant; nothing that was
 * deleted or noted beside it, no styles and no handlers.
 * @param html the clipboard's, as Word, Google Docs, Notion, mails and browsers write it
 */
export function readPaste(html: string): Pasted {
  const body = readHtml(html)
  for (const element of styled(body, 'display:none').concat(
    styled(body, 'display: none'),
    styled(body, 'mso-hide:all'),
  ))
    element.remove()
  const notPasted: NotPasted = { pictures: [], videos: 0, deletions: dropDeletions(body), comments: dropComments(body) }
  notPasted.videos = all(body, VIDEOS).length
  const files = takePictures(body, notPasted.pictures)
  readFootnotes(body)
  spellForms(body)
  for (const element of all(body, `${VIDEOS}, ${SILENT}`)) element.remove()
  softBlanks(body)
  keepLines(body)
  levelHeadings(body)
  nestLists(body)
  keepMarks(body)
  straightenLinks(body)
  for (const caption of all(body, 'caption')) {
    const table = caption.closest('table')
    table?.before(rename(caption, 'p'))
  }
  keepKnown(body)
  return { html: body.innerHTML, files, notPasted }
}

/** The headings of a document as those of an article, which begin below its title. */
function levelHeadings(body: HTMLElement): void {
  for (const title of all(body, '.MsoTitle, [role="heading"]')) {
    if (/^h[1-6]$/i.test(title.tagName)) continue
    const level = Number(title.getAttribute('aria-level') ?? 1)
    rename(title, level >= 1 && level <= 6 ? `h${level}` : 'h1')
  }
  const first = body.querySelector('h1') ? 1 : 0
  for (const heading of all(body, 'h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(3, Math.max(2, Number(heading.tagName[1]) + first))
    if (isBlank(heading)) heading.remove()
    else if (heading.localName !== `h${level}`) rename(heading, `h${level}`)
  }
}

/** Pages through which programs lead links, and where in their address the meant one stands. */
const DETOURS: readonly [RegExp, string][] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, 'q'],
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, 'url'],
  [/^https?:\/\/[\w-]+\.safelinks\.protection\.outlook\.com\//i, 'url'],
  [/^https?:\/\/l\.(?:facebook|instagram)\.com\//i, 'u'],
]

function straightenLinks(body: HTMLElement): void {
  for (const link of all(body, 'a')) {
    const href = link.getAttribute('href') ?? ''
    const straight = safeAddress(straightened(href))
    // What leads to a place of the document from which it was copied leads nowhere here.
    if (!straight || straight.startsWith('#') || isBlank(link)) unwrap(link)
    else link.setAttribute('href', straight.replace(/["'<>\\\s]/g, encodeURIComponent))
  }
}

function straightened(href: string): string {
  for (const [detour, key] of DETOURS) {
    if (!detour.test(href)) continue
    const meant = URL.canParse(href) ? new URL(href).searchParams.get(key) : null
    if (meant && /^https?:/i.test(meant)) return meant
  }
  return href
}

/** Only elements and attributes that a text of the site knows; of others what is inside. */
function keepKnown(body: HTMLElement): void {
  for (const element of all(body, '*').reverse()) {
    const isRich = [...element.attributes].some(({ name }) => name.startsWith('data-rich-'))
    const isKept =
      isRich || (isOneOf(element, KEPT) && (!isOneOf(element, 'strong em code') || element.hasAttribute('data-kept')))
    if (!isKept && isOneOf(element, BLOCKS)) rename(element, 'div')
    else if (!isKept) unwrap(element)
    else for (const { name } of [...element.attributes]) if (!ATTRIBUTES.test(name)) element.removeAttribute(name)
  }
  const comments = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Comment[] = []
  while (comments.nextNode()) found.push(comments.currentNode as Comment)
  for (const comment of found) comment.remove()
  limitDepth(body)
  for (const line of all(body, 'br')) if (isAtEdge(line)) line.remove()
  for (const line of all(body, 'p, div'))
    if (isBlank(line) && !line.querySelector('hr, [data-rich-picture], td')) emptyLine(line)
}

const LINES = 'p h2 h3 ul ol table blockquote hr div'

/** Whether a break only ends what ends by itself. */
function isAtEdge(line: Element): boolean {
  return (['previousSibling', 'nextSibling'] as const).some((side) => {
    let node = line[side]
    while (node?.nodeType === Node.TEXT_NODE && isBlank(node)) node = node[side]
    return node?.nodeType === Node.ELEMENT_NODE && isOneOf(node as Element, LINES)
  })
}

/** How deep each kind may lie for its words to be within the ten of a text. */
const DEEPEST: Readonly<Record<string, number>> = { table: 6, ul: 7, ol: 7, blockquote: 8 }
const PARTS: Readonly<Record<string, string>> = { li: 'ul, ol', tr: 'table', td: 'tr', th: 'tr' }
const NESTED = 'table tr td th ul ol li blockquote'

/** What lies too deep goes on as lines, with all its words. */
function limitDepth(body: HTMLElement): void {
  for (const element of all(body, NESTED.replaceAll(' ', ', '))) {
    let depth = 1
    for (let at = element.parentElement; at && at !== body; at = at.parentElement) if (isOneOf(at, NESTED)) depth += 1
    const whole = PARTS[element.localName]
    const isLost = whole !== undefined && !element.parentElement?.closest(`${whole}, div`)?.matches(whole)
    if (isLost || depth > (DEEPEST[element.localName] ?? depth)) rename(element, 'div')
  }
}

/** A line without words says nothing; in a cell it is all that there is. */
function emptyLine(line: HTMLElement): void {
  const cell = line.parentElement
  if (cell && /^t[dh]$/.test(cell.localName) && cell.children.length === 1) return
  line.remove()
}
