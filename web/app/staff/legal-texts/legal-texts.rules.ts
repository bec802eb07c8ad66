import { writeRich } from '~/staff/editor/rich-values.rules'
import type { FormValues } from '~/staff/form/versions.rules'

/** Fields of a draft as the database keeps them. */
export type LegalFields = { body: unknown; summary_he: string; demands_acceptance: boolean }

/** A published version without its text. Moments in ISO form. */
export type LegalVersion = {
  id: string
  version: number
  effectiveAt: string
  awaitsReview: boolean
  summary: string | null
  demandsAcceptance: boolean
  textHash: string
  withdrawnAt: string | null
  madeAt: string
  /** Null where the server made it. */
  madeBy: string | null
  /** How many students agreed to it, of those who are still there. */
  accepted: number
}

/** A legal text with its draft. */
export type LegalRecord = {
  slug: string
  title: string
  version: number
  values: LegalFields
  gaps: string[]
  editedAt: string | null
  editedBy: string | null
  inForce: number | null
  /** Whom a demand to agree again would concern, and who owes an agreement now. */
  reach: { students: number; waiting: number }
  versions: LegalVersion[]
}

/** The texts that students agree to. */
export const isAgreedTo = (slug: string): boolean => slug === 'terms' || slug === 'privacy'

/** The fields of a draft as the form holds them. */
export const toLegalValues = ({ body, summary_he, demands_acceptance }: LegalFields): FormValues => ({
  body: writeRich(body),
  summary_he,
  demands_acceptance,
})

/** What changed as the database takes it. */
export const toLegalFields = ({ body, ...values }: FormValues): Record<string, unknown> => ({
  ...values,
  ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
})

export type LegalVersionState = 'in_force' | 'coming' | 'earlier' | 'withdrawn'

/** How a version stands beside the one in force. */
export function legalVersionState(one: LegalVersion, inForce: number | null): LegalVersionState {
  if (one.withdrawnAt !== null) return 'withdrawn'
  if (one.version === inForce) return 'in_force'
  return one.version > (inForce ?? 0) ? 'coming' : 'earlier'
}

/** As which side of a comparison the draft is chosen. */
export const DRAFT = 'draft'

/** The two sides to begin with: the draft and what is in force where something is drafted, else the newest two. */
export function firstComparison({ versions, inForce }: LegalRecord, isDrafted: boolean): [from: string, to: string] {
  const numbers = versions.map(({ version }) => String(version))
  if (isDrafted || numbers.length < 2) return [String(inForce ?? numbers[0] ?? ''), DRAFT]
  return [numbers[1] ?? '', numbers[0] ?? '']
}
