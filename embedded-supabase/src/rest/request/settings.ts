import type { ApiRequest } from './parse-request.ts'

/** The transaction settings by which functions and policies see the request (protocol 2.9). */
export function requestSettings(
  { method, path, schema, preferences }: ApiRequest,
  headers: Headers,
  extraSearchPath: string[],
): Record<string, string> {
  const searchPath = [...new Set([schema, ...extraSearchPath])]
  return {
    search_path: searchPath.map((name) => `"${name.replaceAll('"', '""')}"`).join(', '),
    'request.method': method,
    'request.path': path,
    'request.headers': JSON.stringify(Object.fromEntries(headers)),
    'request.cookies': cookiesJson(headers.get('cookie')),
    ...(preferences.timezone === undefined ? {} : { timezone: preferences.timezone }),
  }
}

function cookiesJson(header: string | null): string {
  if (!header) return '{}'
  const pairs = header.split(';').map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? ['', ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
  })
  return JSON.stringify(Object.fromEntries(pairs.filter(([name]) => name !== '')))
}
