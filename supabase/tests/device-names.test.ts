import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../embedded-supabase/src/database/index.ts'
import { openAcademyDatabase } from './support/academy-database.ts'
import { owner } from './support/outcome.ts'

type Case = { user_agent: string; browser: string | null; system: string | null }

/** The page about devices words them by the same rule; both run against these cases. */
const CASES = JSON.parse(readFileSync(new URL('./device-cases.json', import.meta.url), 'utf8')) as Case[]
let database: Database
beforeAll(async () => {
  database = await openAcademyDatabase()
})
afterAll(() => database?.close())

test.each(CASES)('[3-05] $user_agent', async ({ user_agent, browser, system }) =>
  expect(await owner(database, 'select * from private.device_words($1)', [user_agent])).toEqual([{ browser, system }]),
)

test('a mail’s request in words: the clock of Israel, the device from our list, whatever the user agent says', async () => {
  const words = async (request: object) =>
    database.asAuthAdmin(
      async (tx) =>
        (await tx.query<{ words: object }>('select public.mail_request_words($1) as words', [JSON.stringify(request)]))
          .rows[0]?.words,
    )
  const requested_at = '2026-11-22T11:45:00Z'
  expect(await words({ requested_at, user_agent: 'x (Windows NT 10.0) Chrome/130 <b>' })).toEqual({
    RequestedAt: '22.11.2026, 13:45',
    RequestedFrom: 'Chrome, Windows',
  })
  expect(await words({ requested_at, user_agent: '\u202e<b>' })).toMatchObject({ RequestedFrom: 'שלא זוהה' })
  await owner(database, `insert into app_settings (key, value) values ('academy_name', '"האקדמיה לכלכלה"')`)
  expect(await words({ requested_at })).toMatchObject({ AcademyName: 'האקדמיה לכלכלה' })
})
