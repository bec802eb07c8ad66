import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const SETTLE_MS = 100
const ENDINGS = ['SIGTERM', 'SIGINT', 'SIGHUP']
const LOOK_FOR_PARENT_MS = 200
const SOURCE = /(?<![.]test)[.](ts|json|toml|sql|html)$/

/**
 * Runs a script of Node and starts it again when a source below the folders changes. It is always told by SIGTERM and
 * waited for, so that it can put away what it started itself; it is told, too, when this process is, or its parent is gone.
 * A script that failed is started again after the next change.
 * @param {string[]} argv arguments of Node
 * @param {string[]} folders below the repository's root
 * @returns {Promise<number>} the exit code of a script that ended by itself, or was told to
 */
export function runRestarting(argv, folders) {
  return new Promise((resolve) => {
    let child
    let isChanged = false
    let isEnding = false
    let settling

    function launch() {
      isChanged = false
      const started = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' })
      child = started
      started.once('exit', (code, signal) => {
        child = undefined
        if (isEnding || (!isChanged && (code === 0 || ENDINGS.includes(signal)))) return end(code ?? 1)
        if (isChanged) return launch()
        console.error('It ended with an error and is started again when a source changes.')
      })
    }

    function change(name) {
      if (!SOURCE.test(name ?? '')) return
      clearTimeout(settling)
      settling = setTimeout(() => {
        console.log(`${name} changed: starting again`)
        isChanged = true
        if (child) child.kill('SIGTERM')
        else launch()
      }, SETTLE_MS)
    }

    function end(code) {
      for (const watcher of watchers) watcher.close()
      clearTimeout(settling)
      clearInterval(orphaned)
      resolve(code)
    }

    const watchers = folders.map((folder) => watch(join(root, folder), { recursive: true }, (_, name) => change(name)))
    function signalToEnd() {
      isEnding = true
      if (child) child.kill('SIGTERM')
      else end(0)
    }

    for (const signal of ENDINGS) process.on(signal, signalToEnd)
    // The shell that npm runs a command in ends by a signal without passing it on.
    const parent = process.ppid
    const orphaned = setInterval(() => process.ppid === parent || isEnding || signalToEnd(), LOOK_FOR_PARENT_MS)
    launch()
  })
}
