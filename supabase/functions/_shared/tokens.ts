const encoder = new TextEncoder()

/** SHA-256 in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A secret of 256 random bits that can stand in a link. */
export function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Whether two secrets are the same, without telling by the time how much of them is. */
export async function sameSecret(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256Hex(left), sha256Hex(right)])
  return a === b
}

/** The token of an `Authorization: Bearer` header; undefined when there is none. */
export function bearer(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** What an access token says, read but not verified; undefined for anything else. */
export function tokenClaims(token: string): Record<string, unknown> | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(payload)) ?? undefined) as Record<string, unknown> | undefined
  } catch {
    return undefined
  }
}

/** The subject of an access token, read but not verified; undefined for anything else. */
export function tokenSubject(token: string): string | undefined {
  const subject = tokenClaims(token)?.sub
  return typeof subject === 'string' ? subject : undefined
}
