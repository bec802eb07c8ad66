import { Fragment, type ReactNode } from 'react'

const PART = /(`[^`]+`|\*\*[^*]+\*\*)/

/** A text of a question: what stands between backticks is a formula and stays in one piece, between stars is bold. */
export function QuizText({ text }: { text: string }): ReactNode {
  return text.split(PART).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity and never move
    <Fragment key={index}>{shownPart(part)}</Fragment>
  ))
}

function shownPart(part: string): ReactNode {
  if (part.startsWith('`'))
    return (
      <bdi dir="ltr" className="inline-block max-w-full overflow-x-auto whitespace-nowrap align-bottom">
        {part.slice(1, -1)}
      </bdi>
    )
  return part.startsWith('**') ? <b>{part.slice(2, -2)}</b> : part
}
