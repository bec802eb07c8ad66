import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { staffPaths } from '~/shared/config/staff-paths'
import { formatDay } from '~/shared/formats/dates'
import { plural } from '~/shared/formats/plural'
import { Bidi } from '~/shared/ui/bidi'
import { Failed } from '~/shared/ui/section'
import { overdueFactsQuery } from './finance-facts.calls'
import { financeFactsText as text } from './finance-facts.he'

/** Above the list of facts: those that are to be checked again, each leading to its record; nothing where none is. */
export function OverdueFacts() {
  const { data, isError, refetch } = useQuery(overdueFactsQuery())
  if (isError) return <Failed text={text.overdueFailed} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="overdue" className="mb-4 rounded-control bg-saffron-wash px-4 py-3">
      <h2 id="overdue" className="font-sans font-semibold text-base">
        {plural(data.length, text.overdue)}
      </h2>
      <ul>
        {data.map(({ id, name, says, checkedOn, reviewBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4">
            <Link to={`${staffPaths.facts}/${id}`} className="inline-flex min-h-11 items-center font-semibold">
              <Bidi>{name}</Bidi>
            </Link>
            <Bidi>{says}</Bidi>
            <span className="text-ink-2 text-sm">
              {checkedOn && text.checked(formatDay(checkedOn))} {reviewBy && text.review(formatDay(reviewBy))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
