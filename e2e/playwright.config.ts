import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './support/browser-path.ts'

const executablePath = browserPath()

/** What does not depend on the size of the screen is tried on one. */
const ANY_SCREEN =
  /(letter-(routes|forms|callback|session|errors|tabs|timers)|mail-delivery|link-safety|stored-xss)\.spec\.ts$/

export default defineConfig({
  testDir: './tests',
  outputDir: '../test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // A machine shared with other work may stall one test; what passed only at the second try is named in the summary.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: ANY_SCREEN,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
})
