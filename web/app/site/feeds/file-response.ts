const ONE_HOUR_S = 3600

/** A file that is made on request and may be kept for an hour. */
export const fileResponse = (body: string, contentType: string): Response =>
  new Response(body, {
    headers: { 'content-type': `${contentType}; charset=utf-8`, 'cache-control': `public, max-age=${ONE_HOUR_S}` },
  })

/** When a file cannot be made whole: better none than one with half of the pages. */
export const fileUnavailable = (): Response =>
  new Response('Service Unavailable', { status: 503, headers: { 'retry-after': '60', 'cache-control': 'no-store' } })
