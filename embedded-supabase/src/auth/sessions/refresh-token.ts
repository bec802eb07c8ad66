import { createHmac, randomBytes } from 'node:crypto'
import type { Transaction } from '../../database/index.ts'
import type { Service } from '../service.ts'
import { base32, sha256 } from '../tokens/random.ts'

const TOKEN_BYTES = 20

export type RefreshTokenRow = {
  id: string
  token: string
  user_id: string
  session_id: string | null
  parent: string | null
  salt: string
  revoked: boolean
  updated_at: Date
}

type Made = { userId: string; sessionId: string; parent?: string | undefined }

/**
 * Adds a refresh token to a session. Only its hash is stored; it is made from its parent, a stored salt and the key
 * of the server, so that a client that lost the answer to its refresh can be given the same token again.
 */
export async function addRefreshToken(tx: Transaction, service: Service, made: Made): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  const token = deriveToken(service, made.parent ?? '', salt)
  await tx.query(
    'insert into auth.refresh_tokens (token, user_id, session_id, parent, salt) values ($1, $2, $3, $4, $5)',
    [sha256(token), made.userId, made.sessionId, made.parent ? sha256(made.parent) : null, salt],
  )
  return token
}

/** The token that was made from this parent and salt. */
export function deriveToken({ secret }: Service, parent: string, salt: string): string {
  return base32(createHmac('sha256', secret).update(`${salt}.${parent}`).digest().subarray(0, TOKEN_BYTES))
}
