import { renderPlanFiles } from '@supabase/pg-delta/frontends'
import type { Plan } from '@supabase/pg-delta/plan'
import { OWNER } from './databases.ts'

const OF_THE_OWNER = new RegExp(` (?:OWNER TO|TO|FROM) "${OWNER}"$`)

/**
 * Writes a difference as a migration, which any owner can run on PostgreSQL 15 and newer: whoever runs it owns what it
 * makes, and `maintain`, which came with 17, is given to service_role by the default of the schema.
 * @returns nothing where there is no difference
 * @throws where a statement would name the owner of our two databases all the same
 */
export function renderMigration(difference: Plan): string {
  const actions = difference.actions
    .filter(({ sql }) => !OF_THE_OWNER.test(sql))
    .map((action) => ({
      ...action,
      sql: action.sql.replace(` FOR ROLE "${OWNER}"`, '').replace(/^(GRANT|REVOKE) .* ON /, withoutMaintain),
    }))
  const { files } = renderPlanFiles({ ...difference, actions }, { allowDrops: true })
  const sql = files.map(({ contents }) => contents.trim()).join('\n\n')
  if (sql.includes(`"${OWNER}"`)) throw new Error(`A migration names no owner:\n${sql}`)
  return sql && `${sql}\n`
}

const withoutMaintain = (privileges: string) => privileges.replace('MAINTAIN, ', '')
