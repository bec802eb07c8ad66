import { useQuery } from '@tanstack/react-query'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { Failed } from '~/shared/ui/section'
import { Skeleton } from '~/shared/ui/skeleton'
import { mailKindLabel } from '~/staff/mails/mails.rules'
import { outgoingListQuery } from './outgoing.calls'
import { outgoingText as text } from './outgoing.he'
import type { OutgoingKind } from './outgoing.rules'

/** The oldest of a kind that wait, recipients masked. */
export function WaitingList({ kind }: { kind: OutgoingKind }) {
  const { data, isError, refetch } = useQuery(outgoingListQuery(kind))
  if (isError) return <Failed text={text.failed} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-3 h-16" />
  return (
    <>
      <p className="mt-3 text-ink-2 text-sm">{text.oldest}</p>
      <ul className="max-h-72 overflow-y-auto text-sm">
        {data.map(({ at, what, recipient, people }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is only read
          <li key={index} className="flex flex-wrap gap-x-4 py-1">
            {at && <span className="tabular-nums">{formatShortMoment(at)}</span>}
            <Bidi className="[overflow-wrap:anywhere]">{mailKindLabel(what)}</Bidi>
            {recipient && <bdi dir="ltr">{recipient}</bdi>}
            {!recipient && people > 0 && <span>{text.people(people)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
