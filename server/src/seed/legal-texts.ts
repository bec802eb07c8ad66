import type { Backend } from '../backend.ts'
import type { Config } from '../config.ts'
import { createWriter, type Writer } from './writer.ts'

type Say = (message: string) => void

type Version = { version: number; awaits_review: boolean; effective_at: string; document: { slug: string } }

/**
 * Gives an academy without legal texts those that it comes with, each published as a draft that awaits review: pages
 * that registration links to are never missing, and never look as if somebody had read them. The documents go in by one
 * statement and their texts by a second one: where a start ended between the two, the next one adds the texts.
 */
export async function seedLegalTexts(backend: Backend, config: Config, say: Say): Promise<void> {
  const writer = createWriter(backend, config)
  if ((await writer.count('legal_document_versions')) > 0) return
  const { legalDocuments, legalDocumentVersions } = await import('../../../supabase/seeds/content/legal.ts')
  const known = await writer.read<{ id: string }>('legal_documents', 'id')
  if (known.some(({ id }) => !legalDocuments.some((document) => document.id === id))) return
  await writer.add('legal_documents', legalDocuments, 'id')
  const drafts = legalDocumentVersions.map((version) => ({ ...version, awaits_review: true }))
  await writer.add('legal_document_versions', drafts, 'id')
  say(`put in drafts of the legal texts: ${legalDocuments.map(({ slug }) => `/${slug}`).join(', ')}`)
}

/** Addresses of the legal pages whose text in force awaits review. */
export async function draftsInForce(writer: Writer): Promise<string[]> {
  const now = new Date().toISOString()
  const versions = await writer.read<Version>(
    'legal_document_versions',
    'version,awaits_review,effective_at,document:legal_documents(slug)',
    `&is_published=eq.true&effective_at=lte.${now}&order=version.desc`,
  )
  const inForce = new Map<string, Version>()
  for (const one of versions) if (!inForce.has(one.document.slug)) inForce.set(one.document.slug, one)
  return [...inForce.values()].filter(({ awaits_review }) => awaits_review).map(({ document }) => `/${document.slug}`)
}
