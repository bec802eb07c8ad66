// Sends 500 MB in parts with the client that browsers use, breaks off once, kills the server once in the middle, goes on
// both times, and compares what is stored. Prints what the server's memory came to. Usage: node scripts/uploads.mjs [MB]
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Upload } from 'tus-js-client'
import { measure, report } from './lib/measure.mjs'
import { keyHeaders } from './lib/served.mjs'

const MB = 1_000_000
/** As Supabase wants all parts but the last to be. */
const PART_BYTES = 6 * 1024 * 1024
const size = Number(process.argv[2] ?? 500) * MB
let server
let file

await measure(async ({ dataDirectory, start }) => {
  file = join(dataDirectory, '..', 'video.mp4')
  const sent = await writeFile()
  server = await start()
  await server.call('/storage/v1/bucket', { id: 'measured', name: 'measured' })
  const memory = { before: server.memoryMb(), peak: 0 }
  const watch = setInterval(() => {
    memory.peak = Math.max(memory.peak, server.memoryMb())
  }, 50)
  const began = performance.now()

  // What is interrupted leaves in one request, so that bytes are under way; the rest in parts.
  const brokenOff = await upload({ until: size * 0.3 })
  const killed = await upload({ url: brokenOff.url, until: size * 0.6, interrupt: () => server.kill() })
  server = await start()
  const whole = await upload({ url: killed.url.replace(/^http:\/\/[^/]+/, server.url), partBytes: PART_BYTES })
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)

  console.log({
    megabytes: size / MB,
    keptOfWhatWasSent: { beforeBreakingOff: brokenOff.sent / MB, beforeKill: killed.sent / MB },
    serverMegabytes: memory,
    seconds: Math.round(seconds),
  })
  report(`went on after breaking off at ${killed.offset / MB} MB`, killed.offset > 0)
  report(`went on after the kill at ${whole.offset / MB} MB`, whole.offset > killed.offset)
  report('what is stored is what was sent', (await hashOfStored()) === sent)
})

/** Writes a file of random bytes; its hash. */
async function writeFile() {
  const hash = createHash('sha256')
  function* chunks() {
    for (let left = size; left > 0; left -= MB) {
      const chunk = randomBytes(MB)
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file))
  return hash.digest('hex')
}

/** Sends until it is done or interrupted after so many bytes; its address, where it went on, and how much was sent. */
function upload({ url, until = size + 1, partBytes = Number.POSITIVE_INFINITY, interrupt }) {
  return new Promise((resolve, reject) => {
    const state = { url, offset: 0, sent: 0 }
    let isInterrupted = false
    const sending = new Upload(createReadStream(file), {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      uploadUrl: url ?? null,
      headers: keyHeaders(server.serviceRoleKey),
      metadata: { bucketName: 'measured', objectName: 'video.mp4', contentType: 'video/mp4' },
      chunkSize: partBytes,
      retryDelays: null,
      onAfterResponse(request, response) {
        if (request.getMethod() === 'HEAD') state.offset = Number(response.getHeader('Upload-Offset'))
      },
      onProgress(bytes) {
        state.sent = bytes
        if (bytes < until || isInterrupted) return
        isInterrupted = true
        const over = () => sending.abort().then(() => resolve({ ...state, url: sending.url }))
        void (interrupt ? interrupt().then(over) : over())
      },
      onError: (error) => isInterrupted || reject(error),
      onSuccess: () => resolve({ ...state, url: sending.url }),
    })
    sending.start()
  })
}

async function hashOfStored() {
  const response = await fetch(`${server.url}/storage/v1/object/measured/video.mp4`, {
    headers: keyHeaders(server.serviceRoleKey),
  })
  const hash = createHash('sha256')
  for await (const chunk of response.body) hash.update(chunk)
  return hash.digest('hex')
}
