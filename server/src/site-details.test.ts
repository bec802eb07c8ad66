import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SiteDetails, toSiteDetails } from 'web/site'
import { cacheSiteDetails } from './site-details.ts'

const log = pino({ level: 'silent' })
const named = (name: string, notice: SiteDetails['notice'] = null) => ({
  ...toSiteDetails({ academy_name: name }),
  notice,
})
const nameOf = async (details: Promise<SiteDetails>) => (await details).name

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('pages share one reading, and the next one after a change waits for a new one', async () => {
  const read = vi.fn(async () => named('first'))
  const keeper = cacheSiteDetails(read, log, { freshMs: 1000 })
  expect(await Promise.all([keeper.current(), keeper.current()].map(nameOf))).toEqual(['first', 'first'])
  expect(read).toHaveBeenCalledTimes(1)
  read.mockImplementation(async () => named('second'))
  keeper.forget()
  expect(await nameOf(keeper.current())).toBe('second')
  expect(read).toHaveBeenCalledTimes(2)
})

test('a reading from before a change is never shown after it', async () => {
  let answer: (details: SiteDetails) => void = () => undefined
  const read = vi.fn(() => new Promise<SiteDetails>((resolve) => (answer = resolve)))
  const keeper = cacheSiteDetails(read, log, { freshMs: 1000 })
  const early = keeper.current()
  const slow = answer
  keeper.forget()
  slow(named('old'))
  answer(named('new'))
  expect(await nameOf(early)).toBe('new')
  expect(await nameOf(keeper.current())).toBe('new')
})

test('what grew old is read again without keeping a page waiting; a failure leaves what was known', async () => {
  const read = vi.fn(async () => named('first'))
  const keeper = cacheSiteDetails(read, log, { freshMs: 1000 })
  await keeper.current()
  read.mockImplementation(async () => named('second'))
  vi.advanceTimersByTime(1001)
  expect(await nameOf(keeper.current())).toBe('first')
  expect(await nameOf(keeper.current())).toBe('second')
  read.mockRejectedValue(new Error('away'))
  keeper.forget()
  expect(await nameOf(keeper.current())).toBe('second')
})

test('kept pages are told when a notice comes and when it goes', async () => {
  const start = Date.now() + 5000
  const keeper = cacheSiteDetails(async () => named('x', { text: 'x', startsAt: start, endsAt: start + 5000 }), log, {
    freshMs: 60_000,
  })
  const turned = vi.fn(() => keeper.forget())
  keeper.onTurn(turned)
  await keeper.current()
  await vi.advanceTimersByTimeAsync(4999)
  expect(turned).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(turned).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(turned).toHaveBeenCalledTimes(2)
})
