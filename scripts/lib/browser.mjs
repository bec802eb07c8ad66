import { existsSync } from 'node:fs'
import { apt, isDebianOfOurOwn } from './apt.mjs'
import { browserPath, SHELL } from './browser-path.mjs'
import { print, runTool } from './run.mjs'

/** What drives the other engines on Debian: Firefox itself, WebKit with its driver and a display, and their videos. */
const ENGINES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'gstreamer1.0-libav', 'gstreamer1.0-plugins-good']
const ENGINE_FILES = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']

/** Says which engines are not looked at for want of their driver; with `install` they are installed where they can be. */
export async function ensureEngines({ install = false } = {}) {
  const missing = () => ENGINE_FILES.filter((file) => !existsSync(file))
  if (install && missing().length > 0 && existsSync('/usr/bin/apt-get')) {
    print('installing Firefox and WebKit for the tests')
    await apt('install', '-y', ...ENGINES)
  }
  if (missing().length > 0) print(`Firefox or WebKit is not tested: ${missing().join(', ')} not found`)
}

/**
 * Sees to it that the tests have a browser: an installed one, else Playwright's, else the system's package manager's. A
 * machine that only runs tests (`CI`) gets the one without windows beside its own where it can.
 */
export async function ensureBrowser() {
  const path = browserPath()
  if (path && (path === SHELL || !isOurMachine())) {
    if (!existsSync(path)) throw new Error(`CHROME_PATH names ${path}, which is not there`)
    return
  }
  print('installing a browser for the tests')
  if (!path && (await runTool('playwright', ['install', 'chromium'], { stdio: 'ignore' })) === 0) return
  await apt('update')
  await apt('install', '-y', 'chromium-headless-shell', 'fonts-noto-core')
  if (!browserPath()) throw new Error('No browser could be installed: install Chromium, or name one with CHROME_PATH')
}

/** Whether a browser may be added to this machine beside the one that it has. */
const isOurMachine = () => isDebianOfOurOwn() && !process.env.CHROME_PATH
