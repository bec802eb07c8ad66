import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callFunction } from '~/shared/client/call-function'
import { LIST_LOADING_TIMEOUT, SAVE_TIMEOUT } from '~/shared/config/constants'
import { reportAndThrow } from '~/staff/entry/forbidden-actions'
import { type ListPage, listPage } from '~/staff/list/list-page.rules'
import type { ListPlace } from '~/staff/shared/list-address.rules'

/** A line as lists show it: without what was before and after. */
export type AuditLine = {
  id: string
  sortValue: string
  at: string
  action: string
  entity: string
  entityId: string | null
  /** Auth id of who acted; null for the server itself. */
  actor: string | null
  actorName: string | null
  address: string | null
  fields: string[]
}

export type AuditChange = { field: string; before: string | null; after: string | null }
export type AuditDetail = Omit<AuditLine, 'sortValue' | 'fields'> & {
  position: number
  hash: string
  changes: AuditChange[]
}

/** What a list of lines asks for; `few` are the newest eight. */
export type AuditAsked = {
  search?: string
  entity?: string
  action?: string
  days?: number
  direction?: 'asc' | 'desc'
  place?: ListPlace | null
  few?: boolean
}

type LineRow = {
  id: string
  sort_value: string
  occurred_at: string
  action: string
  entity: string
  entity_id: string | null
  actor: string | null
  actor_name: string | null
  address: string | null
  fields: string[]
}
type LinesAnswer = { rows: LineRow[]; total: number | null; size: number }
type DetailAnswer = Omit<LineRow, 'sort_value' | 'fields'> & Pick<AuditDetail, 'position' | 'hash' | 'changes'>

const toHead = (row: Omit<LineRow, 'sort_value' | 'fields'>) => ({
  id: row.id,
  at: row.occurred_at,
  action: row.action,
  entity: row.entity,
  entityId: row.entity_id,
  actor: row.actor,
  actorName: row.actor_name,
  address: row.address,
})
const toLine = (row: LineRow): AuditLine => ({ ...toHead(row), sortValue: row.sort_value, fields: row.fields })

/** One page of lines: all for super_admin, the own ones for others. @throws AppError, DeadlineError */
async function fetchLines(asked: AuditAsked): Promise<ListPage<AuditLine> & { total: number | null }> {
  const { search, place = null, few, ...filters } = asked
  const query = {
    ...filters,
    ...(search && { search }),
    ...(place && { [place.way]: { value: place.value, id: place.id } }),
    ...(few ? { few } : { count: true }),
  }
  const { rows, total, size } = (await callFunction('list_audit_lines', { query }, LIST_LOADING_TIMEOUT)) as LinesAnswer
  return { ...listPage(rows.map(toLine), size, place), total }
}

type OpenedExport = { id: string; total: number; more: boolean }
/** A line as a file holds it: with what changed. */
export type ExportedLine = AuditLine & { changes: AuditChange[] }

/** Opens an export of all lines that match, which leaves a line itself. @throws AppError, DeadlineError */
export async function openAuditExport(asked: AuditAsked, format: string): Promise<OpenedExport> {
  const { search, entity, action, days, direction } = asked
  const query = {
    ...(search && { search }),
    ...(entity && { entity }),
    ...(action && { action }),
    ...(days && { days }),
    ...(direction && { direction }),
  }
  return (await callFunction('open_audit_export', { query, format }, SAVE_TIMEOUT).catch(
    reportAndThrow,
  )) as OpenedExport
}

/** Lines of an opened export from a place on. @throws AppError; EXPORT_NOT_OPENED; DeadlineError */
export async function readAuditExport(id: string, place: { value: string; id: string } | null) {
  const answer = await callFunction('read_audit_export', { export_id: id, ...(place && { place }) }, SAVE_TIMEOUT)
  const { rows, size } = answer as { rows: (LineRow & { changes: AuditChange[] })[]; size: number }
  return listPage(
    rows.map((row): ExportedLine => ({ ...toLine(row), changes: row.changes })),
    size,
    null,
  )
}

/** Lines of the audit log; the page before stays while the next one comes. */
export const auditQuery = (asked: AuditAsked) =>
  queryOptions({
    queryKey: ['staff', 'audit', asked],
    queryFn: () => fetchLines(asked),
    placeholderData: keepPreviousData,
  })

/** @returns null for a line that is not there, or is somebody else's. @throws AppError, DeadlineError */
async function fetchLine(lineId: string): Promise<AuditDetail | null> {
  const args = { line_id: Number.parseInt(lineId, 10) || 0 }
  const found = (await callFunction('audit_line', args, LIST_LOADING_TIMEOUT)) as DetailAnswer | null
  if (!found) return null
  const { position, hash, changes, ...row } = found
  return { ...toHead(row), position, hash, changes }
}

/** One line with what was before and after; it never changes. */
export const auditLineQuery = (lineId: string) =>
  queryOptions({
    queryKey: ['staff', 'audit line', lineId],
    queryFn: () => fetchLine(lineId),
    staleTime: Number.POSITIVE_INFINITY,
  })
