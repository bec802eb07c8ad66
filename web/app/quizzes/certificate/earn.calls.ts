import { useQuery } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { withinTime } from '~/shared/client/deadline'
import { queryClient } from '~/shared/client/query-client'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { PROGRESS_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { AppError, toAppError } from '~/shared/errors/errors'
import { isUuid } from '~/shared/formats/uuid'
import { certificateErrors } from './certificate.he'
import type { Standing } from './certificate.rules'

type StandingRow = {
  course_title: string | null
  completed_at: string | null
  missing: { id: string; title: string }[]
  unwatched: { id: string; title: string; percent: number }[]
  can_earn: boolean
  first_name: string
  last_name: string
  number: string | null
  revoked_at: string | null
  may_issue_again: boolean
}

const keyOf = (userId: string, courseId: string) => ['my-certificate', userId, courseId] as const

/** Where the person stands with the certificate of a course; null for no such course. */
export function useCertificateEligibility(userId: string, courseId: string) {
  return useQuery({
    queryKey: keyOf(userId, courseId),
    staleTime: 0,
    queryFn: async (): Promise<Standing | null> => {
      if (!isUuid(courseId)) return null
      const row = (await callFunction('my_certificate', { course: courseId }, PROGRESS_LOADING_TIMEOUT)) as StandingRow
      return row.course_title === null
        ? null
        : {
            courseTitle: row.course_title,
            completedAt: row.completed_at,
            missing: row.missing,
            unwatched: row.unwatched,
            canEarn: row.can_earn,
            firstName: row.first_name,
            lastName: row.last_name,
            number: row.number,
            isRevoked: row.revoked_at !== null,
            mayIssueAgain: row.may_issue_again,
          }
    },
  })
}

/** Makes the certificate with the confirmed name, or gives the one that is there. @returns its number @throws AppError */
export async function issueCertificate(userId: string, courseId: string, standing: Standing): Promise<string> {
  const args = { course: courseId, first_name: standing.firstName, last_name: standing.lastName }
  const { data, error, status } = await withinTime(SAVE_TIMEOUT, (signal) =>
    browserSupabase().rpc('issue_certificate', args).abortSignal(signal),
  )
  void queryClient().invalidateQueries({ queryKey: keyOf(userId, courseId) })
  if (!error) return data as string
  if (Object.hasOwn(certificateErrors, error.code))
    throw new AppError('OPERATION_FAILED', certificateErrors[error.code as keyof typeof certificateErrors])
  throw toAppError({ ...error, message: error.message, status })
}
