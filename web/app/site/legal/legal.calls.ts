import { withinTime } from '~/shared/client/deadline'
import { type Damaged, storedValues } from '~/shared/client/stored-values'
import type { Supabase } from '~/shared/client/supabase'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import type { KindOf } from '~/shared/config/kinds'
import type { RichTextDocument } from '~/site/rich-text/rich-text.rules'
import { readStoredText } from '~/site/rich-text/stored-text.rules'

export type LegalSlug = KindOf<'legal_documents.slug'>

/** A version of a legal text in the list of them; an ISO time where it is known, and what changed with it. */
export type ListedVersion = { version: number; effectiveAt: string | null; summary: string | null }

/** The text of a legal page. `effectiveAt` is an ISO time; null where none that can be read is stored. */
export type LegalText = {
  titleHe: string
  version: number
  effectiveAt: string | null
  /** It came with the academy, and nobody of the organisation has reviewed it. */
  isDraft: boolean
  body: RichTextDocument
  /** All published ones, the newest first; one may wait for its day. */
  versions: ListedVersion[]
}

type LegalRow = {
  version: number
  effective_at: string
  awaits_review: boolean
  body: unknown
  document: { title_he: string; versions: { version: number; effective_at: string; summary_he: string | null }[] }
}

const MOST_VERSIONS = 50
const COLUMNS =
  'version,effective_at,awaits_review,body,document:legal_documents!inner(title_he,versions:legal_document_versions(version,effective_at,summary_he))'

/**
 * The newest published version that is in force, or the asked one, with the list of all, in one statement.
 * @returns `text` null when there is none; a failure gives its message
 */
export async function findLegalText(
  supabase: Supabase,
  slug: LegalSlug,
  version?: number,
): Promise<{ text: LegalText | null; error: string | null }> {
  try {
    const { data, error } = await withinTime(LIST_LOADING_TIMEOUT, (signal) => {
      const versions = supabase
        .from('legal_document_versions')
        .select(COLUMNS)
        .eq('document.slug', slug)
        .eq('is_published', true)
        .eq('document.versions.is_published', true)
        .order('version', { referencedTable: 'document.versions', ascending: false })
        .limit(MOST_VERSIONS, { referencedTable: 'document.versions' })
      return (
        version === undefined ? versions.lte('effective_at', new Date().toISOString()) : versions.eq('version', version)
      )
        .order('version', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle<LegalRow>()
    })
    if (error) return { text: null, error: error.message || 'Error fetching legal text' }
    return { text: data && toLegalText(data, slug, supabase.damaged), error: null }
  } catch {
    return { text: null, error: 'Error fetching legal text' }
  }
}

function toLegalText(row: LegalRow, slug: LegalSlug, damaged: Damaged | undefined): LegalText {
  const stored = storedValues('legal_document_versions', `${slug} ${row.version}`, damaged)
  const { document, isWhole } = readStoredText(row.body)
  if (!isWhole) stored.report('body')
  return {
    titleHe: row.document.title_he,
    version: row.version,
    effectiveAt: stored.moment('effective_at', row.effective_at),
    isDraft: row.awaits_review,
    body: document,
    versions: row.document.versions.map(({ version, effective_at, summary_he }) => ({
      version,
      effectiveAt: stored.moment('effective_at', effective_at),
      summary: summary_he,
    })),
  }
}
