import type { Caller, Database } from '../../../embedded-supabase/src/database/index.ts'
import { ACCESS_MAP, expectedOutcomes, type Rule } from './access-map.ts'
import type { Actor, Cast } from './cast.ts'
import { outcomeOf } from './outcome.ts'

/** What somebody may do that a visitor may not, by the access map. */
export const privileges = (actor: Actor): Rule[] =>
  ACCESS_MAP.filter((rule) => {
    const outcomes = expectedOutcomes(rule)
    return outcomes[actor] === 'yes' && outcomes.anonymous !== 'yes'
  })

/** Names of the rules that let the caller do what only the actor may. */
export async function allowedRules(
  { database, cast }: { database: Database; cast: Cast },
  actor: Actor,
  caller: Caller,
): Promise<string[]> {
  const names: string[] = []
  for (const rule of privileges(actor)) {
    const outcome = await outcomeOf(database, caller, rule.statement(cast, actor))
    if (outcome === 'yes') names.push(`${rule.table}: ${rule.operation} ${rule.row}`)
  }
  return names
}
