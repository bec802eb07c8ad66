// One address sends its requests at once, again and again, in a thread of its own, so that whoever measures waits for the
// server and not for the attacker's work. A worker of scripts/fairness.mjs.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { expensiveWrites, send } from './expensive-writes.mjs'

const { kinds, worst, paths, target } = workerData
const { url, anonKey, headers } = target
const own = { ...headers, apikey: anonKey, authorization: `Bearer ${anonKey}` }
const all = {
  reads: paths.map((path) => () => send(`${url}${path}`, { headers: own })),
  ...(await expensiveWrites(target)),
}
/** So many of a list, from all its parts. */
const spread = (list, count) => Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)])
const sends = kinds.length > 1 ? kinds.flatMap((kind) => spread(all[kind], worst / kinds.length)) : all[kinds[0]]
const statuses = []
let going = true
parentPort.once('message', () => {
  going = false
})
parentPort.postMessage('ready')
await Promise.all(
  sends.map(async (sendOne) => {
    while (going) {
      statuses.push(await sendOne())
      await sleep(20)
    }
  }),
)
parentPort.postMessage(statuses)
