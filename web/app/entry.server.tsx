import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
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
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        text(body).then((page) => resolve(new Response(afterPicture(page), { status: statusCode, headers })), reject)
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

/** On a slow line the scripts, which only make the page answer to touch, wait for what draws it. */
const afterPicture = (page: string): string =>
  page.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
