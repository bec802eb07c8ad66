import { Fragment, type ReactNode } from 'react'

/** A run between Unicode isolates, which reads from left to right inside Hebrew. */
const RUN = /\u2066([^\u2069]*)\u2069/
/** Wider than this a run may not fit on a line of a phone, and can be scrolled by itself. */
const WIDE = 30

/**
 * Hebrew text in which equations and other left-to-right runs stand whole: they never break in the middle of a line,
 * and one that is wider than the column scrolls by itself.
 */
export function FormulaText({ text }: { text: string }): ReactNode {
  return text.split(RUN).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity and never move
    <Fragment key={index}>{index % 2 === 0 ? part : <Formula run={part} />}</Fragment>
  ))
}

function Formula({ run }: { run: string }) {
  const shape = 'inline-block max-w-full overflow-x-auto overflow-y-hidden whitespace-nowrap align-bottom text-ink'
  if (run.length <= WIDE)
    return (
      <bdi dir="ltr" className={shape}>
        {run}
      </bdi>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <bdi dir="ltr" role="math" aria-label={run} tabIndex={0} className={shape}>
      {run}
    </bdi>
  )
}
