import { test as base, expect } from '@playwright/test'
import { type Academy, ADDRESS_HEADER, startAcademy } from './academy.ts'
import { followQuestions } from './answered.ts'
import { attachProject, PROJECT_URL } from './project.ts'

export { expect } from '@playwright/test'

type TestFixtures = { problems: string[]; alsoAsks: string; quietConsole: undefined }
type WorkerFixtures = { academy: Academy }

/**
 * What a browser writes down while there is no connection, for tests that take it away. The router, which looks ahead
 * for the pages that links lead to, has words of its own for it.
 */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED|^Failed to fetch manifest patches/
/** The same while the server is killed and until it is back. */
export const SERVER_AWAY =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503|^Failed to fetch manifest patches/

/** For tests of what moves: panels, menus, toasts and what lies under a finger. Elsewhere nothing does (0138). */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

let callers = 0

/** The header by which a browser of the test is a caller of its own. A project elsewhere believes nobody's. */
export const addressOfCaller = (address: string): Record<string, string> =>
  PROJECT_URL ? {} : { [ADDRESS_HEADER]: address }

/** Every worker has an academy of its own, or all share the one of a project. Alone, this is for tests that bring a browser of their own. */
export const academyTest = base.extend<object, WorkerFixtures>({
  academy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      if (PROJECT_URL) return use(attachProject(PROJECT_URL))
      const academy = await startAcademy({ CLIENT_ADDRESS_HEADER: ADDRESS_HEADER })
      await use(academy)
      await academy.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/**
 * A page that writes an error to the console or leaves the origin fails its test. `alsoAsks` is the one other origin
 * that a test expects to be asked.
 */
export const test = academyTest.extend<TestFixtures>({
  baseURL: async ({ academy }, use) => use(academy.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
  extraHTTPHeaders: async ({}, use) => {
    callers += 1
    await use(addressOfCaller(`10.0.${callers >> 8}.${callers & 255}`))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
  problems: async ({}, use) => use([]),
  alsoAsks: ['', { option: true }],
  quietConsole: [
    async ({ context, academy, problems, alsoAsks }, use) => {
      followQuestions(context)
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          problems.push(`${message.text()} ${message.location().url}`)
      })
      context.on('weberror', (error) => problems.push(error.error().message))
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url())
        if (
          protocol.startsWith('http') &&
          ![academy.url, new URL(academy.supabaseUrl).origin, alsoAsks].includes(origin)
        )
          problems.push(`left the origin: ${request.url()}`)
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * For a test that provokes a refusal: takes the browser's own words about it ("Failed to load resource ...") out of
 * the problems. Whatever else was written there still fails the test.
 */
export function expectRefusals(problems: string[], pattern: RegExp): void {
  const isWritten = problems.some((problem) => pattern.test(problem))
  expect(isWritten, 'the provoked refusal was written to the console').toBe(true)
  allowRefusals(problems, pattern)
}

/** For a refusal that the browser may or may not have written down before its page was left. */
export function allowRefusals(problems: string[], pattern: RegExp): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)))
}
