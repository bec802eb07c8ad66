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

/**
 * Whether two secrets are the same, in a time that does not depend on how much of them is: digests under a key of this one
 * comparison are compared whole, as Supabase's own server library does.
 */
export async function sameSecret(left: string, right: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', crypto.getRandomValues(new Uint8Array(32)), algorithm, false, [
    'sign',
  ])
  const digest = async (text: string) => new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  const [a, b] = await Promise.all([digest(left), digest(right)])
  return a.reduce((difference, byte, i) => difference | (byte ^ (b[i] ?? 0)), 0) === 0
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
