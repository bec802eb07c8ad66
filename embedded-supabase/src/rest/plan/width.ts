import { requestErrors } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { columnsOf } from './fields.ts'
import type { ReadPlan } from './types.ts'

/**
 * How many values a row of the answer has, with `*` spelled out and what is embedded in it.
 * @throws 54011 for a level that is wider than a row of PostgreSQL may be.
 */
export function checkWidth(plan: ReadPlan): number {
  let own = 0
  let inner = 0
  for (const item of plan.items) {
    if (item.kind === 'all') own += columnsOf(plan.source).length
    else if (item.kind === 'value') own += 1
    else {
      const width = checkWidth(item.embed.plan)
      if (item.embed.spread) own += width
      else {
        own += 1
        inner += width
      }
    }
  }
  if (own > LIMITS.columns) throw requestErrors.tooManyColumns(LIMITS.columns)
  return own + inner
}
