// Loaded before the server's program: counts what it does to its database and its files, and ends the server, its
// database or both before one of those steps, without a word. Steps and not times, so that a slow machine ends at the same places.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { STEPS_FILE, STOP_AT, STOP_WHAT = 'server', DATA_DIR } = process.env
const stopAt = Number(STOP_AT || 0)
let steps = 0

/** @returns whether the step is the one to stop at */
const step = () => ++steps === stopAt

function stop() {
  if (STOP_WHAT !== 'server') stopDatabase()
  if (STOP_WHAT !== 'database') process.kill(process.pid, 'SIGKILL')
}

function stopDatabase() {
  try {
    process.kill(-Number(readFileSync(`${DATA_DIR}/postgres/postmaster.pid`, 'utf8').split('\n')[0]), 'SIGKILL')
  } catch {
    // It does not run yet.
  }
}

const { readFileSync, writeFileSync } = fs
for (const [module, names] of [
  [fs, ['linkSync', 'mkdirSync', 'mkdtempSync', 'renameSync']],
  [promises, ['rename']],
]) {
  for (const name of names) {
    const real = module[name]
    module[name] = (...words) => {
      if (step()) stop()
      return real(...words)
    }
  }
}
fs.writeFileSync = (file, text, ...words) => {
  if (step()) {
    writeFileSync(file, text.slice(0, text.length / 2), ...words)
    stop()
  }
  return writeFileSync(file, text, ...words)
}
syncBuiltinESMExports()

const handle = await promises.open(process.execPath, 'r')
const prototype = Object.getPrototypeOf(handle)
await handle.close()
const { appendFile } = prototype
prototype.appendFile = async function (bytes, ...words) {
  if (step()) {
    await appendFile.call(this, bytes.subarray(0, bytes.length / 2), ...words)
    stop()
  }
  return appendFile.call(this, bytes, ...words)
}

const { write } = net.Socket.prototype
net.Socket.prototype.write = function (...words) {
  if (this !== process.stdout && this !== process.stderr && step()) stop()
  return write.apply(this, words)
}

process.on('exit', () => STEPS_FILE && !fs.existsSync(STEPS_FILE) && writeFileSync(STEPS_FILE, String(steps)))

const { listen } = net.Server.prototype
net.Server.prototype.listen = function (...words) {
  if (STEPS_FILE) writeFileSync(STEPS_FILE, String(steps))
  return listen.apply(this, words)
}
