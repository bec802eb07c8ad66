import { requestErrors } from '../errors.ts'

/** Rows `offset` to `offset + limit - 1`; without a limit all that follow. */
export type RowRange = { offset: number; limit?: number }

const RANGE = /^(?:items=)?(\d+)-(\d*)$/

/**
 * The Range header of a GET (protocol 2.4); what is no range is ignored.
 * @throws PGRST103 when its end lies before its start.
 */
export function parseRangeHeader(header: string | null): RowRange {
  const [, from, to] = RANGE.exec(header?.trim() ?? '') ?? []
  if (from === undefined) return { offset: 0 }
  const offset = Number(from)
  if (!to) return { offset }
  if (Number(to) < offset) {
    throw requestErrors.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: Number(to) - offset + 1 }
}

/** The rows that two ranges have in common. */
export function intersect(a: RowRange, b: RowRange): RowRange {
  const offset = Math.max(a.offset, b.offset)
  const ends = [a, b].flatMap(({ offset: start, limit }) => (limit === undefined ? [] : [start + limit]))
  return ends.length === 0 ? { offset } : { offset, limit: Math.max(0, Math.min(...ends) - offset) }
}
