const LONGEST = 20_000_000
const DEEPEST = 100

/** Whether a document type stands before the first element, behind what is no element. */
function hasDocumentType(text: string): boolean {
  let at = 0
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (!end) return /^<!DOCTYPE/i.test(text.slice(at, at + 9))
    const found = text.indexOf(end, at)
    if (found < 0) return true
    at = found + end.length
  }
}

/**
 * Reads XML of an unknown writer by the parser of the browser: no document type, and with it no entities of its own, at
 * most 20 million characters, 100 elements deep.
 * @returns undefined for what is no such XML
 */
export function readXml(text: string): Element | undefined {
  const whole = text.replace(/^\ufeff/, '').trimStart()
  if (whole.length > LONGEST || hasDocumentType(whole)) return undefined
  const root = new DOMParser().parseFromString(whole, 'application/xml').documentElement
  if (root.getElementsByTagName('parsererror').length > 0 || root.localName === 'parsererror') return undefined
  return isShallow(root) ? root : undefined
}

/** Whether no element lies deeper than allowed; read level by level, so that no depth ends the stack. */
function isShallow(root: Element): boolean {
  let level: Element[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    level = level.flatMap((element) => [...element.children])
  }
  return true
}

/** The children of an element by their name, whatever the prefix. */
export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element ? [...element.children].filter(({ localName }) => localName === name) : []

/** The first child by its name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined => childrenOf(element, name)[0]
