import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'

/** What a record says once it was opened: personal, and shown with a line that the student reads. */
export type StudentRecord = {
  email: string
  phone: string | null
  courses: { id: string; title: string; completedLessons: number; lastWatched: string; completedAt: string | null }[]
  consents: { purpose: string; granted: boolean; at: string }[]
  tickets: { id: string; subject: string; at: string }[]
}

/** What staff did with the account, and why. */
export type StudentAction = { id: number; name: string; reason: string | null; actor: string | null; at: string }

type RecordAnswer = {
  profile: { email: string; phone_number: string | null; phone_owed: boolean }
  courses: {
    course_id: string
    title_he: string
    completed_lessons: number
    last_watched: string
    completed_at: string | null
  }[]
  consents: { purpose: string; granted: boolean; occurred_at: string }[]
  tickets: { id: string; subject: string; created_at: string }[]
}

const toRecord = ({ profile, courses, consents, tickets }: RecordAnswer): StudentRecord => ({
  email: profile.email,
  phone: profile.phone_owed ? null : profile.phone_number,
  courses: courses.map((row) => ({
    id: row.course_id,
    title: row.title_he,
    completedLessons: row.completed_lessons,
    lastWatched: row.last_watched,
    completedAt: row.completed_at,
  })),
  consents: consents.map(({ purpose, granted, occurred_at }) => ({ purpose, granted, at: occurred_at })),
  tickets: tickets.map(({ id, subject, created_at }) => ({ id, subject, at: created_at })),
})

/** Opens the record, which the student will see, and reads it. @throws AppError, DeadlineError */
export async function openStudentRecord(studentId: string): Promise<StudentRecord> {
  await callFunction('open_student_record', { student_id: studentId }, LIST_LOADING_TIMEOUT)
  return toRecord(
    (await callFunction('read_student_record', { student_id: studentId }, LIST_LOADING_TIMEOUT)) as RecordAnswer,
  )
}

type ActionRow = { id: number; action: string; reason: string | null; actor: string | null; occurred_at: string }

async function fetchStudentActions(studentId: string): Promise<StudentAction[]> {
  const rows = (await callFunction('student_actions', { student_id: studentId }, LIST_LOADING_TIMEOUT)) as ActionRow[]
  return rows.map(({ action, occurred_at, ...row }) => ({ ...row, name: action, at: occurred_at }))
}

/** What staff did with the account, newest first. */
export const studentActionsQuery = (studentId: string) =>
  queryOptions({ queryKey: ['staff', 'student-actions', studentId], queryFn: () => fetchStudentActions(studentId) })

/** Closes or reopens an account. @throws AppError; REASON_REQUIRED, FORBIDDEN without users.manage; DeadlineError */
export async function setStudentActive(studentId: string, active: boolean, reason: string): Promise<void> {
  await callFunction('set_student_active', { student_id: studentId, active, reason }, SAVE_TIMEOUT)
}
