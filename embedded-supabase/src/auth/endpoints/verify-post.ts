import { z } from 'zod'
import type { Transaction } from '../../database/index.ts'
import { requireEmail } from '../accounts/email-address.ts'
import { requirePhone } from '../accounts/phone-number.ts'
import { limitRequests } from '../limits.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { text } from '../protocol/fields.ts'
import type { Endpoint, Service } from '../service.ts'
import { sessionAnswer, signIn } from '../sessions/sign-in.ts'
import { acceptToken, HALF_CONFIRMED, releaseMailboxCharge, tokenTypes } from '../tokens/accept.ts'
import { type Redeemed, redeemCode, redeemLinkToken, type TokenType } from '../tokens/one-time.ts'
import { transact } from '../transact.ts'

const schema = z.object({ type: text, token: text, token_hash: text, email: text, phone: text, redirect_to: text })
type Body = z.output<typeof schema>

/** POST /verify: exchanges the token of a link, or an address and its code, for a session. */
export const verifyByPost: Endpoint = async (request) => {
  await limitRequests(request, 'verify')
  const body = await readBody(request.request, schema)
  const types = checkBody(body)
  const answer = await transact(request.service, async (tx) => {
    const redeemed = await redeem(tx, request.service, body, types)
    const accepted = redeemed && (await acceptToken(tx, request.service, redeemed))
    if (!accepted) return expired(body)
    await releaseMailboxCharge(tx, request, redeemed)
    if (accepted.half) return { code: '200', msg: HALF_CONFIRMED }
    return signIn(tx, request, accepted.user.id, 'otp')
  })
  return 'user' in answer ? sessionAnswer(answer) : Response.json(answer)
}

function redeem(tx: Transaction, service: Service, body: Body, types: TokenType[]): Promise<Redeemed | undefined> {
  if (body.token_hash) return redeemLinkToken(tx, service, body.token_hash, types)
  return redeemCode(tx, service, { email: requireEmail(body.email), code: body.token, types })
}

function expired({ token_hash }: Body): AuthError {
  const message = token_hash ? 'Email link is invalid or has expired' : 'Token has expired or is invalid'
  return new AuthError(403, 'otp_expired', message)
}

function checkBody(body: Body): TokenType[] {
  if (!body.type) throw invalid('Verify requires a verification type')
  if (Boolean(body.token) === Boolean(body.token_hash)) throw invalid('Verify requires either a token or a token hash')
  if (body.token_hash && (body.email || body.phone || body.redirect_to)) {
    throw invalid('Only the token_hash and type should be provided')
  }
  if (body.token && Boolean(body.email) === Boolean(body.phone)) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (body.phone) requirePhone(body.phone)
  if (body.phone) throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  const types = tokenTypes(body.type)
  if (!types) throw invalid('Invalid email verification type')
  if (body.token) requireEmail(body.email)
  return types
}
