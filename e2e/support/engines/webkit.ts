import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { type Commands, createEnginePage, type ElementHandle, type EnginePage } from './engine-page.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = '/usr/bin/Xvfb'
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const MINI_BROWSER = findMiniBrowser()

export const hasWebKit = existsSync(DRIVER) && existsSync(DISPLAY_SERVER) && MINI_BROWSER !== undefined

/** WebKit of the system, on a display that nobody sees, through its WebDriver. */
export async function openWebKit(): Promise<EnginePage> {
  const [display, screen] = await startDisplay()
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // The pages are our own; in a container the sandbox has nothing to stand on.
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const stop = () => {
    driver.kill()
    screen.kill()
  }
  try {
    return createEnginePage(await startSession(`http://127.0.0.1:${port}/session`, stop))
  } catch (cause) {
    stop()
    throw cause
  }
}

function startDisplay(): Promise<[display: string, screen: ChildProcess]> {
  return new Promise((resolve, reject) => {
    const args = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
    const screen = spawn(DISPLAY_SERVER, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('The display did not start')))
    screen.stdout.once('data', (number: Buffer) => resolve([`:${number.toString().trim()}`, screen]))
  })
}

async function startSession(address: string, stop: () => void): Promise<Commands> {
  const options = { binary: MINI_BROWSER, args: ['--automation'] }
  const asked = { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }
  const { sessionId } = (await send('POST', address, asked)) as { sessionId: string }
  const command = (path: string, body: object) => send('POST', `${address}/${sessionId}/${path}`, body)
  const on = (element: ElementHandle, path: string) => `element/${element[ELEMENT]}/${path}`
  return {
    open: async (url) => void (await command('url', { url })),
    run: (script, args) => command('execute/sync', { script, args }),
    click: async (element) => void (await command(on(element, 'click'), {})),
    type: async (element, text) => void (await command(on(element, 'value'), { text })),
    resize: async (width, height) => void (await command('window/rect', { width, height })),
    async close() {
      await send('DELETE', `${address}/${sessionId}`).catch(() => undefined)
      stop()
    },
  }
}

/** One command of WebDriver, sent again while the driver is starting. @throws what the driver refuses */
async function send(method: string, url: string, body?: object): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
      const { value } = (await answer.json()) as { value: { message?: string } }
      if (!answer.ok) throw new Error(`${url}: ${value.message}`)
      return value
    } catch (cause) {
      if (!(cause instanceof TypeError) || tries > 100) throw cause
      await sleep(50)
    }
  }
}

/** The browser that comes with the driver, in the folder of the machine's kind and of the library's version. */
function findMiniBrowser(): string | undefined {
  return ['x86_64-linux-gnu', 'aarch64-linux-gnu']
    .map((kind) => `/usr/lib/${kind}`)
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/MiniBrowser`))
    .find((path) => path.includes('/webkit2gtk-') && existsSync(path))
}
