const LONGEST = 20_000_000
const DEEPEST = 100

/**
 * Reads XML of an unknown writer by the parser of the browser: no document type, and with it no entities of its own, at
 * most 20 million characters, 100 elements deep.
 * @returns undefined for what is no such XML
 */
export function readXml(text: string): Element | undefined {
  if (text.length > LONGEST || /<!DOCTYPE|<!ENTITY/i.test(text)) return undefined
  const root = new DOMParser().parseFromString(text.replace(/^\ufeff/, ''), 'application/xml').documentElement
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
