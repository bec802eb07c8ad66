import { mergeAttributes, Node, type NodeConfig } from '@tiptap/core'
import { type MathPart, mathOf, plainFormula } from '~/site/rich-text/formula.rules'
import type { RichAttrs } from '~/site/rich-text/rich-text.rules'
import { editorText as text } from './editor.he'
import { attrsOfPaste, NODE_ATTRS, type RichKind } from './rich-nodes.rules'

type Drawing = (attrs: RichAttrs) => [string, Record<string, unknown>, ...unknown[]]

/** A node that carries its attributes as one text, so that it goes through the clipboard whole; a forged one does not. */
function richNode(name: RichKind, draw: Drawing, config: Partial<NodeConfig> = {}) {
  const mark = `data-rich-${name.toLowerCase()}`
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    ...config,
    addAttributes: () => Object.fromEntries(NODE_ATTRS[name].map((one) => [one, { default: null, rendered: false }])),
    parseHTML: () => [
      { tag: `[${mark}]`, getAttrs: (element) => attrsOfPaste(name, element.getAttribute(mark)) ?? false },
    ],
    renderHTML: ({ node }) => {
      const [tag, own, ...inside] = draw(node.attrs as RichAttrs)
      return [tag, mergeAttributes(own, { [mark]: JSON.stringify(node.attrs) }), ...inside]
    },
  })
}

const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** A formula as its page shows it; on one line where it cannot be read. */
function drawnFormula(formula: string): MathPart | string {
  try {
    const [tag, ...rest] = mathOf(formula)
    return [`${MATHML} ${tag}`, ...rest]
  } catch {
    return plainFormula(formula)
  }
}

/**
 * What stands in a text besides words. Drawn as the page will show it, as far as an editor needs it.
 * @param origin where pictures are asked for; empty for the page's own
 */
export const richNodes = (origin: string) => [
  richNode('picture', ({ src = '', widths, alt = '', caption }) => [
    'figure',
    {},
    ['img', { src: `${origin}${src}${(widths ?? [0])[0]}.webp`, alt }],
    ['figcaption', {}, caption || alt || text.pictureWithoutText],
  ]),
  richNode('callout', ({ tone }) => ['aside', { class: `rich-callout rich-${tone}` }, 0], {
    atom: false,
    content: 'block+',
    defining: true,
  }),
  richNode('footnote', ({ text: footnote = '' }) => ['sup', { class: 'rich-footnote', title: footnote }], {
    group: 'inline',
    inline: true,
  }),
  richNode('courseCard', ({ title = '' }) => ['div', { class: 'rich-course' }, title]),
  richNode(
    'fact',
    ({ says, source }) => ['span', { class: 'rich-fact', title: source ?? '' }, says || text.factNotShown],
    {
      group: 'inline',
      inline: true,
    },
  ),
  richNode(
    'formula',
    ({ text: formula = '' }) => ['span', { class: 'rich-formula', dir: 'ltr' }, drawnFormula(formula)],
    { group: 'inline', inline: true },
  ),
]
