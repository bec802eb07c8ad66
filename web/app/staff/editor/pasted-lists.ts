import { all, isBlank, rename, styled, styleOf } from './pasted-dom'

type Tag = 'ol' | 'ul'
/** A paragraph that a program shows as an item of a list: how deep it lies, and in which list. */
type Item = { element: Element; level: number; tag: Tag; start: number; list: string }

/** A text of the site is ten nodes deep at most, and each list takes two. */
const DEEPEST = 4
const NUMBERED = /^(?:[\p{L}\p{N}]{1,7}[.):]|\([\p{L}\p{N}]{1,7}\)|\p{N}+(?:\.\p{N}+)+\.?)$/u

/** Every kind of list as lists that lie in items: what programs draw by marks, and what they write flat or one beside the other. */
export function nestLists(body: HTMLElement): void {
  drawnLists(body)
  flatLists(body)
  for (const list of all(body, 'ol, ul')) {
    for (const child of [...list.children]) {
      if (/^(?:ol|ul)$/i.test(child.tagName)) placeIn(list, child)
    }
  }
  for (const lost of all(body, 'li').filter(
    ({ parentElement }) => !/^(?:ol|ul)$/i.test(parentElement?.tagName ?? ''),
  )) {
    const before = lost.previousElementSibling
    if (before?.hasAttribute('data-found')) before.append(lost)
    else {
      const list = lost.ownerDocument.createElement('ul')
      list.setAttribute('data-found', '')
      lost.replaceWith(list)
      list.append(lost)
    }
  }
}

/** A list that lies in a list, beside its items, belongs to the item before it. */
function placeIn(list: Element, child: Element): void {
  const before = child.previousElementSibling
  if (before) before.append(child)
  else {
    const item = list.ownerDocument.createElement('li')
    child.replaceWith(item)
    item.append(child)
  }
}

/** Word and PowerPoint draw an item as a paragraph with a mark of its own. */
function drawnLists(body: HTMLElement): void {
  const items = new Map<Element, Item>()
  for (const element of styled(body, 'mso-list:')) {
    const [, list = '', level = '1'] = /(l\d+)?\s*level(\d)/.exec(styleOf(element, 'mso-list')) ?? []
    if (!/level\d/.test(styleOf(element, 'mso-list'))) continue
    const mark = markOf(element)
    if (/^h[1-6]$/i.test(element.tagName)) {
      if (mark) element.prepend(`${mark} `)
      continue
    }
    items.set(element, { element, ...kindOf(mark), level: Number(level), list })
  }
  for (const bullet of styled(body, 'mso-special-format')) {
    const element = bullet.closest('p, div')
    const mark = bullet.textContent?.trim() ?? ''
    bullet.remove()
    if (element && !items.has(element)) items.set(element, { element, ...kindOf(mark), level: 1, list: '' })
  }
  gather(items)
}

/** Takes the drawn mark out of an item and gives it. */
function markOf(element: Element): string {
  const drawn = styled(element, 'mso-list:').find((one) => /ignore/.test(styleOf(one, 'mso-list')))
  const between = drawn ? [drawn] : marksBetween(element)
  const mark = between.map((node) => node.textContent).join('')
  for (const node of between) node.remove()
  return mark.replace(/\s/g, '')
}

/** What lies between `[if !supportLists]` and `[endif]`. */
function marksBetween(element: Element): ChildNode[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_COMMENT)
  while (walker.nextNode()) {
    const begin = walker.currentNode as Comment
    if (!/supportLists/i.test(begin.data)) continue
    const found: ChildNode[] = []
    for (let node = begin.nextSibling; node && node.nodeType !== Node.COMMENT_NODE; node = node.nextSibling)
      found.push(node)
    return found
  }
  return []
}

function kindOf(mark: string): { tag: Tag; start: number } {
  const tag = NUMBERED.test(mark) ? 'ol' : 'ul'
  return { tag, start: tag === 'ol' ? Number(/^\(?(\d+)/.exec(mark)?.[1] ?? 1) : 1 }
}

/** Word on the web and OneNote write each item as a list of its own and say beside it how deep it lies. */
function flatLists(body: HTMLElement): void {
  const items = new Map<Element, Item>()
  for (const item of all(body, 'li[data-listid]')) {
    const list = item.parentElement
    const level = Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level') ?? 1)
    if (!list || !Number.isInteger(level) || level < 1) continue
    const tag = /^ol$/i.test(list.tagName) ? 'ol' : 'ul'
    const isFirst = list.firstElementChild === item
    const start = isFirst ? Number(list.getAttribute('start') ?? 1) || 1 : 1
    items.set(item, { element: item, level, tag, start, list: item.getAttribute('data-listid') ?? '' })
  }
  for (const { element } of items.values()) {
    // Out of its list and of what was drawn around that, so that items that follow each other are neighbours.
    let place: Element = element
    while (place.parentElement && place.parentElement !== body && isWrapper(place)) place = place.parentElement
    if (place !== element) place.before(element)
    if (place !== element && isBlank(place)) place.remove()
  }
  gather(items)
}

const isWrapper = ({ parentElement }: Element): boolean =>
  /^(?:ol|ul)$/i.test(parentElement?.tagName ?? '') ||
  parentElement?.classList.contains('ListContainerWrapper') === true

/** Puts items that follow each other into lists, one inside the other by their depth. */
function gather(items: ReadonlyMap<Element, Item>): void {
  const done = new Set<Element>()
  for (const first of items.keys()) {
    if (done.has(first)) continue
    const run: Item[] = []
    for (let at: Element | null = first; at; at = nextBeside(at)) {
      const item = items.get(at)
      if (!item) break
      run.push(item)
      done.add(at)
    }
    const place = first.ownerDocument.createTextNode('')
    first.before(place)
    place.replaceWith(...nest(run))
  }
}

/** The next element where nothing is said between. */
function nextBeside(element: Element): Element | null {
  let node = element.nextSibling
  while (node && node.nodeType !== Node.ELEMENT_NODE && (node.nodeType === Node.COMMENT_NODE || isBlank(node)))
    node = node.nextSibling
  return node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : null
}

function nest(run: readonly Item[]): Element[] {
  const roots: Element[] = []
  const open: { level: number; tag: Tag; list: Element; of: string }[] = []
  for (const { element, tag, start, list: of, ...item } of run) {
    const level = Math.min(item.level, DEEPEST)
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const top = open.at(-1)
    if (top?.level === level && (top.tag !== tag || (level === 1 && top.of !== of))) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = element.ownerDocument.createElement(tag)
      if (start > 1) list.setAttribute('start', String(start))
      const within = open.at(-1)?.list.lastElementChild
      if (within) within.append(list)
      else roots.push(list)
      open.push({ level, tag, list, of })
    }
    const entry = element.ownerDocument.createElement('li')
    const words = /^li$/i.test(element.tagName) ? element : rename(element, 'p')
    entry.append(...(words === element ? element.childNodes : [words]))
    words.remove()
    if (words !== element) entry.append(words)
    open.at(-1)?.list.append(entry)
  }
  return roots
}
