import { beforeEach, expect, test, vi } from 'vitest'
import { alarms } from './http/metrics.ts'
import { reportDamage } from './site.ts'

const error = vi.fn()
beforeEach(() => error.mockClear())
const counted = async () =>
  (await alarms.get()).values.find(({ labels }) => labels.alarm === 'damaged content')?.value ?? 0

test('what cannot be shown raises an alarm once an hour for each place', async () => {
  let now = 0
  const before = await counted()
  const report = reportDamage({ error }, () => now)
  for (const place of ['articles a: body', 'articles a: body', 'courses b: tags']) report(place)
  now = 3_599_999
  report('articles a: body')
  expect(error.mock.calls.map(([{ alarm, place }]) => [alarm, place])).toEqual([
    ['damaged content', 'articles a: body'],
    ['damaged content', 'courses b: tags'],
  ])
  expect((await counted()) - before).toBe(2)
  now = 3_600_000
  report('articles a: body')
  expect(error).toHaveBeenCalledTimes(3)
})

test('nobody fills the log with places', () => {
  const report = reportDamage({ error })
  for (let place = 0; place < 5_000; place++) report(`articles ${place}: body`)
  expect(error).toHaveBeenCalledTimes(1_000)
})
