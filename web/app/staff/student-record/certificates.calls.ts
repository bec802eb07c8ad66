import { queryOptions } from '@tanstack/react-query'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** A certificate of a student, as staff see it. */
export type HeldCertificate = {
  number: string
  courseTitle: string
  issuedAt: string
  revokedAt: string | null
  revokedReason: string | null
}

type CertificateRow = {
  number: string
  course_title: string
  issued_at: string
  revoked_at: string | null
  revoked_reason: string | null
}

/** The certificates of a student, newest first; of a record that is open. */
export const studentCertificatesQuery = (studentId: string) =>
  queryOptions({
    queryKey: ['staff', 'student-certificates', studentId],
    queryFn: async (): Promise<HeldCertificate[]> => {
      const call = ['student_certificates', { student_id: studentId }, LIST_LOADING_TIMEOUT] as const
      return ((await callAboutStudent(...call)) as CertificateRow[]).map((row) => ({
        number: row.number,
        courseTitle: row.course_title,
        issuedAt: row.issued_at,
        revokedAt: row.revoked_at,
        revokedReason: row.revoked_reason,
      }))
    },
  })

/** Revokes a certificate; `again` lets the student have another one. @throws AppError, DeadlineError */
export async function revokeCertificate(
  studentId: string,
  number: string,
  reason: string,
  again: boolean,
): Promise<void> {
  const args = { student_id: studentId, number, reason, may_issue_again: again }
  await callAboutStudent('revoke_certificate', args, SAVE_TIMEOUT)
}
