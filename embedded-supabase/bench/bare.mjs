// The bare side of a measurement, in a process of its own: node:http and nothing else, or node:http and pg. It is told
// by a message what to answer, and tells its address.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

const isForked = process.argv[1] === fileURLToPath(import.meta.url)

/**
 * Starts a bare server.
 * @param {{ headers: Record<string, string>, body: string } | { database: object, settings: Record<string, string>, text: string }} what
 * bytes in base64 with their headers, or a statement with the connection and the settings of its transaction
 */
export async function startBare(what) {
  const child = fork(fileURLToPath(import.meta.url))
  const url = await new Promise((resolve) => {
    child.once('message', resolve)
    child.send(what)
  })
  return { url, stop: () => child.kill() }
}

if (isForked) {
  process.once('message', async (what) => {
    const listener = what.body === undefined ? await readRows(what) : sendBytes(what)
    const server = createServer(listener).listen(0, '127.0.0.1', () => {
      process.send?.(`http://127.0.0.1:${server.address().port}`)
    })
  })
}

function sendBytes({ headers, body }) {
  const bytes = Buffer.from(body, 'base64')
  return (_, response) => response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
}

/** What a handler by hand does for a caller: begin, role and claims, the statement, commit, one after the other. */
async function readRows({ database, settings, text }) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ ...database, max: 16 })
  // Connections that are idle when the database stops say so.
  pool.on('error', () => undefined)
  const calls = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, true)`)
  return async (_, response) => {
    const client = await pool.connect()
    try {
      await client.query('begin read only')
      await client.query(`select ${calls.join(', ')}`, Object.values(settings))
      const { rows } = await client.query(text)
      await client.query('commit')
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(rows[0].body)
    } finally {
      client.release()
    }
  }
}
