import { clsx } from 'clsx'
import { formatDay } from '~/shared/formats/dates'
import { type PluralForms, plural } from '~/shared/formats/plural'
import { reviewText as text } from './review.he'
import { type CardState, type Deck, lastDays } from './review.rules'

const STATES: { state: CardState; colour: string }[] = [
  { state: 'known', colour: 'bg-green' },
  { state: 'learning', colour: 'bg-saffron' },
  { state: 'new', colour: 'bg-rule-2' },
]
const SHOWN_DAYS = 14
/** A column of one question does not fill the height. */
const LOWEST_SCALE = 5

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** What was learnt: how many questions are known, the answers of two weeks, and what the next week brings. */
export function DeckFigure({ deck }: { deck: Deck }) {
  const days = lastDays(deck, SHOWN_DAYS)
  return (
    <section aria-labelledby="deck-figure" className="rounded-card border border-rule bg-card px-6 py-5">
      <h2 id="deck-figure" className="border-ink border-b pb-2 text-lg">
        {text.figure}
      </h2>
      <Shares cards={deck.cards} />
      <p className="mt-3 text-ink-2 text-sm">{text.knownHow}</p>
      <Columns
        title={text.past}
        names={[text.right, text.wrong]}
        counted={[text.rightCount, text.wrongCount]}
        days={days.map(({ day, right, wrong }) => ({ day, values: [right, wrong] }))}
        colours={['bg-green', 'bg-red']}
      />
      <Columns
        title={text.coming}
        names={[text.comingCount]}
        counted={[text.questions]}
        days={deck.coming.map(({ day, count }) => ({ day, values: [count] }))}
        colours={['bg-ink-3']}
      />
    </section>
  )
}

function Shares({ cards }: { cards: Deck['cards'] }) {
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-3 gap-px overflow-hidden rounded-full bg-rule">
        {STATES.map(({ state, colour }) => (
          <span key={state} className={colour} style={{ flexGrow: cards[state] }} />
        ))}
      </div>
      <dl className="mt-4 grid grid-cols-[12px_1fr_auto] items-center gap-x-3 gap-y-1.5">
        {STATES.map(({ state, colour }) => (
          <div key={state} className="contents">
            <span aria-hidden="true" className={clsx('size-3 rounded-full', colour)} />
            <dt>{text.states[state]}</dt>
            <dd className="font-semibold">{cards[state]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type ColumnsProps = {
  title: string
  names: readonly string[]
  /** The same with their numbers. */
  counted: readonly PluralForms[]
  days: { day: string; values: number[] }[]
  colours: readonly string[]
}

/** A column a day, the newest at the end; the same as a table for those who hear it. */
function Columns({ title, names, counted, days, colours }: ColumnsProps) {
  const sums = names.map((_, index) => sum(days.map(({ values }) => values[index] ?? 0)))
  if (sum(sums) === 0) return null
  const highest = Math.max(LOWEST_SCALE, ...days.map(({ values }) => sum(values)))
  return (
    <div className="mt-6">
      <h3 className="flex flex-wrap justify-between gap-x-4 font-normal font-sans text-base text-ink-2">
        {title}
        <span className="text-ink">{counted.map((forms, index) => plural(sums[index] ?? 0, forms)).join(' · ')}</span>
      </h3>
      <div aria-hidden="true" className="mt-2 flex h-16 items-end gap-1 border-rule-2 border-b">
        {days.map(({ day, values }) => (
          <span key={day} className="flex h-full flex-1 flex-col-reverse">
            {values.map((value, index) => (
              <span
                key={names[index]}
                className={colours[index]}
                style={{ blockSize: `${(value / highest) * 100}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            {[text.day, ...names].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              {values.map((value, index) => (
                <td key={names[index]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
