import { StorageError } from '../errors.ts'

/** A sender that says nothing for so long has gone, and another request of its own may take over. */
const IDLE_MS = 30_000

/**
 * The bytes of a body as they come.
 * @param stop cuts it off where it stands
 * @throws StorageError `AbortedTerminate` when the connection breaks, nothing comes for half a minute, or on `stop`
 */
export async function* bytesOf(
  body: ReadableStream<Uint8Array> | null,
  stop: AbortSignal,
  idleMs = IDLE_MS,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let isCut = stop.aborted
  // A cancelled reader ends at once what waits for it. To race each read with a promise would keep all of the chunks.
  const cut = () => {
    isCut = true
    void reader.cancel().catch(() => undefined)
  }
  stop.addEventListener('abort', cut, { once: true })
  try {
    while (!isCut) {
      const timer = setTimeout(cut, idleMs)
      const next = await reader
        .read()
        .catch(() => undefined)
        .finally(() => clearTimeout(timer))
      if (!next || isCut) break
      if (next.done) return
      yield next.value
    }
  } finally {
    stop.removeEventListener('abort', cut)
  }
  throw new StorageError(400, 'AbortedTerminate', 'The upload was broken off')
}
