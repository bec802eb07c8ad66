import type { ListAddress, ListShape } from '~/staff/shared/list-address.rules'
import type { AuditAsked, AuditChange, AuditLine } from './audit.calls'
import { auditText as text } from './audit.he'

const named = (words: Readonly<Record<string, string>>) => Object.keys(words)

/** What the address of the audit log may say. */
export const AUDIT_LIST: ListShape = {
  sorts: ['occurred_at'],
  filters: {
    entity: named(text.entities),
    action: named(text.actions),
    days: named(text.filters.days.values),
  },
  columns: named(text.columns),
}

/** What an address asks of the database. */
export function auditAsked({ search, direction, filters, place }: ListAddress): AuditAsked {
  const { entity, action, days } = filters
  return {
    search,
    direction,
    place,
    ...(entity && { entity }),
    ...(action && { action }),
    ...(days && { days: Number(days) }),
  }
}

const wordOf = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name

export const actionLabel = (action: string): string => wordOf(text.actions, action)
export const entityLabel = (entity: string): string => wordOf(text.entities, entity)
export const fieldLabel = (field: string): string => wordOf(text.fields, field)

/** Who acted, in words. */
export const actorLabel = ({ actor, actorName }: Pick<AuditLine, 'actor' | 'actorName'>): string =>
  actorName ?? (actor ? text.gone : text.server)

const LONGEST_CELL = 30_000

/** What a line changed in one cell, a field a line; a cell of a sheet holds 32,767 letters. */
export const changesInWords = (changes: AuditChange[]): string =>
  changes
    .map(({ field, before, after }) => `${fieldLabel(field)}: ${before ?? text.nothing} ← ${after ?? text.nothing}`)
    .join('\n')
    .slice(0, LONGEST_CELL)

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** What a value is, so that it is shown as it is read. */
export function valueKind(value: string | null): 'nothing' | 'yes' | 'no' | 'moment' | 'code' | 'text' {
  if (value === null || value === '') return 'nothing'
  if (value === 'true') return 'yes'
  if (value === 'false') return 'no'
  if (MOMENT.test(value)) return 'moment'
  return /[\u0590-\u05ff]/.test(value) ? 'text' : 'code'
}
