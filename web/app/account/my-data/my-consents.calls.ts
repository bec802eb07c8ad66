import type { Row } from '~/shared/client/rows'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { ConsentPurpose } from '~/site/privacy-choice/consent.rules'

/** A line of the ledger; `version` is the number of the text that was agreed to. */
export type ConsentLine = {
  id: string
  purpose: ConsentPurpose
  granted: boolean
  occurredAt: string
  version: number | null
}

/** What stands now: the last lines about terms and privacy, and whether marketing mail may come. */
export type Consents = { terms: ConsentLine | null; privacy: ConsentLine | null; marketing: boolean }

type ConsentRow = Row<'consent_events', 'id' | 'granted' | 'occurred_at'> & {
  purpose: ConsentPurpose
  version: Row<'legal_document_versions', 'version'> | null
}

const COLUMNS = 'id,purpose,granted,occurred_at,version:legal_document_versions(version)'
const ENOUGH_LINES = 20

const toLine = ({ id, purpose, granted, occurred_at, version }: ConsentRow): ConsentLine => ({
  id,
  purpose,
  granted,
  occurredAt: occurred_at,
  version: version?.version ?? null,
})

/** The student's consents as they are. @throws AppError */
export async function fetchConsents(userId: string): Promise<Consents> {
  const signal = AbortSignal.timeout(LIST_LOADING_TIMEOUT)
  const [user, lines] = await Promise.all([
    browserSupabase().from('users').select('marketing_consent').eq('id', userId).abortSignal(signal).single(),
    browserSupabase()
      .from('consent_events')
      .select(COLUMNS)
      .eq('user_id', userId)
      .in('purpose', ['terms', 'privacy'])
      .order('occurred_at', { ascending: false })
      .limit(ENOUGH_LINES)
      .abortSignal(signal)
      .overrideTypes<ConsentRow[], { merge: false }>(),
  ])
  if (user.error) throw toAppError(user.error)
  if (lines.error) throw toAppError(lines.error)
  const last = (purpose: ConsentPurpose) => {
    const row = lines.data.find((line) => line.purpose === purpose)
    return row ? toLine(row) : null
  }
  return { terms: last('terms'), privacy: last('privacy'), marketing: user.data.marketing_consent }
}

/** A page of the ledger, newest first, and the number of all lines. @throws AppError */
export async function fetchConsentHistory(
  userId: string,
  page: number,
  pageSize: number,
): Promise<{ lines: ConsentLine[]; total: number }> {
  const { data, error, count } = await browserSupabase()
    .from('consent_events')
    .select(COLUMNS, { count: 'exact' })
    .eq('user_id', userId)
    .order('occurred_at', { ascending: false })
    .order('id')
    .range(page * pageSize, (page + 1) * pageSize - 1)
    .abortSignal(AbortSignal.timeout(LIST_LOADING_TIMEOUT))
    .overrideTypes<ConsentRow[], { merge: false }>()
  if (error) throw toAppError(error)
  return { lines: data.map(toLine), total: count ?? data.length }
}

/** Agrees to marketing mail or withdraws; the database adds the line to the ledger. @throws AppError */
export async function setMarketingConsent(userId: string, granted: boolean): Promise<void> {
  const { error } = await browserSupabase().from('users').update({ marketing_consent: granted }).eq('id', userId)
  if (error) throw toAppError(error)
}
