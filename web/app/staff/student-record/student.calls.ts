import { queryOptions } from '@tanstack/react-query'
import { withinTime } from '~/shared/client/deadline'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'

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
  const opened = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    browserSupabase().rpc('open_student_record', { student_id: studentId }).abortSignal(signal),
  )
  if (opened.error) throw toAppError({ ...opened.error, message: opened.error.message, status: opened.status })
  const { data, error, status } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    browserSupabase().rpc('read_student_record', { student_id: studentId }).abortSignal(signal),
  )
  if (error) throw toAppError({ ...error, message: error.message, status })
  return toRecord(data as RecordAnswer)
}

async function fetchStudentActions(studentId: string): Promise<StudentAction[]> {
  const { data, error, status } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    browserSupabase().rpc('student_actions', { student_id: studentId }).abortSignal(signal),
  )
  if (error) throw toAppError({ ...error, message: error.message, status })
  const rows = data as {
    id: number
    action: string
    reason: string | null
    actor: string | null
    occurred_at: string
  }[]
  return rows.map(({ id, action, reason, actor, occurred_at }) => ({
    id,
    name: action,
    reason,
    actor,
    at: occurred_at,
  }))
}

/** What staff did with the account, newest first. */
export const studentActionsQuery = (studentId: string) =>
  queryOptions({ queryKey: ['staff', 'student-actions', studentId], queryFn: () => fetchStudentActions(studentId) })

/** Closes or reopens an account. @throws AppError; REASON_REQUIRED, FORBIDDEN without users.manage; DeadlineError */
export async function setStudentActive(studentId: string, active: boolean, reason: string): Promise<void> {
  const { error, status } = await withinTime(SAVE_TIMEOUT, (signal) =>
    browserSupabase().rpc('set_student_active', { student_id: studentId, active, reason }).abortSignal(signal),
  )
  if (error) throw toAppError({ ...error, message: error.message, status })
}
