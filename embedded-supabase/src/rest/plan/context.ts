import type { Role, SchemaCache } from '../schema-cache/types.ts'

/** What plans are made with, beside the request. */
export type PlanContext = {
  schema: string
  cache: SchemaCache
  role: Role
  maxRows: number
  aggregatesEnabled: boolean
  /** Counts the aliases of one plan. */
  nextAlias: () => number
}

export function planContext(base: Omit<PlanContext, 'nextAlias'>): PlanContext {
  let count = 0
  return { ...base, nextAlias: () => ++count }
}
