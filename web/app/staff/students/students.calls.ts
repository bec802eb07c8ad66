import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { ListPlace } from '~/staff/list/list-address.rules'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'

export type StudentState = 'active' | 'unverified' | 'leaving' | 'closed'

/** A student as lists show one: address and phone are masked by the database. */
export type ListedStudent = {
  id: string
  sortValue: string
  firstName: string
  lastName: string
  emailMasked: string
  phoneMasked: string | null
  state: StudentState
  marketing: boolean
  startedLessons: number
  completedLessons: number
  lastWatched: string | null
  lastLoginAt: string | null
  createdAt: string
}

/** What a list of students asks for; without a place its first page, with the number of all that match. */
export type StudentsAsked = {
  id?: string
  search?: string
  states?: StudentState[]
  phoneOwed?: boolean
  marketing?: boolean
  absentDays?: number
  sort?: string
  direction?: 'asc' | 'desc'
  place?: ListPlace | null
}

type StudentRow = {
  id: string
  sort_value: string
  first_name: string
  last_name: string
  email_masked: string
  phone_masked: string | null
  state: StudentState
  marketing_consent: boolean
  started_lessons: number
  completed_lessons: number
  last_watched: string | null
  last_login_at: string | null
  created_at: string
}

const toStudent = (row: StudentRow): ListedStudent => ({
  id: row.id,
  sortValue: row.sort_value,
  firstName: row.first_name,
  lastName: row.last_name,
  emailMasked: row.email_masked,
  phoneMasked: row.phone_masked,
  state: row.state,
  marketing: row.marketing_consent,
  startedLessons: row.started_lessons,
  completedLessons: row.completed_lessons,
  lastWatched: row.last_watched,
  lastLoginAt: row.last_login_at,
  createdAt: row.created_at,
})

type StudentsAnswer = { rows: StudentRow[]; total: number | null; size: number }
type FoundStudents = ListPage<ListedStudent> & { total: number | null }

/** One page of students. @throws AppError; FORBIDDEN without students.view; DeadlineError */
async function fetchStudents(asked: StudentsAsked): Promise<FoundStudents> {
  const { id, search, states, phoneOwed, marketing, absentDays, sort, direction, place = null } = asked
  const query = {
    ...(id && { id }),
    ...(search && { search }),
    ...(states && { states }),
    ...(phoneOwed !== undefined && { phone_owed: phoneOwed }),
    ...(marketing !== undefined && { marketing }),
    ...(absentDays !== undefined && { absent_days: absentDays }),
    ...(sort && { sort }),
    ...(direction && { direction }),
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
    count: true,
  }
  const { rows, total, size } = (await callFunction('list_students', { query }, LIST_LOADING_TIMEOUT)) as StudentsAnswer
  return { ...listPage(rows.map(toStudent), size, place), total }
}

/** Students as a list shows them; the page before stays while the next one comes. */
export const studentsQuery = (asked: StudentsAsked) =>
  queryOptions({
    queryKey: ['staff', 'students', asked],
    queryFn: () => fetchStudents(asked),
    placeholderData: keepPreviousData,
  })
