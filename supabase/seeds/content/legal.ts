import type { LegalDocument, LegalDocumentVersion } from './types.ts'

export const legalDocuments: LegalDocument[] = []
export const legalDocumentVersions: LegalDocumentVersion[] = []
