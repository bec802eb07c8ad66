import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import type { StudentStage, StudentsAsked } from './students.calls'

const STATES = ['active', 'unverified', 'leaving', 'closed'] as const

const STAGES = ['verified', 'began', 'completed_lesson', 'completed_course'] as const satisfies readonly StudentStage[]

const USUAL = [
  ...(['name', 'email', 'phone', 'state', 'completed'] as const),
  ...(['last_watched', 'last_login_at', 'created_at', 'marketing'] as const),
]

/** What the address of the list may say. */
export const STUDENT_LIST = {
  sorts: ['created_at', 'last_login_at', 'name'],
  filters: {
    state: STATES,
    phone: ['owed', 'has'],
    mailing: ['yes', 'no'],
    absent: ['14', '30', '90'],
    tag: null,
    stage: STAGES,
    registered: null,
    learned: null,
  },
  columns: [...USUAL, 'tags'],
  usual: USUAL,
} as const satisfies ListShape

const BETWEEN = '..'

/** The days between which something was, as an address says them. */
export const writeDays = (first: string, last: string): string => `${first}${BETWEEN}${last}`

/** Reads them; undefined for what is no range of days. */
export function readDays(days = ''): { first: string; last: string } | undefined {
  const [first = '', last = '', ...more] = days.split(BETWEEN)
  const isDay = (day: string) => /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay(first) && isDay(last) && first <= last && more.length === 0 ? { first, last } : undefined
}

/** What an address asks of the database. */
export function studentsAsked({ search, sort, direction, filters, place }: ListAddress): StudentsAsked {
  const state = STATES.find((name) => name === filters.state)
  const registered = readDays(filters.registered)
  const learned = readDays(filters.learned)
  const stage = STAGES.find((name) => name === filters.stage)
  return {
    search,
    sort,
    direction,
    place,
    ...(state && { states: [state] }),
    ...(filters.phone && { phoneOwed: filters.phone === 'owed' }),
    ...(filters.mailing && { marketing: filters.mailing === 'yes' }),
    ...(filters.tag && { tag: filters.tag }),
    ...(stage && { stage }),
    ...(registered && { registered }),
    ...(learned && { learned }),
    ...(filters.absent && { absentDays: Number(filters.absent) }),
  }
}
