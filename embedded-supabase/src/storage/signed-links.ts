import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { invalidToken } from './errors.ts'

/** What a signed link lets its holder do, and with which object (`bucket/path`). */
type LinkClaims =
  | { use: 'download'; url: string }
  | { use: 'upload'; url: string; owner: string | undefined; upsert: boolean }

export type SignedLinks = {
  /** @param expiresIn seconds from now */
  sign(claims: LinkClaims, expiresIn: number): Promise<string>
  /** @throws StorageError `InvalidJWT` for a token that is false, expired, or for another use or object. */
  verify<Use extends LinkClaims['use']>(
    token: string,
    use: Use,
    url: string,
  ): Promise<Extract<LinkClaims, { use: Use }>>
}

/** Signs links with a key derived from the project's secret, so that no link can pass for an API key or a session. */
export function createSignedLinks(jwtSecret: string): SignedLinks {
  const key = createHmac('sha256', jwtSecret).update('storage links').digest()
  return {
    sign(claims, expiresIn) {
      const now = Math.floor(Date.now() / 1000)
      const link = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' })
      return link
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(key)
    },
    async verify(token, use, url) {
      const claims = await readToken(token, key)
      if (claims.use !== use || claims.url !== url) throw invalidToken('signature verification failed')
      return claims as Extract<LinkClaims, { use: typeof use }>
    },
  }
}

async function readToken(token: string, key: Uint8Array): Promise<LinkClaims> {
  try {
    return (await jwtVerify<LinkClaims>(token, key, { algorithms: ['HS256'] })).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidToken('jwt expired')
    throw invalidToken(error instanceof errors.JWSInvalid ? 'Invalid Compact JWS' : 'signature verification failed')
  }
}
