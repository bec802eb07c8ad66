import { all, isBlank, styled } from './pasted-dom'

const LONGEST_NOTE = 500
const CONTAINER = 'li, aside, dd, p, div'

/** Takes out what colleagues noted beside a document, in Word and in Google Docs. @returns how many notes there were */
export function dropComments(body: HTMLElement): number {
  const notes = [
    ...styled(body, 'mso-element:comment').filter(({ dataset }) => !/comment-list/i.test(dataset.style ?? '')),
    ...all(body, 'a[href*="#cmnt_ref"]').map((link) => link.closest('div') ?? link.closest('p') ?? link),
  ]
  const places = [
    ...all(body, 'a[href*="#cmnt"]:not([href*="#cmnt_ref"])').map((link) => link.closest('sup') ?? link),
    ...all(body, 'a.msocomanchor, a[href*="#_msocom_"], .MsoCommentReference'),
  ]
  const count = Math.max(outermost(notes).length, outermost(places).length)
  const lists = styled(body, 'mso-element:comment-list')
  for (const element of [...notes, ...places, ...lists, ...styled(body, 'mso-special-character:comment')])
    element.remove()
  return count
}

/** Takes out what is deleted and waits for somebody's consent. @returns how many places there were */
export function dropDeletions(body: HTMLElement): number {
  const deleted = all(body, 'del, w\\:del, .msoDel, [class*="TrackDelete" i], [class*="DeletedText" i]')
  const count = outermost(deleted).filter((element) => !isBlank(element)).length
  for (const element of deleted) element.remove()
  return count
}

const outermost = (elements: readonly Element[]): Element[] =>
  elements.filter((element) => !elements.some((other) => other !== element && other.contains(element)))

const fragmentOf = (link: Element): string => {
  const [, fragment = ''] = (link.getAttribute('href') ?? '').split('#')
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * Makes footnotes of the site out of links to a note that leads back, as every program writes them. A note that is too
 * long for one stays where it stands.
 */
export function readFootnotes(body: HTMLElement): void {
  const places = new Map<string, HTMLElement>()
  for (const element of all(body, '[id], a[name]'))
    for (const name of [element.id, element.getAttribute('name')])
      if (name && !places.has(name)) places.set(name, element)
  const done = new Set<Element>()
  for (const link of all(body, 'a[href*="#"]')) {
    const note = places.get(fragmentOf(link))
    if (!note || done.has(link) || link.compareDocumentPosition(note) !== Node.DOCUMENT_POSITION_FOLLOWING) continue
    const container = containerOf(note)
    const own = new Set([link.id, link.getAttribute('name'), link.closest('[id]')?.id, link.firstElementChild?.id])
    const back = all(container, 'a[href*="#"]').filter((one) => {
      const target = places.get(fragmentOf(one))
      return own.has(fragmentOf(one)) || (target !== undefined && (target.contains(link) || link.contains(target)))
    })
    if (back.length === 0 || container.contains(link)) continue
    const text = wordsOf(container)
    if (text === '' || text.length > LONGEST_NOTE) continue
    const mark = link.ownerDocument.createElement('span')
    mark.setAttribute('data-rich-footnote', JSON.stringify({ text }))
    const outer = link.closest('sup') ?? link
    outer.replaceWith(mark)
    done.add(container)
  }
  for (const container of done) {
    const list = container.parentElement
    container.remove()
    if (list && list !== body && isBlank(list)) list.remove()
  }
  for (const list of styled(body, 'mso-element:footnote-list')) if (isBlank(list)) list.remove()
}

const containerOf = (note: HTMLElement): Element =>
  note.closest(
    '[data-style*="mso-element:footnote" i], [data-style*="mso-element:endnote" i], div[id^="sdfootnote"]',
  ) ??
  note.closest(CONTAINER) ??
  note

/** What a note says, without the link back, and the addresses behind its words. */
function wordsOf(container: Element): string {
  const copy = container.cloneNode(true) as Element
  for (const link of all(copy, 'a')) {
    const href = link.getAttribute('href') ?? ''
    if (href.includes('#') && /^[\s[\](){}\p{N}\p{M}^↑↩*†‡ivxa-z]{0,8}\uFE0E?$/iu.test(link.textContent ?? ''))
      link.remove()
    else if (/^https?:/i.test(href) && !(link.textContent ?? '').includes(href)) link.append(` (${href})`)
  }
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
}
