import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { callAboutStudent } from '~/staff/shared/record-call'

/** A request for access, masked as the database hands it out. */
export type WaitingRequest = {
  id: string
  name: string
  formerEmail: string
  contactEmail: string
  phone: string
  message: string
  createdAt: string
}

/** What of a request agrees with an account; no id where there is none. */
export type RequestMatch = {
  studentId: string | null
  namesMatch: boolean
  phoneMatches: boolean
  contactTaken: boolean
}

const SHOWN = 100
const COLUMNS =
  'id,first_name,last_name,former_email_masked,contact_email_masked,phone_masked,message,created_at' as const

/** The requests that wait, the oldest first, a hundred at once. @throws AppError, DeadlineError */
async function fetchAccessRequests(): Promise<WaitingRequest[]> {
  const rows = await answerOf(LIST_LOADING_TIMEOUT, (signal) =>
    browserSupabase()
      .from('access_requests')
      .select(COLUMNS)
      .eq('status', 'open')
      .order('created_at', { ascending: true })
      .limit(SHOWN)
      .abortSignal(signal),
  )
  return (rows ?? []).map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    formerEmail: row.former_email_masked,
    contactEmail: row.contact_email_masked,
    phone: row.phone_masked,
    message: row.message,
    createdAt: row.created_at,
  }))
}

export const accessRequestsQuery = queryOptions({
  queryKey: ['staff', 'access-requests'],
  queryFn: fetchAccessRequests,
})

/** Compares a request with the account that it names. @throws AppError, DeadlineError */
export async function matchAccessRequest(id: string): Promise<RequestMatch> {
  const match = (await callAboutStudent('match_access_request', { request_id: id }, LIST_LOADING_TIMEOUT)) as {
    student_id: string | null
    names_match: boolean
    phone_matches: boolean
    contact_taken: boolean
  }
  return {
    studentId: match.student_id,
    namesMatch: match.names_match,
    phoneMatches: match.phone_matches,
    contactTaken: match.contact_taken,
  }
}

/** Grants or refuses a request, once. @throws AppError, DeadlineError */
export async function decideAccessRequest(id: string, granted: boolean, reason: string): Promise<void> {
  await callAboutStudent('decide_access_request', { request_id: id, granted, reason }, SAVE_TIMEOUT)
}
