import { sendVerificationLink } from '~/session/sign-in/auth.calls'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

type Act = 'end_student_sessions' | 'help_with_second_step' | 'request_student_deletion'

/** Does one of the actions that want a reason. @throws AppError, DeadlineError */
export async function runStudentAction(act: Act, studentId: string, reason: string): Promise<void> {
  await callAboutStudent(act, { student_id: studentId, reason }, SAVE_TIMEOUT)
}

/** Makes the number of another account that of this student. @throws AppError, DeadlineError */
export async function moveStudentPhone(studentId: string, phone: string, reason: string): Promise<void> {
  await callAboutStudent('move_student_phone', { student_id: studentId, phone_number: phone, reason }, SAVE_TIMEOUT)
}

/** Mails another verification link to the address of an open record. @throws AppError, DeadlineError */
export async function resendVerification(studentId: string, email: string): Promise<void> {
  await callAboutStudent('note_verification_mail', { student_id: studentId }, SAVE_TIMEOUT)
  await sendVerificationLink(email)
}

/** Everything that is held about a student, as the student gets it too. @throws AppError, DeadlineError */
export async function exportStudentData(studentId: string, reason: string): Promise<unknown> {
  await callAboutStudent('open_student_data', { student_id: studentId, reason }, SAVE_TIMEOUT)
  return callAboutStudent('read_student_data', { student_id: studentId }, LIST_LOADING_TIMEOUT)
}
