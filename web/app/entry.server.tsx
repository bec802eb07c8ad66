import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router'
import { ScriptMark } from './site/early-input/script-mark'
import { scriptsLater } from './site/early-input/scripts-later'

const RENDER_DEADLINE_MS = 5_000
/** What a page asks for in its head is said in its headers too, where nothing that is asked for earlier can miss it. */
const REFERRER = /<meta name="referrer" content="([a-z-]+)"/

/** Renders a page whole: public pages are short, and a whole page can be kept and sent again. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { scriptMark, report }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let statusCode = status
    const page = (
      <ScriptMark value={scriptMark}>
        <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
      </ScriptMark>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: scriptMark,
      // Parts that come to life one by one still arrive in their places, however long they are.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(deadline)
        headers.set('content-type', 'text/html; charset=utf-8')
        text(pipe(new PassThrough()))
          .then((html) => {
            const policy = REFERRER.exec(html.slice(0, html.indexOf('</head>')))?.[1]
            if (policy) headers.set('referrer-policy', policy)
            return new Response(import.meta.env.PROD ? scriptsLater(html) : html, { status: statusCode, headers })
          })
          .then(resolve, reject)
      },
      onShellError(error) {
        clearTimeout(deadline)
        reject(error)
      },
      onError(error) {
        statusCode = 500
        report(error)
      },
    })
    // A finished page clears it: the timer would hold the whole rendering for as long as it runs.
    const deadline = setTimeout(abort, RENDER_DEADLINE_MS).unref()
  })
}

/** Reports what failed here; what nobody could have answered, such as a page that is not there, is no failure. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.report(error)
}
