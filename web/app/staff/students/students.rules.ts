import type { ListAddress, ListShape } from '~/staff/list/list-address.rules'
import type { StudentsAsked } from './students.calls'

const STATES = ['active', 'unverified', 'leaving', 'closed'] as const

const USUAL = [
  ...(['name', 'email', 'phone', 'state', 'completed'] as const),
  ...(['last_watched', 'last_login_at', 'created_at', 'marketing'] as const),
]

/** What the address of the list may say. */
export const STUDENT_LIST = {
  sorts: ['created_at', 'last_login_at', 'name'],
  filters: { state: STATES, phone: ['owed', 'has'], mailing: ['yes', 'no'], absent: ['14', '30', '90'], tag: null },
  columns: [...USUAL, 'tags'],
  usual: USUAL,
} as const satisfies ListShape

/** What an address asks of the database. */
export function studentsAsked({ search, sort, direction, filters, place }: ListAddress): StudentsAsked {
  const state = STATES.find((name) => name === filters.state)
  return {
    search,
    sort,
    direction,
    place,
    ...(state && { states: [state] }),
    ...(filters.phone && { phoneOwed: filters.phone === 'owed' }),
    ...(filters.mailing && { marketing: filters.mailing === 'yes' }),
    ...(filters.tag && { tag: filters.tag }),
    ...(filters.absent && { absentDays: Number(filters.absent) }),
  }
}
