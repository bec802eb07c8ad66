/** The bytes of a body; undefined where there are more than `most`, which are not read. */
export async function readBytes(stream: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of stream ?? []) {
    bytes += part.byteLength
    if (bytes > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A body came too slowly. */
export class SlowBody extends Error {
  override name = 'SlowBody'
}

/**
 * Hands on a body as long as it comes: all of it has `graceMs`, and as much again as its bytes need at `bytesPerMs`.
 * @throws SlowBody
 */
export async function* inTime(
  stream: ReadableStream<Uint8Array> | null,
  { graceMs, bytesPerMs }: { graceMs: number; bytesPerMs: number },
): AsyncGenerator<Uint8Array> {
  if (!stream) return
  const reader = stream.getReader()
  const cancel = () => reader.cancel().catch(() => undefined)
  let endsAt = performance.now() + graceMs
  try {
    for (;;) {
      let isLate = false
      const giveUp = () => {
        isLate = true
        void cancel()
      }
      const timer = setTimeout(giveUp, endsAt - performance.now())
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (isLate) throw new SlowBody()
      if (done) return
      endsAt += value.byteLength / bytesPerMs
      yield value
    }
  } finally {
    void cancel()
  }
}
