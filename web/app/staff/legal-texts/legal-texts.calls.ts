import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '~/shared/client/answer-of'
import { callFunction } from '~/shared/client/call-function'
import type { Database, Json } from '~/shared/client/database.types'
import { browserSupabase } from '~/shared/client/supabase-browser'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { reportAndThrow, reportForbidden } from '~/staff/entry/forbidden-actions'
import { inWords, refusalOf } from '~/staff/entry/refusal-messages'
import { toEditFailure } from '~/staff/form/refusals'
import type { FormRecord, FormValues } from '~/staff/form/versions.rules'
import { legalTextErrors, legalTextsText as text } from './legal-texts.he'
import { type LegalFields, type LegalRecord, toLegalFields, toLegalValues } from './legal-texts.rules'

type Functions = Database['public']['Functions']

/** A legal text as the list shows it. Moments in ISO form. */
export type ListedLegal = {
  slug: string
  title: string
  version: number | null
  effectiveAt: string | null
  awaitsReview: boolean
  coming: { version: number; at: string } | null
  isDrafted: boolean
  editedAt: string | null
  editedBy: string | null
}

type ListedRow = {
  slug: string
  title_he: string
  version: number | null
  effective_at: string | null
  awaits_review: boolean
  coming_version: number | null
  coming_at: string | null
  is_drafted: boolean
  edited_at: string | null
  edited_by: string | null
}

const KEY = ['staff', 'legal-texts'] as const

/** The legal texts and how they stand. */
export const legalTextsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    staleTime: 0,
    queryFn: async (): Promise<ListedLegal[]> => {
      const rows = (await callFunction('list_legal_documents', {}, LIST_LOADING_TIMEOUT).catch(
        reportAndThrow,
      )) as ListedRow[]
      return rows.map((row) => ({
        slug: row.slug,
        title: row.title_he,
        version: row.version,
        effectiveAt: row.effective_at,
        awaitsReview: row.awaits_review,
        coming: row.coming_version && row.coming_at ? { version: row.coming_version, at: row.coming_at } : null,
        isDrafted: row.is_drafted,
        editedAt: row.edited_at,
        editedBy: row.edited_by,
      }))
    },
  })

type RecordRow = {
  slug: string
  title_he: string
  version: number
  values: LegalFields
  gaps: string[]
  edited_at: string | null
  edited_by: string | null
  in_force: number | null
  reach: LegalRecord['reach']
  versions: {
    id: string
    version: number
    effective_at: string
    awaits_review: boolean
    summary_he: string | null
    demands_acceptance: boolean
    text_hash: string
    withdrawn_at: string | null
    made_at: string
    made_by: string | null
    accepted: number
  }[]
}

const toRecord = ({ title_he, edited_at, edited_by, in_force, versions, ...row }: RecordRow): LegalRecord => ({
  ...row,
  title: title_he,
  editedAt: edited_at,
  editedBy: edited_by,
  inForce: in_force,
  versions: versions.map((one) => ({
    id: one.id,
    version: one.version,
    effectiveAt: one.effective_at,
    awaitsReview: one.awaits_review,
    summary: one.summary_he,
    demandsAcceptance: one.demands_acceptance,
    textHash: one.text_hash,
    withdrawnAt: one.withdrawn_at,
    madeAt: one.made_at,
    madeBy: one.made_by,
    accepted: one.accepted,
  })),
})

/** One legal text; null where there is none. */
export const legalTextQuery = (slug: string) =>
  queryOptions({
    queryKey: [...KEY, slug],
    staleTime: 0,
    queryFn: async (): Promise<LegalRecord | null> => {
      try {
        return toRecord((await callFunction('read_legal_document', { slug }, LIST_LOADING_TIMEOUT)) as RecordRow)
      } catch (failure) {
        if (refusalOf(failure).code === 'LEGAL_NOT_FOUND') return null
        throw reportForbidden(failure)
      }
    },
  })

/** The words of a published version, which never change. */
export const legalBodyQuery = (versionId: string) =>
  queryOptions({
    queryKey: [...KEY, 'body', versionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<RichTextDocument> => {
      const row = await answerOf<{ body: RichTextDocument } | null>(LIST_LOADING_TIMEOUT, (signal) =>
        browserSupabase()
          .from('legal_document_versions')
          .select('body')
          .eq('id', versionId)
          .abortSignal(signal)
          .single<{ body: RichTextDocument }>(),
      ).catch(reportAndThrow)
      return row?.body ?? { type: 'doc', content: [] }
    },
  })

/** Calls a function that changes a text and gives it. @throws AppError in the words of the refusal, DeadlineError */
async function change<Name extends keyof Functions & string>(name: Name, args: Functions[Name]['Args']) {
  try {
    return toRecord((await callFunction(name, args, SAVE_TIMEOUT)) as RecordRow)
  } catch (failure) {
    throw inWords(reportForbidden(failure), legalTextErrors)
  }
}

/** Saves fields of a draft. @throws EditConflict, FieldRefusal, AppError, DeadlineError */
export async function saveLegalDraft(
  slug: string,
  version: number,
  values: FormValues,
): Promise<{ record: LegalRecord; form: FormRecord }> {
  const changes = toLegalFields(values) as Json
  try {
    const row = (await callFunction('save_legal_draft', { slug, version, changes }, SAVE_TIMEOUT)) as RecordRow
    return { record: toRecord(row), form: { version: row.version, values: toLegalValues(row.values) } }
  } catch (failure) {
    const edit = toEditFailure<LegalFields>(reportForbidden(failure), {
      toValues: toLegalValues,
      formatProblem(code) {
        if (code !== 'CONTENT_INVALID') return undefined
        const { problem } = JSON.parse(refusalOf(failure).details) as { problem?: string }
        return text.problems[problem ?? ''] ?? text.problems.INVALID
      },
    })
    throw inWords(edit, legalTextErrors)
  }
}

/** Publishes the draft of a version, from now on or from a moment in ISO form. @throws AppError, DeadlineError */
export const publishLegalDraft = (slug: string, version: number, effectiveAt: string | null) =>
  change('publish_legal_draft', { slug, version, ...(effectiveAt && { effective_at: effectiveAt }) })

/** Takes a version back before its day. @throws AppError, DeadlineError */
export const withdrawLegalVersion = (slug: string, number: number) => change('withdraw_legal_version', { slug, number })
