import { expect, type Page } from '@playwright/test'

const START = new Date('2026-11-21T08:00:00Z')
const LATER = new Date('2026-11-21T08:20:00Z')

/** The page lives by a clock of the test, which runs until `stopClock`. To be called before the page is opened. */
export const installClock = (page: Page): Promise<void> => page.clock.install({ time: START })

/** From now on time passes only by `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(LATER)

/** Lets a stopped clock go on by steps until something holds, for what comes with an answer and the next timers. */
export const inSmallSteps = (page: Page, holds: () => Promise<unknown>): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(20)
    await holds()
  }).toPass()
