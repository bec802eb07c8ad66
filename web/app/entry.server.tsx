import { Transform } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

const RENDER_DEADLINE_MS = 5_000

/** Renders a page whole: public pages are short, and a whole page can be kept and sent again. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let statusCode = status
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      // Parts that come to life one by one still arrive in their places, however long they are.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        const body = scriptsLast()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { status: statusCode, headers }))
        pipe(body)
      },
      onShellError: reject,
      onError() {
        statusCode = 500
      },
    })
    setTimeout(abort, RENDER_DEADLINE_MS).unref()
  })
}

/**
 * On a slow line the scripts, which only make the page answer to touch, wait for what draws it. The router has no word
 * for that, so it is written into the head on its way out.
 */
function scriptsLast(): Transform {
  let head: string | undefined = ''
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === undefined) return done(null, chunk)
      // As Latin-1 every byte is a letter, also half of a Hebrew one.
      head += chunk.toString('latin1')
      if (!head.includes('</head>')) return done()
      const written = head.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
      head = undefined
      done(null, Buffer.from(written, 'latin1'))
    },
    flush: (done) => done(null, head ? Buffer.from(head, 'latin1') : undefined),
  })
}
