type BoundedBody = { stream: ReadableStream<Uint8Array>; isExceeded(): boolean }

/**
 * Hands on a request's body as it comes, up to a limit: whoever reads it decides whether and how much of it is read.
 * @returns undefined when there is none, `'too large'` where its length says so; where it turns out to be longer than
 * that, the stream breaks off and `isExceeded` is true
 */
export function boundedBody(request: Request, maxBytes: number): BoundedBody | undefined | 'too large' {
  if (!request.body) return undefined
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too large'
  let bytes = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new Error(`The body is larger than ${maxBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
  return { stream: request.body.pipeThrough(bound), isExceeded: () => bytes > maxBytes }
}
