import type { Json } from '~/shared/client/database.types'
import { SAVE_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import { toEditFailure } from '~/staff/form/refusals'
import type { FormRecord, FormValue } from '~/staff/form/versions.rules'
import { callAboutStudent } from '~/staff/shared/record-call'
import { correctionText as text } from './correction.he'

type StoredDetails = { first_name: string; last_name: string; phone_number: string }

const toValues = (stored: StoredDetails) => ({ ...stored })
const formatProblem = (code: string) => (code === 'INVALID_NAME' ? text.nameWrong : undefined)

/** Saves corrected names and phone. @throws EditConflict, FieldRefusal, AppError, DeadlineError */
export async function correctStudent(
  studentId: string,
  version: number,
  changes: Readonly<Record<string, FormValue>>,
): Promise<FormRecord> {
  try {
    const args = { student_id: studentId, version, changes: changes as Json }
    const saved = (await callAboutStudent('correct_student', args, SAVE_TIMEOUT)) as {
      version: number
      values: StoredDetails
    }
    return { version: saved.version, values: toValues(saved.values) }
  } catch (failure) {
    throw toEditFailure(failure, { toValues, formatProblem })
  }
}

/** Whether a save failed because the number belongs to another account. */
export const isPhoneTaken = (failure: unknown): boolean => toAppError(failure).code === 'PHONE_ALREADY_EXISTS'
