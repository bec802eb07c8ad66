/** Whose access token it is, by what it says itself; null for anything that is no token. Protects nothing: servers check. */
export function tokenOwner(token: string): string | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    const sub = typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}
