/**
 * Reads a request's body up to a limit; undefined when there is none.
 * @returns `'too large'` as soon as the limit is passed; the rest is not read.
 */
export async function readLimited(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined | 'too large'> {
  if (!request.body) return undefined
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too large'
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return 'too large'
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
