import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserPath } from '../../scripts/lib/browser-path.mjs'
import { BROWSER_SWITCHES } from './browser-switches.ts'

const START_DEADLINE_MS = 30_000

/** A browser of its own process that keeps its data in a folder, so that it can be killed and started again. */
export type KillableBrowser = {
  /** Starts the browser, when it does not run, and gives its page. */
  open(): Promise<Page>
  /** Ends its processes at once, without a word to the pages. */
  kill(): Promise<void>
  close(): Promise<void>
}

export async function startKillableBrowser(): Promise<KillableBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-browser-'))
  const portFile = join(folder, 'DevToolsActivePort')
  let running: ChildProcess | undefined

  async function kill(): Promise<void> {
    const child = running
    if (!child?.pid) return
    running = undefined
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }

  return {
    kill,
    async open() {
      rmSync(portFile, { force: true })
      running = spawn(
        browserPath() ?? chromium.executablePath(),
        [
          ...['--headless=new', '--remote-debugging-port=0', ...BROWSER_SWITCHES],
          ...[`--user-data-dir=${folder}`, '--window-size=1440,900', 'about:blank'],
        ],
        { detached: true, stdio: 'ignore' },
      )
      const [port, path] = await devtoolsAddress(portFile)
      const browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`)
      const context = browser.contexts()[0]
      if (!context) throw new Error('The browser has no window')
      return context.pages()[0] ?? (await context.newPage())
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function devtoolsAddress(portFile: string): Promise<string[]> {
  for (let waited = 0; waited < START_DEADLINE_MS; waited += 100) {
    const lines = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : []
    if (lines.length >= 2) return lines
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The browser did not start')
}
