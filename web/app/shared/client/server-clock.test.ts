import { describe, expect, it } from 'vitest'
import { createServerClock } from './server-clock'

const NOON = Date.UTC(2026, 0, 1, 12)
const DAY = 86_400_000

/** A device whose clock is wrong by so much, in a world whose time can be moved. */
function setUp(skew: number) {
  const world = { now: NOON + 400, skew, slept: 0 }
  const steady = () => world.now - world.slept - NOON
  const clock = createServerClock({ date: () => world.now + world.skew, steady })
  const answer = (asked = steady()) => clock.learn(new Date(world.now).toUTCString(), asked)
  return { world, clock, steady, answer, ahead: () => (clock.now() ?? Number.NaN) - world.now }
}

describe('the clock of the server', () => {
  it('is unknown before its first answer, and after one without a date', () => {
    const { clock } = setUp(0)
    expect(clock.now()).toBeNull()
    clock.learn(null, 0)
    clock.learn('yesterday', 0)
    expect(clock.now()).toBeNull()
  })

  it.each([0, -600_000, 3_600_000, -20 * 365 * DAY, 20 * 365 * DAY])(
    'does not care that this one is wrong by %i ms',
    (skew) => {
      const { world, ahead, answer } = setUp(skew)
      answer()
      world.now += 5_000
      expect(ahead()).toBeGreaterThanOrEqual(0)
      expect(ahead()).toBeLessThanOrEqual(1_000)
    },
  )

  it('comes closer with every answer and is never behind', () => {
    const { world, ahead, answer } = setUp(0)
    answer()
    expect(ahead()).toBe(600)
    world.now += 10_550
    answer()
    expect(ahead()).toBe(50)
    world.now += 300
    answer()
    expect(ahead()).toBe(50)
  })

  it('is ahead by the way of the request at most', () => {
    const { world, ahead, answer, steady } = setUp(0)
    const asked = steady()
    world.now += 3_000
    answer(asked)
    expect(ahead()).toBeGreaterThanOrEqual(0)
    expect(ahead()).toBeLessThanOrEqual(4_000)
  })

  it('does not listen to an answer out of a cache', () => {
    const { world, ahead, answer, clock, steady } = setUp(0)
    answer()
    world.now += 60_000
    clock.learn(new Date(NOON).toUTCString(), steady())
    expect(ahead()).toBe(600)
  })

  it('runs on when somebody sets the clock back', () => {
    const { world, ahead, answer } = setUp(0)
    answer()
    world.skew = -DAY
    world.now += 60_000
    expect(ahead()).toBe(600)
  })

  it('runs on through a sleep of which the steady clock knows nothing', () => {
    const { world, ahead, answer } = setUp(-600_000)
    answer()
    world.now += 8 * 3_600_000
    world.slept = 8 * 3_600_000
    expect(ahead()).toBe(600)
    answer()
    expect(ahead()).toBe(600)
  })

  it('finds back with the next answer when somebody set the clock forward', () => {
    const { world, ahead, answer } = setUp(0)
    answer()
    world.skew = DAY
    expect(ahead()).toBeGreaterThanOrEqual(DAY)
    answer()
    expect(ahead()).toBe(600)
  })
})
