import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { RowOutcome } from '~/staff/list-selection/batches.rules'
import type { ListPlace } from '~/staff/shared/list-address.rules'

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
  tags: string[]
}

/** How far somebody came since they registered. */
export type StudentStage = 'verified' | 'began' | 'completed_lesson' | 'completed_course'

type Days = { first: string; last: string }

/** What a list of students asks for; without a place its first page, with the number of all that match. */
export type StudentsAsked = {
  id?: string
  search?: string
  states?: StudentState[]
  phoneOwed?: boolean
  marketing?: boolean
  absentDays?: number
  tag?: string
  /** Days in Israel, both in it. */
  registered?: Days
  /** Days in Israel on one of which they learned. */
  learned?: Days
  stage?: StudentStage
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
  tags: string[]
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
  tags: row.tags,
})

type StudentsAnswer = { rows: StudentRow[]; total: number | null; more: boolean | null; size: number }
type FoundStudents = ListPage<ListedStudent> & { total: number | null; more?: boolean }

/** What the database is asked, without a place in the list. */
function filterOf({
  id,
  search,
  states,
  phoneOwed,
  marketing,
  absentDays,
  tag,
  registered,
  learned,
  stage,
  sort,
  direction,
}: StudentsAsked) {
  return {
    ...(id && { id }),
    ...(search && { search }),
    ...(states && { states }),
    ...(phoneOwed !== undefined && { phone_owed: phoneOwed }),
    ...(marketing !== undefined && { marketing }),
    ...(absentDays !== undefined && { absent_days: absentDays }),
    ...(tag && { tag }),
    ...(registered && { registered_from: registered.first, registered_to: registered.last }),
    ...(learned && { learned_from: learned.first, learned_to: learned.last }),
    ...(stage && { stage }),
    ...(sort && { sort }),
    ...(direction && { direction }),
  }
}

/** One page of students. @throws AppError; FORBIDDEN without students.view; DeadlineError */
async function fetchStudents({ place = null, ...asked }: StudentsAsked): Promise<FoundStudents> {
  const query = {
    ...filterOf(asked),
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
    count: true,
  }
  const answer = (await callFunction('list_students', { query }, LIST_LOADING_TIMEOUT)) as StudentsAnswer
  const { rows, total, more, size } = answer
  return { ...listPage(rows.map(toStudent), size, place), total, more: more === true }
}

/** Ids and names of all that match, at most 10,000. @throws AppError, DeadlineError */
export const chooseStudents = async (asked: StudentsAsked): Promise<[string, string][]> =>
  (await callFunction('student_choice', { query: filterOf(asked) }, LIST_LOADING_TIMEOUT)) as [string, string][]

/** Closes or reopens accounts, at most 100 at a time, and answers for each. @throws AppError, DeadlineError */
export const setStudentsActive = async (ids: string[], active: boolean, reason: string): Promise<RowOutcome[]> =>
  (await callFunction('set_students_active', { student_ids: ids, active, reason }, SAVE_TIMEOUT).catch(
    reportAndThrow,
  )) as RowOutcome[]

type OpenedExport = { id: string; total: number; more: boolean }

/** Opens an export of all that match, which leaves a line in the audit log. @throws AppError, DeadlineError */
export const openStudentsExport = async (asked: StudentsAsked, format: string): Promise<OpenedExport> =>
  (await callFunction('open_students_export', { query: filterOf(asked), format }, SAVE_TIMEOUT).catch(
    reportAndThrow,
  )) as OpenedExport

/** Rows of an opened export from a place on. @throws AppError; EXPORT_NOT_OPENED; DeadlineError */
export async function readStudentsExport(id: string, place: { value: string; id: string } | null) {
  const answer = await callFunction('read_students_export', { export_id: id, ...(place && { place }) }, SAVE_TIMEOUT)
  const { rows, size } = answer as { rows: StudentRow[]; size: number }
  return listPage(rows.map(toStudent), size, null)
}

/** Students as a list shows them; the page before stays while the next one comes. */
export const studentsQuery = (asked: StudentsAsked) =>
  queryOptions({
    queryKey: ['staff', 'students', asked],
    queryFn: () => fetchStudents(asked),
    placeholderData: keepPreviousData,
  })
