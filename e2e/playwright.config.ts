import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { browserPath } from '../scripts/lib/browser-path.mjs'
import { useTestFolder } from '../scripts/lib/test-folder.mjs'
import { BROWSER_SWITCHES } from './support/browser-switches.ts'

// Also one journey by itself puts its academy where the whole run does.
if (!process.env.TMPDIR) useTestFolder()

const executablePath = browserPath()

/** Everything on every screen; without it the phone gets only what a screen changes, which is tagged so. */
const EVERYTHING = process.env.E2E_EVERYTHING === '1'

export default defineConfig({
  testDir: './tests',
  globalSetup: './support/global-set-up.ts',
  // Emptied when a run begins: the reports of the other parts lie beside it.
  outputDir: '../test-results/e2e',
  // Only what hangs is ended: how long a step takes says how busy the machine is, not whether it is right.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // One more than cores: tests of videos wait more than they work. A project is one academy, whose settings tests change.
  workers: process.env.E2E_PROJECT_URL ? 1 : availableParallelism() + 1,
  // A machine shared with other work may stall one test; what passed only at the second try is named in the summary.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: 60_000,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // Drawing what moves is a sixth of all work: where it is no part of the subject it stands still (`WITH_MOTION`).
    contextOptions: EVERYTHING ? {} : { reducedMotion: 'reduce' },
    // Recording every test takes a quarter of the run: a failed one is recorded by running it alone with --trace on.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_SWITCHES,
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      ...(EVERYTHING ? {} : { grep: /@phone/ }),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
})
