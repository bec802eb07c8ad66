import autocannon from 'autocannon'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const TURNS = Number(process.env.BENCH_TURNS ?? 3)
const CONNECTIONS = 16
/** The header that tells a server under measurement who calls: many people, not one that its shares hold back. */
export const CALLER_HEADER = 'x-bench-caller'
let callers = 0

/** A caller that nobody was before. */
export function newCaller() {
  callers += 1
  return { [CALLER_HEADER]: `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` }
}

/**
 * The requests a second of each side. The sides take turns and the best turn of each counts: other work on the machine
 * only ever takes away.
 * @param {Record<string, { url: string, headers?: Record<string, string>, paths?: string[] }>} sides
 * `paths` are asked for in turn, each by another caller
 */
export async function compare(sides) {
  const best = Object.fromEntries(Object.keys(sides).map((name) => [name, 0]))
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, side] of Object.entries(sides)) best[name] = Math.max(best[name], await load(side))
  }
  return best
}

async function load({ url, headers = {}, paths }) {
  let next = 0
  const setupRequest = (request) => {
    next += 1
    return { ...request, path: paths[next % paths.length], headers: { ...headers, ...newCaller() } }
  }
  const result = await autocannon({
    ...{ url, headers, connections: CONNECTIONS, duration: SECONDS },
    ...(paths ? { requests: [{ setupRequest }] } : {}),
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`)
  return Math.round(result.requests.average)
}
