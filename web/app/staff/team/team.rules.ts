import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'

export type MemberState = 'active' | 'unverified' | 'closed'

/** A member as the list of the team shows one. */
export type TeamMember = {
  id: string
  sortValue: string
  name: string
  email: string
  role: string
  level: number
  state: MemberState
  lastLoginAt: string | null
  secondStep: boolean
  isSelf: boolean
  mayChange: boolean
}

/** An invitation that waits. */
export type Invitation = {
  id: string
  sortValue: string
  email: string
  firstName: string
  lastName: string
  role: string
  invitedBy: string | null
  expiresAt: string
  mayChange: boolean
}

export const TEAM_LIST = {
  sorts: ['role', 'name', 'last_login_at'],
  filters: { state: ['active', 'unverified', 'closed'] },
  columns: ['name', 'email', 'role', 'state', 'last_login_at', 'second_step', 'actions'],
} as const satisfies ListShape

export const INVITATION_LIST = {
  sorts: ['expires_at', 'email'],
  filters: {},
  columns: ['email', 'name', 'role', 'invited_by', 'expires_at', 'actions'],
} as const satisfies ListShape

const holds = (search: string, ...texts: string[]) => texts.join(' ').toLowerCase().includes(search.toLowerCase())

/** The members that an address asks for, in its order; the mightiest come first unless told otherwise. */
export function membersFound(members: TeamMember[], { search, filters, sort, direction }: ListAddress): TeamMember[] {
  const found = members.filter(
    ({ name, email, role, state }) =>
      holds(search, name, email, role) && (filters.state === undefined || filters.state === state),
  )
  const order = (a: TeamMember, b: TeamMember) =>
    sort === 'name'
      ? b.name.localeCompare(a.name, 'he')
      : sort === 'last_login_at'
        ? (b.lastLoginAt ?? '').localeCompare(a.lastLoginAt ?? '')
        : a.level - b.level
  return inOrder(found, order, direction)
}

/** The invitations that an address asks for, in its order; the latest come first unless told otherwise. */
export function invitationsFound(invitations: Invitation[], { search, sort, direction }: ListAddress): Invitation[] {
  const found = invitations.filter(({ email, firstName, lastName, role }) =>
    holds(search, email, firstName, lastName, role),
  )
  return inOrder(
    found,
    (a, b) => (sort === 'email' ? b.email.localeCompare(a.email) : b.expiresAt.localeCompare(a.expiresAt)),
    direction,
  )
}

function inOrder<Row>(rows: Row[], order: (a: Row, b: Row) => number, direction: 'asc' | 'desc'): Row[] {
  return rows.toSorted((a, b) => (direction === 'asc' ? -order(a, b) : order(a, b)))
}

export type TimeLeft = { unit: 'days' | 'hours'; count: number }

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

/** How long something is still valid, in whole days (an hour short counts as whole), on its last day in hours begun; null when it is over. */
export function timeLeft(expiresAt: string, now: number): TimeLeft | null {
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return null
  return left >= DAY
    ? { unit: 'days', count: Math.floor((left + HOUR) / DAY) }
    : { unit: 'hours', count: Math.ceil(left / HOUR) }
}
