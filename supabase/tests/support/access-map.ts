import { ACCOUNTS } from './access/accounts.ts'
import { CATALOGUE } from './access/catalogue.ts'
import { CHOICES } from './access/choices.ts'
import { NOTES } from './access/notes.ts'
import { OPERATIONS } from './access/operations.ts'
import { OWN_DATA } from './access/own-data.ts'
import { PERSONAL } from './access/personal.ts'
import { QUIZZES } from './access/quizzes.ts'
import type { Rule } from './access/rule.ts'
import { SAVED_VIEWS } from './access/saved-views.ts'
import { STAFF_ACCOUNTS } from './access/staff.ts'
import { STORAGE } from './access/storage.ts'
import { SUPPORT } from './access/support.ts'
import { ACTORS } from './cast.ts'
import type { Outcome } from './outcome.ts'

export type { Rule } from './access/rule.ts'

/** Who may do what: every table, every operation, every actor. Where it differs from the database, one of them is wrong. */
export const ACCESS_MAP: Rule[] = [
  ...CATALOGUE,
  ...QUIZZES,
  ...ACCOUNTS,
  ...STAFF_ACCOUNTS,
  ...SAVED_VIEWS,
  ...PERSONAL,
  ...CHOICES,
  ...OPERATIONS,
  ...STORAGE,
  ...SUPPORT,
  ...NOTES,
  ...OWN_DATA,
]

/** What a rule says of every actor. */
export function expectedOutcomes(rule: Rule): Record<string, Outcome> {
  return Object.fromEntries(
    ACTORS.map((actor) => [actor, rule.except[actor] ?? (rule.yes.includes(actor) ? 'yes' : rule.otherwise)]),
  )
}
