import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { scriptsLater } from './features/page-start/scripts-later'

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
        headers.set('content-type', 'text/html; charset=utf-8')
        const page = text(pipe(new PassThrough()))
        page
          .then(
            (html) => new Response(import.meta.env.PROD ? scriptsLater(html) : html, { status: statusCode, headers }),
          )
          .then(resolve, reject)
      },
      onShellError: reject,
      onError() {
        statusCode = 500
      },
    })
    setTimeout(abort, RENDER_DEADLINE_MS).unref()
  })
}
