import { ask } from '../_shared/deadline.ts'
import { env, requiredEnv } from '../_shared/env.ts'
import { clientAddress, json, readJson } from '../_shared/http.ts'
import { foldDigits, stripInvisible } from '../_shared/invisible.ts'
import { credentials, serviceKey } from '../_shared/project-keys.ts'
import { readAcademy } from '../_shared/read-academy.ts'
import { respondTo } from '../_shared/respond.ts'
import { callRpc } from '../_shared/rest.ts'
import { makeToken, sha256Hex } from '../_shared/tokens.ts'
import { recoveryMail } from './mail.ts'

const MAX_BODY_BYTES = 4 * 1024
/** No answer comes sooner, so that its time does not tell what was done; the setting ANSWER_FLOOR_MS is another. */
const ANSWER_FLOOR_MS = 150
const TEXTS = {
  invalid: 'אנא הכנס מספר טלפון תקין',
  limited: 'התקבלו יותר מדי בקשות. אפשר לנסות שוב בעוד שעה.',
  failed: 'שחזור החשבון נכשל',
}

type Outcome = { outcome: 'accepted' | 'limited' | 'capped' | 'invalid'; masked_email: string | null }

/**
 * Sends a recovery link to the address on file of a phone ([7-20]).
 * Body `{ phone_number, request_hash? }`, the second the SHA-256 of a secret with which the browser may ask later what
 * became of the mail (`mail_delivery`); answers `{ success, error, masked_email }`. A phone that nobody has gets the answer of one
 * that somebody has, by way of the same calls. 429 once the phone or the caller has asked too often.
 *
 * Body `{ phone_number, token }`, with the token of a link that was redeemed in the last ten minutes: answers
 * `{ success, error, token_hash }`, the last for the sign-in service, which opens the session with it, once.
 */
export const handler = (request: Request): Promise<Response> =>
  respondTo(['publishable', 'user', 'secret'], request, async () => {
    const floorMs = Number(env('ANSWER_FLOOR_MS') ?? ANSWER_FLOOR_MS)
    const floor = new Promise((resolve) => setTimeout(resolve, floorMs))
    const answer = await recover(request)
    await floor
    return answer
  })

async function recover(request: Request): Promise<Response> {
  const asked = await readJson(request, MAX_BODY_BYTES)
  const phone = phoneOf(asked)
  if (!phone) return failure(TEXTS.invalid)
  const redeemed = (asked as { token?: unknown }).token
  if (redeemed !== undefined) return signIn(phone, redeemed)
  const token = makeToken()
  const academy = await readAcademy().catch(() => undefined)
  if (!academy) return failure(TEXTS.failed, 502)
  const link = `${academy.siteUrl}/auth/recover-account?token=${token}&phone=${encodeURIComponent(phone)}`
  const { status, body } = await callRpc(
    'request_account_recovery',
    {
      phone_input: phone,
      token_hash: await sha256Hex(token),
      caller_address: clientAddress(request),
      request_hash: requestHashOf(asked),
      ...recoveryMail(link, academy, { userAgent: request.headers.get('user-agent'), at: new Date() }),
    },
    serviceKey(),
  )
  if (status !== 200) return failure(TEXTS.failed, 502)
  const { outcome, masked_email } = body as Outcome
  if (outcome === 'invalid') return failure(TEXTS.invalid)
  // biome-ignore lint/suspicious/noConsole: an alarm belongs into the log of whatever runs the functions
  if (outcome === 'capped') console.error('the limit of mails per hour of the whole academy is reached')
  if (outcome === 'limited' || outcome === 'capped') return failure(TEXTS.limited, 429)
  wakeDelivery()
  return json({ success: true, error: null, masked_email })
}

/** The way into the account of a redeemed link, without another mail. */
async function signIn(phone: string, token: unknown): Promise<Response> {
  if (typeof token !== 'string') return failure(TEXTS.failed)
  const { status, body } = await callRpc(
    'take_recovered_account',
    { token_input: token, phone_input: phone },
    serviceKey(),
  )
  const email = (body as { email?: unknown } | null)?.email
  if (status !== 200) return failure(TEXTS.failed, 502)
  if (typeof email !== 'string') return failure(TEXTS.failed)
  const answer = await ask(`${requiredEnv('SUPABASE_URL')}/auth/v1/admin/generate_link`, {
    method: 'POST',
    headers: { ...credentials(serviceKey()), 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'magiclink', email }),
  })
  if (!answer.ok) return failure(TEXTS.failed, 502)
  const { hashed_token } = (await answer.json()) as { hashed_token: string }
  return json({ success: true, error: null, token_hash: hashed_token })
}

function failure(error: string, status = 200): Response {
  return json({ success: false, error, masked_email: null }, status)
}

/** The phone of the body; undefined for a blank, a non-string or an endless one. */
function phoneOf(body: unknown): string | undefined {
  const phone = (body as { phone_number?: unknown } | null)?.phone_number
  if (typeof phone !== 'string' || phone.length > 32) return undefined
  return foldDigits(stripInvisible(phone)).trim() || undefined
}

/** What the browser wants to ask by later; null for anything that is no SHA-256 in hex. */
function requestHashOf(body: unknown): string | null {
  const hash = (body as { request_hash?: unknown } | null)?.request_hash
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** Asks for delivery without waiting for it; where nobody listens, the schedule does the same later. */
function wakeDelivery(): void {
  if (!env('SMTP_HOST')) return
  fetch(`${requiredEnv('SUPABASE_URL')}/functions/v1/deliver-mail`, {
    method: 'POST',
    redirect: 'error',
    headers: credentials(serviceKey()),
  }).catch(() => undefined)
}
