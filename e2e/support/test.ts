import { test as base, expect } from '@playwright/test'
import { type Academy, startAcademy } from './academy.ts'

export { expect } from '@playwright/test'

type TestFixtures = { quietConsole: undefined }
type WorkerFixtures = { academy: Academy }

/** Every worker has an academy of its own; a page that writes an error to the console or leaves the origin fails its test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const academy = await startAcademy()
      await use(academy)
      await academy.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ academy }, use) => use(academy.url),
  quietConsole: [
    async ({ page, academy }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          problems.push(`${message.text()} ${message.location().url}`)
        }
      })
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== academy.url) problems.push(`left the origin: ${request.url()}`)
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})
