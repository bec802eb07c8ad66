import { invalidRequest } from './errors.ts'

const LARGEST_HEAD_BYTES = 8 * 1024
const LARGEST_FIELD_BYTES = 64 * 1024

/** One part of a form. Its body can be read once, before the next part is asked for. */
export type FormPart = {
  name: string
  /** Present for files. */
  fileName: string | undefined
  contentType: string | undefined
  body: AsyncIterable<Uint8Array>
}

/** The boundary of a `multipart/form-data` content type; undefined for any other. */
export function formBoundary(contentType: string | null): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? '') ?? []
  return quoted ?? plain
}

/**
 * Reads a form part by part while it arrives; never holds more than a chunk.
 * @throws StorageError `InvalidRequest` for a form that is not well-formed.
 */
export async function* readForm(source: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  const input = createInput(source)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  for await (const _preamble of input.until(delimiter));
  while ((await input.take(2)).toString() === '\r\n') {
    const head = await collect(input.until(Buffer.from('\r\n\r\n')), LARGEST_HEAD_BYTES)
    const body = input.until(delimiter)
    yield { ...parseHead(head.toString('utf8')), body }
    for await (const _unread of body);
  }
}

/** Reads the text of a form's field. @throws StorageError for more than 64 KiB. */
export async function fieldText({ body }: Pick<FormPart, 'body'>): Promise<string> {
  return (await collect(body, LARGEST_FIELD_BYTES)).toString('utf8')
}

function createInput(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  /** Starts as if a line ended before, so that the first boundary looks like all others. */
  let buffered: Buffer = Buffer.from('\r\n')

  async function more(): Promise<void> {
    const { done, value } = await chunks.next()
    if (done) throw invalidRequest('The form ended too early')
    buffered = Buffer.concat([buffered, value])
  }

  return {
    /** All bytes up to a delimiter, which is swallowed. */
    async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        const ready = at >= 0 ? at : Math.max(0, buffered.length - delimiter.length + 1)
        const chunk = buffered.subarray(0, ready)
        buffered = buffered.subarray(at >= 0 ? at + delimiter.length : ready)
        if (chunk.length > 0) yield chunk
        if (at >= 0) return
        await more()
      }
    },
    async take(count: number): Promise<Buffer> {
      while (buffered.length < count) await more()
      const taken = buffered.subarray(0, count)
      buffered = buffered.subarray(count)
      return taken
    },
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) throw invalidRequest('A field of the form is too large')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function parseHead(head: string): Omit<FormPart, 'body'> {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(head)?.[1]
  if (disposition === undefined) throw invalidRequest('A part of the form has no name')
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    fileName: /;\s*filename="([^"]*)"/i.exec(disposition)?.[1],
    // Trimmed apart: a pattern that did so would try each space before the end with all behind it.
    contentType: /^content-type:(.+)$/im.exec(head)?.[1]?.trim() || undefined,
  }
}
