import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEnginePage, type ElementHandle, type EnginePage } from './engine-page.ts'

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']
const BINARY = PLACES.find((place) => existsSync(place))
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_DEADLINE_MS = 120_000

/** A port that it chooses, videos that play when told to, and nothing of what a new profile does for itself. */
const PREFERENCES = [
  ...['"marionette.port", 0', '"media.autoplay.default", 0', '"browser.startup.homepage_override.mstone", "ignore"'],
  ...['"datareporting.policy.dataSubmissionEnabled", false', '"toolkit.telemetry.enabled", false'],
  ...['"app.normandy.enabled", false', '"network.captive-portal-service.enabled", false'],
  ...['"browser.shell.checkDefaultBrowser", false', '"dom.ipc.processPrelaunch.enabled", false'],
]

export const hasFirefox = BINARY !== undefined

/** Firefox without a window, through Marionette, the protocol that it speaks itself. */
export async function openFirefox(): Promise<EnginePage> {
  if (!BINARY) throw new Error('There is no Firefox')
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  writeFileSync(join(profile, 'user.js'), PREFERENCES.map((preference) => `user_pref(${preference});\n`).join(''))
  const browser = spawn(BINARY, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  const stop = async () => {
    browser.kill()
    await ended
    rmSync(profile, { recursive: true, force: true })
  }
  try {
    const ask = await speakMarionette(await portIn(profile))
    await ask('WebDriver:NewSession', {})
    const idOf = (element: ElementHandle) => ({ id: element[ELEMENT] })
    return createEnginePage({
      open: async (url) => void (await ask('WebDriver:Navigate', { url })),
      run: async (script, args) =>
        ((await ask('WebDriver:ExecuteScript', { script, args })) as { value: unknown }).value,
      click: async (element) => void (await ask('WebDriver:ElementClick', idOf(element))),
      type: async (element, text) => void (await ask('WebDriver:ElementSendKeys', { ...idOf(element), text })),
      resize: async (width, height) => void (await ask('WebDriver:SetWindowRect', { width, height })),
      close: stop,
    })
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** The port that the browser chose, once it has written it down. */
async function portIn(profile: string): Promise<number> {
  const file = join(profile, 'MarionetteActivePort')
  for (let waited = 0; waited < START_DEADLINE_MS; waited += 100) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (port > 0) return port
    await sleep(100)
  }
  throw new Error('Firefox did not start')
}

type Answer = [kind: 1, id: number, error: { message: string } | null, value: unknown]

/** Messages are JSON behind their length in bytes and a colon; the first one, which no one asked for, names the protocol. */
async function speakMarionette(port: number): Promise<(name: string, parameters: object) => Promise<unknown>> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(port, '127.0.0.1', () => resolve(opened)).once('error', reject)
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(cause: Error): void }>()
  let received = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (let message = take(); message; message = take()) {
      if (!Array.isArray(message)) continue
      const [, id, error, value] = message as Answer
      if (error) waiting.get(id)?.reject(new Error(error.message))
      else waiting.get(id)?.resolve(value)
      waiting.delete(id)
    }
  })
  function take(): unknown {
    const colon = received.indexOf(':')
    const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
    if (colon < 0 || received.length < end) return undefined
    const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
    received = received.subarray(end)
    return message
  }
  let sent = 0
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      sent += 1
      waiting.set(sent, { resolve, reject })
      const text = JSON.stringify([0, sent, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}
