import { expect, test } from 'vitest'
import { bytesOf } from './body.ts'

const never = new AbortController().signal

async function read(body: ReadableStream<Uint8Array> | null, stop = never, idleMs = 60_000) {
  const parts: Uint8Array[] = []
  let error: unknown
  try {
    for await (const part of bytesOf(body, stop, idleMs)) parts.push(part)
  } catch (caught) {
    error = caught
  }
  return { text: Buffer.concat(parts).toString(), error }
}

/** A body that sends one chunk and then does what it is told. */
const after = (then: (controller: ReadableStreamDefaultController<Uint8Array>) => void, onCancel = () => {}) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('half'))
      then(controller)
    },
    cancel: onCancel,
  })

test('gives all that comes', async () => {
  expect(await read(after((controller) => controller.close()))).toEqual({ text: 'half', error: undefined })
  expect(await read(null)).toEqual({ text: '', error: undefined })
})

test('gives what came before the connection broke', async () => {
  const broken = after((controller) => setTimeout(() => controller.error(new Error('gone'))))
  expect(await read(broken)).toMatchObject({ text: 'half', error: { error: 'AbortedTerminate' } })
})

test('gives up a sender that says nothing more, and lets it go', async () => {
  let isLetGo = false
  const silent = after(
    () => undefined,
    () => {
      isLetGo = true
    },
  )
  expect(await read(silent, never, 10)).toMatchObject({ text: 'half', error: { error: 'AbortedTerminate' } })
  expect(isLetGo).toBe(true)
})

test('ends where it stands when it is told to', async () => {
  const stop = new AbortController()
  const reading = read(
    after(() => undefined),
    stop.signal,
  )
  stop.abort()
  expect(await reading).toMatchObject({ error: { error: 'AbortedTerminate' } })
  expect(
    await read(
      after((controller) => controller.close()),
      stop.signal,
    ),
  ).toMatchObject({ text: '' })
})
