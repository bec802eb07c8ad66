import { idOf } from './id.ts'
import { accessibility } from './legal/accessibility.ts'
import { cookies } from './legal/cookies.ts'
import { privacy } from './legal/privacy.ts'
import { terms } from './legal/terms.ts'
import { richText } from './rich-text.ts'
import type { LegalDocument, LegalDocumentVersion } from './types.ts'

const EFFECTIVE_AT = '2026-11-01T00:00:00.000Z'

const source: [slug: LegalDocument['slug'], title: string, text: string][] = [
  ['terms', 'תנאי שימוש', terms],
  ['privacy', 'מדיניות פרטיות', privacy],
  ['cookies', 'מדיניות עוגיות', cookies],
  ['accessibility', 'הצהרת נגישות', accessibility],
]

export const legalDocuments: LegalDocument[] = source.map(([slug, title_he]) => ({
  id: idOf('legal_documents', slug),
  slug,
  title_he,
}))

/** The first version of each document. */
export const legalDocumentVersions: LegalDocumentVersion[] = source.map(([slug, , text]) => ({
  id: idOf('legal_document_versions', `${slug}/1`),
  document_id: idOf('legal_documents', slug),
  version: 1,
  body: richText(text),
  effective_at: EFFECTIVE_AT,
  is_published: true,
}))
