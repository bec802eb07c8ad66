import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { toAppError } from '~/shared/errors/errors'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'

/** A text in force that the student has to agree to. */
export type PendingText = {
  id: string
  slug: string
  title: string
  version: number
  effectiveAt: string
  body: RichTextDocument
  /** The text as the student agreed to it; null where none was kept. */
  agreedTo: RichTextDocument | null
  /** What changed since, by version, the newest first. */
  changes: { version: number; summary: string }[]
}

type OwedRow = {
  id: string
  slug: string
  title_he: string
  version: number
  effective_at: string
  body: RichTextDocument
  agreed_to: { body: RichTextDocument } | null
  changes: { version: number; summary_he: string }[]
}

/** What the student has to agree to; nothing once that is done. */
export const pendingTextsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['owed-texts', userId],
    // What was owed once says nothing of another time.
    ...{ staleTime: 0, gcTime: 0 },
    queryFn: async (): Promise<PendingText[]> => {
      const rows = (await callFunction('owed_legal_documents', {}, LIST_LOADING_TIMEOUT)) as OwedRow[]
      return rows.map((row) => ({
        id: row.id,
        slug: row.slug,
        title: row.title_he,
        version: row.version,
        effectiveAt: row.effective_at,
        body: row.body,
        agreedTo: row.agreed_to?.body ?? null,
        changes: row.changes.map(({ version, summary_he }) => ({ version, summary: summary_he })),
      }))
    },
  })

/** Agrees to the versions that were read; false where another one is in force by now. @throws AppError */
export async function agreeToTexts(ids: string[]): Promise<boolean> {
  const { error, status } = await browserSupabase()
    .rpc('accept_legal_documents', { version_ids: ids })
    .abortSignal(AbortSignal.timeout(SAVE_TIMEOUT))
  if (error?.code === 'LEGAL_TEXT_CHANGED') return false
  if (error) throw toAppError({ ...error, message: error.message, status })
  return true
}
