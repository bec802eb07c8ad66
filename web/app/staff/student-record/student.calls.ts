import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** What a record says once it was opened: personal, and shown with a line that the student reads. */
export type StudentRecord = {
  hasSecondStep: boolean
  version: number
  firstName: string
  lastName: string
  email: string
  phone: string | null
  /** Agreements to terms and privacy, the newest first; version and hash of the words are null where none were kept. */
  agreements: { purpose: 'terms' | 'privacy'; at: string; version: number | null; textHash: string | null }[]
  courses: { id: string; title: string; completedLessons: number; lastWatched: string; completedAt: string | null }[]
}

type RecordAnswer = {
  has_second_step: boolean
  profile: {
    email: string
    first_name: string
    last_name: string
    phone_number: string | null
    phone_owed: boolean
    details_version: number
  }
  courses: {
    course_id: string
    title_he: string
    completed_lessons: number
    last_watched: string
    completed_at: string | null
  }[]
  consents: {
    purpose: string
    granted: boolean
    occurred_at: string
    version: number | null
    text_hash: string | null
  }[]
}

const toRecord = ({ profile, courses, consents, has_second_step }: RecordAnswer): StudentRecord => ({
  hasSecondStep: has_second_step,
  version: profile.details_version,
  firstName: profile.first_name,
  lastName: profile.last_name,
  email: profile.email,
  phone: profile.phone_owed ? null : profile.phone_number,
  agreements: consents.flatMap(({ purpose, granted, occurred_at, version, text_hash }) =>
    granted && (purpose === 'terms' || purpose === 'privacy')
      ? [{ purpose, at: occurred_at, version, textHash: text_hash }]
      : [],
  ),
  courses: courses.map((row) => ({
    id: row.course_id,
    title: row.title_he,
    completedLessons: row.completed_lessons,
    lastWatched: row.last_watched,
    completedAt: row.completed_at,
  })),
})

/** Opens the record, which the student will see, and reads it. @throws AppError, DeadlineError */
export async function openStudentRecord(studentId: string): Promise<StudentRecord> {
  await callAboutStudent('open_student_record', { student_id: studentId }, LIST_LOADING_TIMEOUT)
  return toRecord(
    (await callAboutStudent('read_student_record', { student_id: studentId }, LIST_LOADING_TIMEOUT)) as RecordAnswer,
  )
}

/** Closes or reopens an account. @throws AppError; REASON_REQUIRED, FORBIDDEN without users.manage; DeadlineError */
export async function setStudentActive(studentId: string, active: boolean, reason: string): Promise<void> {
  await callAboutStudent('set_student_active', { student_id: studentId, active, reason }, SAVE_TIMEOUT)
}
