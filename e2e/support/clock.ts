import type { Page } from '@playwright/test'

const START = new Date('2026-11-21T08:00:00Z')
const LATER = new Date('2026-11-21T08:20:00Z')

/** The page lives by a clock of the test, which runs until `stopClock`. To be called before the page is opened. */
export const installClock = (page: Page): Promise<void> => page.clock.install({ time: START })

/** From now on time passes only by `page.clock.runFor`. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(LATER)
