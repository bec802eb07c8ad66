import { existsSync } from 'node:fs'

/** Chromium without its windows: the same engine, and a fifth less work for the machine in all journeys. */
export const SHELL = '/usr/bin/chromium-headless-shell'

const PLACES = [
  SHELL,
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser to drive: the one that CHROME_PATH names, an installed one, else Playwright's own (undefined). */
export const browserPath = () => process.env.CHROME_PATH ?? PLACES.find((place) => existsSync(place))
