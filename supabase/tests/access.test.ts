import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { ACCESS_MAP, expectedOutcomes, type Rule } from './support/access-map.ts'
import { ACTORS, assemble, type Cast } from './support/cast.ts'
import { openHostedAcademy } from './support/hosted-database.ts'
import { type Outcome, outcomeOf, owner } from './support/outcome.ts'

const title = ({ spec, table, operation, row }: Rule) =>
  `${spec.map((number) => `[${number}]`).join(' ')} ${table}: ${operation} ${row}`

const DATABASES: [where: string, open: () => Promise<Database>][] = [
  ['in the embedded database', openAcademyDatabase],
  ["in a project's, whose owner is no superuser", openHostedAcademy],
]

describe.each(DATABASES)('%s', (_, open) => {
  let database: Database
  let cast: Cast
  beforeAll(async () => {
    database = await open()
    cast = await assemble(database)
  })
  afterAll(() => database?.close())

  test.each(ACCESS_MAP.map((rule) => [title(rule), rule] as const))('%s', async (_, rule) => {
    const outcomes: Record<string, Outcome> = {}
    for (const actor of ACTORS) {
      outcomes[actor] = await outcomeOf(database, cast.caller(actor), rule.statement(cast, actor))
    }
    expect(outcomes).toEqual(expectedOutcomes(rule))
  })

  test('the map names every table of the API with every operation', async () => {
    const tables = await owner<{ name: string }>(
      database,
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const missing = tables.flatMap(({ name }) =>
      ['select', 'insert', 'update', 'delete']
        .filter((operation) => !ACCESS_MAP.some((rule) => rule.table === name && rule.operation === operation))
        .map((operation) => `${name} ${operation}`),
    )
    expect(missing).toEqual([])
  })
})
