import { withinTime } from '~/shared/client/deadline'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { stripInvisible } from '~/shared/formats/invisible'
import type { Certificate } from './certificate.rules'

type CertificateRow = {
  number: string
  first_name: string
  last_name: string
  course_title: string
  covers: { lessons: string[]; quizzes: { title: string; percent: number }[]; watched_percent?: number }
  issued_at: string
  revoked_at: string | null
}

/**
 * The certificate of a number, however it was typed; null when there is none.
 * @throws Error when it cannot be asked for, DeadlineError
 */
export async function fetchCertificate(supabase: Supabase, number: string): Promise<Certificate | null> {
  const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) =>
    supabase.rpc('verify_certificate', { number: stripInvisible(number) }).abortSignal(signal),
  )
  if (error) throw new Error(error.message || 'Error fetching the certificate')
  const row = data as CertificateRow | null
  if (!row) return null
  if (row.revoked_at) return { state: 'revoked', number: row.number, revokedAt: row.revoked_at }
  return {
    state: 'valid',
    number: row.number,
    name: `${row.first_name} ${row.last_name}`.trim(),
    courseTitle: row.course_title,
    lessons: row.covers.lessons,
    quizzes: row.covers.quizzes,
    watchedPercent: row.covers.watched_percent ?? null,
    issuedAt: row.issued_at,
  }
}
