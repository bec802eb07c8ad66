import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plural } from '~/shared/formats/plural'
import type { StaffRole } from '~/staff/entry/staff.rules'
import { openPages } from '~/staff/shared/staff-pages.rules'
import { waitingQuery } from './today.calls'
import { todayText as text } from './today.he'
import { pendingWork } from './today.rules'
import { TodayBlock } from './today-block'

/** What waits for this member, each line with the way to where it is dealt with. */
export function WaitingBlock({ role }: { role: StaffRole | null }) {
  const pages = openPages(role)
  return (
    <TodayBlock title={text.needs} failed={text.needsFailed} query={useQuery(waitingQuery())} lines={3}>
      {(waiting) => {
        const lines = pendingWork(waiting)
        if (lines.length === 0) return <p className="py-3 text-ink-2">{text.nothingWaits}</p>
        return (
          <ul>
            {lines.map(({ name, count, page }) => {
              const label = plural(count, text.waiting[name])
              // What is dealt with further down this page needs no way there.
              const place = page === 'desk' ? undefined : pages.find((open) => open.name === page)
              return (
                <li key={name} className="flex min-h-[42px] items-center border-rule border-b">
                  {place ? (
                    <Link to={place.path} className="inline-flex min-h-11 items-center font-semibold">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </li>
              )
            })}
          </ul>
        )
      }}
    </TodayBlock>
  )
}
