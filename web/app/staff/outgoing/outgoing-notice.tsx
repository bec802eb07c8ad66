import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatShortMoment } from '~/shared/formats/dates'
import { Bidi } from '~/shared/ui/bidi'
import { HeldKind } from './held-kind'
import { outgoingQuery } from './outgoing.calls'
import { outgoingText as text } from './outgoing.he'

/** Says that nothing leaves this restored copy, what waits of each kind, and takes the decision; nothing elsewhere. */
export function OutgoingNotice() {
  const id = useId()
  const { data: hold } = useQuery(outgoingQuery())
  if (!hold) return null
  const facts = [
    [text.heldAt, formatShortMoment(hold.heldAt)],
    [text.backupAt, hold.backupAt ? formatShortMoment(hold.backupAt) : text.unknown],
    [text.backupSite, hold.backupSiteUrl ?? text.unknown],
    [text.site, hold.siteUrl ?? text.unknown],
  ] as const
  return (
    <section aria-labelledby={id} className="mt-6 rounded-control border-red border-s-4 bg-red-wash px-5 py-4">
      <h2 id={id} className="font-semibold text-red text-xl">
        {text.title}
      </h2>
      <p className="mt-1 max-w-[72ch]">{text.lead}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">
              <Bidi>{value}</Bidi>
            </dd>
          </div>
        ))}
      </dl>
      <ul className="mt-4 border-ink border-t">
        {hold.kinds.map((held) => (
          <HeldKind key={held.kind} hold={hold} held={held} />
        ))}
      </ul>
    </section>
  )
}
