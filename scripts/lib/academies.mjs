import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { root } from './run.mjs'
import { isReady } from './served.mjs'

const MAIN = join(root, 'server/build/main.js')
const OPTIONS = ['--max-old-space-size=256']

const environmentOf = (dataDirectory, siteUrl) => ({
  ...process.env,
  ...{ NODE_ENV: 'production', SITE_URL: siteUrl, DATA_DIR: dataDirectory },
  ...{ LOG_LEVEL: 'error', CLIENT_ADDRESS_HEADER: 'x-forwarded-for' },
})

/** One academy on a socket that outlives it, as one of systemd does; `main` in the folder `cwd` starts it. */
export async function academyOnSocket(dataDirectory, siteUrl, { main = MAIN, cwd = root } = {}) {
  const listening = createServer()
  await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address()
  const once = `LISTEN_PID=$$ exec "$0" ${OPTIONS.join(' ')} "$1"`
  const loop = `trap 'over=1' USR1; until [ "$over" ]; do sh -c '${once}' "$0" "$1" & wait; wait; done`
  // Stands for systemd: keeps the socket, and starts the academy on it whenever it has ended.
  const holder = spawn('/bin/sh', ['-c', loop, process.execPath, main], {
    cwd,
    env: { ...environmentOf(dataDirectory, siteUrl), LISTEN_FDS: '1' },
    stdio: ['ignore', 'ignore', 'inherit', listening._handle.fd],
  })
  listening.close()
  const file = join(dataDirectory, 'running.json')
  const running = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).pid
    } catch {
      // Nobody listens: the one before took its note away.
      return undefined
    }
  }
  while (running() === undefined) await sleep(20)
  return {
    ports: [port],
    async restart() {
      const before = running()
      process.kill(before, 'SIGTERM')
      while (running() === before || running() === undefined) await sleep(20)
    },
    async stop() {
      const ended = new Promise((resolve) => holder.once('exit', resolve))
      holder.kill('SIGUSR1')
      process.kill(running(), 'SIGTERM')
      await ended
    },
  }
}

/** Two academies that share a PostgreSQL and a data folder; `restart` takes one and then the other. */
export async function academiesOnDatabase(dataDirectory, siteUrl) {
  const ports = [await freePort(), await freePort()]
  const children = []
  async function start(which) {
    children[which] = spawn(process.execPath, [...OPTIONS, MAIN], {
      env: { ...environmentOf(dataDirectory, siteUrl), PORT: String(ports[which]) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (!(await isReady(`http://127.0.0.1:${ports[which]}`))) {
      if (children[which].exitCode !== null) throw new Error(`the academy ended with ${children[which].exitCode}`)
      await sleep(50)
    }
  }
  const stop = (child) =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  // The first makes keys and schema, which the second finds.
  await start(0)
  await start(1)
  let turn = 0
  return {
    ports,
    async restart() {
      const which = turn++ % 2
      await stop(children[which])
      await start(which)
    },
    stop: () => Promise.all(children.map(stop)),
  }
}
