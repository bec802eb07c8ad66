/** The headers that let a page of any origin call a function; what a function accepts is decided by its token, not by these. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-max-age': '3600',
}

/** Answers a preflight; undefined for every other request. */
export function preflight(request: Request): Response | undefined {
  return request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: corsHeaders }) : undefined
}
