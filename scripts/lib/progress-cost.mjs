import { newCourse, newStudent } from './served.mjs'

const BATCHES = [10, 25, 50, 100, 250, 500]

/**
 * What saving progress costs over HTTP, in batches that update existing rows; the best of several turns each, for other
 * work on the machine only ever adds. A request has a price of its own and one for each row: `fixedMs` and `rowMicros`
 * are the line through the measured points.
 * @returns {Promise<{ perRow: Record<number, number>, fixedMs: number, rowMicros: number }>} µs a row by size of the batch
 */
export async function costOfProgress(server, turns = 12) {
  const points = []
  for (const rows of BATCHES) {
    const token = await newStudent(server)
    const updates = await newCourse(server, rows)
    let best = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < turns; turn += 1) {
      const body = { updates: updates(10 + turn) }
      const began = performance.now()
      const { saved } = await server.call('/rest/v1/rpc/save_progress', body, token)
      best = Math.min(best, performance.now() - began)
      if (saved !== rows) throw new Error(`${saved} of ${rows} rows of progress were saved`)
    }
    points.push([rows, best])
  }
  const { fixed, slope } = line(points)
  return {
    perRow: Object.fromEntries(points.map(([rows, ms]) => [rows, Math.round((ms * 1000) / rows)])),
    fixedMs: Math.round(fixed * 10) / 10,
    rowMicros: Math.round(slope * 1000),
  }
}

/** The figures in one line. */
export function formatCost({ perRow, fixedMs, rowMicros }) {
  const list = Object.entries(perRow).map(([rows, micros]) => `${rows} rows: ${micros}`)
  return `progress in one statement, µs a row: ${list.join(', ')}; a request ${fixedMs} ms, a row ${rowMicros} µs`
}

function line(points) {
  const mean = (pick) => points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [x, y] = [mean(([rows]) => rows), mean(([, ms]) => ms)]
  const slope = mean(([rows, ms]) => (rows - x) * (ms - y)) / mean(([rows]) => (rows - x) ** 2)
  return { fixed: y - slope * x, slope }
}
