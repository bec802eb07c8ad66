import { queryOptions } from '@tanstack/react-query'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** What a member of the staff noted about a student. */
export type StaffNote = { id: string; body: string; author: string; createdAt: string; mayChange: boolean }

type NoteRow = { id: string; body: string; author: string; created_at: string; may_change: boolean }

async function fetchStaffNotes(studentId: string): Promise<StaffNote[]> {
  const rows = (await callAboutStudent('student_notes', { student_id: studentId }, LIST_LOADING_TIMEOUT)) as NoteRow[]
  return rows.map(({ created_at, may_change, ...row }) => ({ ...row, createdAt: created_at, mayChange: may_change }))
}

/** The notes of staff about a student, newest first; of a record that is open. */
export const staffNotesQuery = (studentId: string) =>
  queryOptions({ queryKey: ['staff', 'student-notes', studentId], queryFn: () => fetchStaffNotes(studentId) })

/** Writes a note, or changes an own one. @throws AppError, DeadlineError */
export async function writeStaffNote(studentId: string, body: string, noteId?: string): Promise<void> {
  const args = { student_id: studentId, body, ...(noteId && { note_id: noteId }) }
  await callAboutStudent('write_student_note', args, SAVE_TIMEOUT)
}

/** Deletes an own note. @throws AppError, DeadlineError */
export async function deleteStaffNote(studentId: string, noteId: string): Promise<void> {
  await callAboutStudent('delete_student_note', { student_id: studentId, note_id: noteId }, SAVE_TIMEOUT)
}
