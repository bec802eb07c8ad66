import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser to drive: the one that CHROME_PATH names, an installed Chrome or Chromium, else Playwright's own (undefined). */
export function browserPath(): string | undefined {
  return process.env.CHROME_PATH ?? PLACES.find((place) => existsSync(place))
}
