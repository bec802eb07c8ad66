import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import { directionOf } from '../formats/direction'

type BidiTag = 'bdi' | 'code' | 'span' | 'p' | 'div' | 'dd' | 'h1'
type BidiProps<Tag extends BidiTag> = ComponentProps<Tag> & { as?: Tag }

/** A text that people wrote, in its own direction: right to left with any Hebrew letter, in a sentence or by itself. */
export function Bidi<Tag extends BidiTag = 'bdi'>({ as, ...props }: BidiProps<Tag>) {
  const Element: BidiTag = as ?? 'bdi'
  return <Element {...(props as object)} dir={directionOf(textIn(props.children))} />
}

/** The text of what is drawn; what other components draw is not known here. */
function textIn(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textIn).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textIn(node.props.children) : ''
}
