import { existsSync } from 'node:fs'
import { run, runTool, say } from './run.mjs'

const PLACES = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const installed = () =>
  process.env.CHROME_PATH ? existsSync(process.env.CHROME_PATH) : PLACES.some((p) => existsSync(p))

/** Sees to it that the tests have a browser: an installed one, else Playwright's, else the system's package manager's. */
export async function ensureBrowser() {
  if (installed()) return
  say('no Chrome or Chromium found: installing one for the tests')
  if ((await runTool('playwright', ['install', 'chromium'], { stdio: 'ignore' })) === 0) return
  const privileged = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [command, ...rest] = [...privileged, 'apt-get', ...args]
    return run(command, rest, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  await apt('update')
  await apt('install', '-y', 'chromium', 'fonts-noto-core')
  if (!installed()) throw new Error('No browser could be installed: install Chromium, or name one with CHROME_PATH')
}
