import { useQuery } from '@tanstack/react-query'
import { formatDay } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { factValuesQuery } from './finance-facts.calls'
import { financeFactsText as text } from './finance-facts.he'

/** In a row of the list: what a published fact says, and for which days. One call for all rows. */
export function FactValue({ id }: { id: string }) {
  const { data } = useQuery(factValuesQuery())
  const fact = data?.find((one) => one.id === id)
  if (!fact) return null
  const period = [
    fact.validFrom && text.from(formatDay(fact.validFrom)),
    fact.validTo && text.until(formatDay(fact.validTo)),
  ]
  return (
    <>
      <Bidi className="tabular-nums">{fact.says}</Bidi>
      <span className="text-ink-3 text-xs">{period.filter(Boolean).join(' ')}</span>
    </>
  )
}
