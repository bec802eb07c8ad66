import { createElement, Fragment, type ReactNode } from 'react'
import { formulaWords } from './formula.he'
import { formulaInWords, type MathPart, mathOf, plainFormula, readFormula } from './formula.rules'

/** Wider than this a formula may not fit on a line of a phone, and can be scrolled by itself. */
const WIDE = 24

/** What is drawn of MathML, as React's own elements. */
const drawn = ([tag, attrs, ...inside]: MathPart): ReactNode =>
  createElement(
    tag,
    attrs,
    ...inside.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a formula have no other identity and never move
      <Fragment key={index}>{typeof one === 'string' ? one : drawn(one)}</Fragment>
    )),
  )

/** A formula and how it is read aloud; its own words where they cannot be read as a formula. */
function draw(text: string, isBlock: boolean): { shown: ReactNode; spoken: string } {
  try {
    return { shown: drawn(mathOf(text, isBlock)), spoken: formulaInWords(readFormula(text), formulaWords) }
  } catch {
    return { shown: plainFormula(text), spoken: plainFormula(text) }
  }
}

/** A formula, from left to right inside Hebrew; it never breaks, and scrolls by itself where it is wider than its column. */
export function RichFormula({ text = '', isBlock = false }: { text?: string | undefined; isBlock?: boolean }) {
  const { shown, spoken } = draw(text, isBlock)
  const isWide = text.length > WIDE
  return (
    <span
      dir="ltr"
      role="math"
      aria-label={spoken}
      // What scrolls can be scrolled by keyboard.
      tabIndex={isWide ? 0 : undefined}
      className={
        isBlock
          ? 'block overflow-x-auto overflow-y-hidden py-2 text-center text-lg'
          : 'inline-block max-w-full overflow-x-auto overflow-y-hidden whitespace-nowrap align-middle'
      }
    >
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
