import { formatAmount } from '~/shared/formats/amounts.rules'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { factsText as text } from './facts.he'
import { type Fact, formatFact } from './facts.rules'

/** One figure: its name, what it says, since when, whose it is and when it was checked. */
export function FactRow({ fact, anchor }: { fact: Fact; anchor: string | undefined }) {
  const { nameHe, type, sourceName, sourceUrl, checkedOn, noteHe } = fact
  return (
    <li
      id={anchor}
      className="grid scroll-mt-28 gap-x-8 gap-y-1 border-rule border-b py-5 md:grid-cols-[minmax(0,1fr)_12rem_minmax(0,1fr)]"
    >
      <div>
        <h3 className="font-sans font-semibold text-base">
          <Bidi>{nameHe}</Bidi>
        </h3>
        {noteHe && <p className="text-ink-2 text-sm">{noteHe}</p>}
      </div>
      <p className="font-bold font-serif text-xl tabular-nums">
        <Bidi>{formatFact(fact)}</Bidi>
      </p>
      <div className="text-ink-2 text-sm">
        <p>{periodOf(fact)}</p>
        {sourceName && (
          <p>
            {text.source}{' '}
            {sourceUrl ? (
              <a href={sourceUrl} target="_blank" rel="noopener noreferrer" className="text-link inline-block py-1">
                <Bidi>{sourceName}</Bidi>
              </a>
            ) : (
              <Bidi>{sourceName}</Bidi>
            )}
          </p>
        )}
        <p>{checkedOn ? <time dateTime={checkedOn}>{text.checked(formatDay(checkedOn))}</time> : text.notChecked}</p>
      </div>
      {type === 'bracket' && <BracketTable fact={fact} />}
    </li>
  )
}

function periodOf({ validFrom, validTo }: Fact): string | null {
  if (validFrom && validTo) return text.between(formatDay(validFrom), formatDay(validTo))
  if (validTo) return text.until(formatDay(validTo))
  return validFrom && text.from(formatDay(validFrom))
}

function BracketTable({ fact: { nameHe, brackets, unit } }: { fact: Fact }) {
  return (
    <table className="mt-2 w-full max-w-[28rem] text-sm">
      <caption className="sr-only">
        {text.brackets}: {nameHe}
      </caption>
      <thead>
        <tr className="border-rule border-b text-ink-2">
          <th scope="col" className="py-1.5 text-start font-semibold">
            {text.bound}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {text.rate}
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {brackets.map(({ from, to, rate }) => (
          <tr key={from} className="border-rule border-b last:border-b-0">
            <td className="py-1.5">
              {to === null ? text.above : text.upTo} <Bidi>{formatAmount(to ?? from, unit)}</Bidi>
            </td>
            <td className="py-1.5">
              <Bidi>{formatAmount(rate, 'percent')}</Bidi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
