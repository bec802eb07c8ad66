import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cronSchedule, pgCronStatements } from './schedules.ts'

test.each([
  ['*/5 * * * * *', '5 seconds'],
  ['20 * * * * *', '* * * * *'],
  ['0 17 * * * *', '17 * * * *'],
  ['45 */5 * * * *', '*/5 * * * *'],
  ['*/5 3 * * * *', '3 * * * *'],
])('%s is %s to pg_cron', (schedule, expected) => {
  expect(cronSchedule(schedule)).toBe(expected)
})

test('the file is what `npm run jobs` writes', () => {
  expect(readFileSync(new URL('pg_cron.sql', import.meta.url), 'utf8')).toBe(pgCronStatements())
})
