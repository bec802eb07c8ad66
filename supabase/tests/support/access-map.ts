import { ACCOUNTS } from './access/accounts.ts'
import { CATALOGUE } from './access/catalogue.ts'
import { OPERATIONS } from './access/operations.ts'
import { PERSONAL } from './access/personal.ts'
import type { Rule } from './access/rule.ts'

export type { Rule } from './access/rule.ts'

/** Who may do what: every table, every operation, every actor. Where it differs from the database, one of them is wrong. */
export const ACCESS_MAP: Rule[] = [...CATALOGUE, ...ACCOUNTS, ...PERSONAL, ...OPERATIONS]
