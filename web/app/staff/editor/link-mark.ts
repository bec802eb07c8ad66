import { Mark } from '@tiptap/core'
import { safeAddress } from '~/site/rich-text/rich-text.rules'

/** A link of the text: an address that may be followed, and nothing else of what was pasted. */
export const LinkMark = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (safeAddress(element.getAttribute('href')) === null ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: safeAddress(HTMLAttributes.href) }, 0],
})
