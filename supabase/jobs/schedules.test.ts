import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JOBS } from '../functions/_shared/jobs.ts'
import { cronJobs, cronSchedule, pgCronStatements } from './schedules.ts'

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

test('every job is scheduled, and one that forgets how they went', () => {
  const names = cronJobs().map(({ name }) => name)
  expect(names).toEqual([...Object.keys(JOBS).map((name) => `academy: ${name}`), 'academy: forget how jobs went'])
})

/** How often a job runs in a day. */
const runsADay = (schedule: string): number => {
  const seconds = /^(\d+) seconds$/.exec(schedule)?.[1]
  if (seconds) return 86_400 / Number(seconds)
  const [minute = '', hour] = schedule.split(' ')
  if (hour !== '*') throw new Error(`${schedule} is no pattern of every hour`)
  const every = /^\*\/(\d+)$/.exec(minute)?.[1]
  return 24 * (minute === '*' ? 60 : every ? 60 / Number(every) : 1)
}

test('the page says how many function invocations a month the jobs make, and how many rows a day', () => {
  const page = readFileSync(new URL('../../docs/supabase.md', import.meta.url), 'utf8')
  const sum = (jobs: { schedule: string }[]) => jobs.reduce((runs, { schedule }) => runs + runsADay(schedule), 0)
  const invocations = 30 * sum(cronJobs().filter(({ command }) => command.includes('net.http_post')))
  expect(page).toContain(`${invocations.toLocaleString('en')} function invocations`)
  expect(page).toContain(`${sum(cronJobs()).toLocaleString('en')} rows a day`)
})
