const TAG = /<[a-z][^\s/<>"']*(?:"[^"]*"|'[^']*'|[^'"<>])*>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g
/** Parts of a document that say nothing; the policy of the pages reports a style sheet even where it is never shown. */
const SILENT = /<(style|script|xml)\b[\s\S]*?(?:<\/\1\s*>|$)/gi

/** Styles wait under a name of their own and handlers go, before the browser reads them: its policy stops and reports each. */
const withoutStyles = (html: string): string =>
  html
    .replace(SILENT, '')
    .replace(TAG, (tag) =>
      tag.replace(ATTRIBUTE, (whole, name: string, value = '') =>
        /^on/i.test(name) ? '' : /^style$/i.test(name) ? `data-style${value}` : whole,
      ),
    )

/** The HTML of a clipboard as a document that runs, asks for and shows nothing. */
export function readHtml(html: string): HTMLElement {
  const plain = withoutStyles(html)
  const rows = /^(?:\s|<!--[\s\S]*?-->|<(?:html|body|meta)\b[^>]*>)*<t([rdh])\b/i.exec(plain)?.[1]
  const table = rows ? (/r/i.test(rows) ? `<table>${plain}</table>` : `<table><tr>${plain}</tr></table>`) : plain
  return new DOMParser().parseFromString(table, 'text/html').body
}

/** What an element's own style says of a property; empty where it says nothing. */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('data-style') ?? ''
  return new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
}

export const all = (root: ParentNode, selector: string): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
]

/** Elements whose style holds a word. */
export const styled = (root: ParentNode, word: string): HTMLElement[] => all(root, `[data-style*="${word}" i]`)

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

export function rename(element: Element, name: string): Element {
  const named = element.ownerDocument.createElement(name)
  named.append(...element.childNodes)
  element.replaceWith(named)
  return named
}

export const isBlank = (node: Node): boolean => /^\s*$/.test(node.textContent ?? '')

/** The texts of a document in their order. */
export function textsOf(root: HTMLElement): Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
