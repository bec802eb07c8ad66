import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { signOut } from '~/session/student/sign-out.calls'
import { useSite } from '~/shared/pages/site-of'
import { Bidi } from '~/shared/ui/bidi'
import { LogoMark } from '~/shared/ui/logo'
import type { StaffMember } from '~/staff/entry/staff.rules'
import { staffPageText } from '~/staff/shared/staff-pages.he'
import { openPages, type StaffPage, type StaffPageGroup, staffPageAt } from '~/staff/shared/staff-pages.rules'
import { type WaitingCounts, waitingQuery } from '~/staff/today/today.calls'
import { todayText } from '~/staff/today/today.he'
import { isAtLeast, pendingCount } from '~/staff/today/today.rules'
import { shellText as text } from './shell.he'

const GROUPS: StaffPageGroup[] = ['start', 'people', 'content', 'system']

type DeskNavigationProps = { member: StaffMember; onChosen?: () => void }

/** The pages that this member may open, and nothing else; below them who is signed in and the way out. */
export function ShellNavigation({ member, onChosen }: DeskNavigationProps) {
  const { name } = useSite()
  const pages = openPages(member.role)
  // Without a role nothing waits, and nothing is asked: a session that views as a student is refused.
  const { data: waiting } = useQuery({ ...waitingQuery(), enabled: member.role !== null })
  const groups = GROUPS.map((group) => ({ group, pages: pages.filter((page) => page.group === group) }))
  return (
    <div className="flex min-h-full flex-col gap-5 px-3.5 py-4">
      <p className="flex items-center gap-2.5 px-2 font-bold font-serif text-base leading-tight">
        <LogoMark />
        <span>
          {name}
          <span className="block font-medium font-sans text-ink-2 text-xs">{text.area}</span>
        </span>
      </p>
      <nav aria-label={text.navigation} className="grid gap-4">
        {groups.map(
          (group) =>
            group.pages.length > 0 && <PageGroup key={group.group} {...group} waiting={waiting} onChosen={onChosen} />,
        )}
      </nav>
      <Person member={member} />
    </div>
  )
}

type PageGroupProps = {
  group: StaffPageGroup
  pages: StaffPage[]
  waiting: WaitingCounts | undefined
  onChosen: (() => void) | undefined
}

function PageGroup({ group, pages, waiting, onChosen }: PageGroupProps) {
  const id = useId()
  const title = text.groups[group]
  const current = staffPageAt(useLocation().pathname)?.name
  return (
    <div>
      {title && (
        <h2 id={id} className="mb-1 px-2.5 font-sans font-semibold text-ink-2 text-xs">
          {title}
        </h2>
      )}
      <ul aria-labelledby={title ? id : undefined} className="grid gap-px">
        {pages.map(({ name, path }) => (
          <li key={name}>
            <Link
              to={path}
              aria-current={name === current ? 'page' : undefined}
              onClick={onChosen}
              className={clsx(
                'flex min-h-11 items-center rounded-lg px-2.5 no-underline lg:min-h-9',
                name === current
                  ? 'border-green border-s-3 bg-card font-semibold text-ink outline-1 outline-rule'
                  : 'font-medium text-ink-2 hover:bg-card/60 hover:text-ink',
              )}
            >
              {staffPageText[name]}
              <WaitingCount count={pendingCount(name, waiting)} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  const label = isAtLeast(count) ? todayText.atLeast(99) : String(count)
  return (
    <span className="ms-auto rounded-full bg-saffron-wash px-2 font-semibold text-ink text-xs tabular-nums">
      <span aria-hidden="true" dir="ltr">
        {label}
      </span>
      <span className="sr-only">{todayText.waitingBadge(label)}</span>
    </span>
  )
}

function Person({ member: { firstName, lastName, email, role } }: { member: StaffMember }) {
  const name = `${firstName} ${lastName}`.trim() || email
  return (
    <div className="mt-auto border-rule-2 border-t px-2 pt-3">
      <p className="font-semibold [overflow-wrap:anywhere]">
        <Bidi>{name}</Bidi>
      </p>
      {role && (
        <p className="text-ink-2 text-xs">
          <bdi dir="ltr">{role.name}</bdi> · {text.level(role.level)}
        </p>
      )}
      <button
        type="button"
        onClick={() => void signOut()}
        className="-ms-2 mt-1 min-h-11 rounded-control px-2 font-semibold hover:underline hover:underline-offset-4"
      >
        {text.signOut}
      </button>
    </div>
  )
}
