import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

/** How long nothing is asked before a page counts as drawn: one answer leads to the next question. */
const QUIET_MS = 500

type Asked = { open: Set<Request>; lastAt: number }

const askedIn = new WeakMap<BrowserContext, Asked>()

/** Follows what the pages of a browser ask the database for. */
export function followQuestions(context: BrowserContext): void {
  const asked: Asked = { open: new Set(), lastAt: 0 }
  askedIn.set(context, asked)
  const end = (request: Request) => {
    if (asked.open.delete(request)) asked.lastAt = Date.now()
  }
  context.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) asked.open.add(request)
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/**
 * Waits until all that the pages of a browser asked for is answered. What is still on its way when the session ends is
 * refused, as it should be, and the browser writes that down as an error.
 */
export async function untilAnswered(page: Page): Promise<void> {
  const asked = askedIn.get(page.context())
  if (!asked) return
  await expect.poll(() => open(asked) === 0 && Date.now() - asked.lastAt > QUIET_MS).toBe(true)
}

/** How many questions wait. Of one whose page was closed meanwhile no end is ever told. */
const open = (asked: Asked): number => [...asked.open].filter((request) => !request.frame().page().isClosed()).length
