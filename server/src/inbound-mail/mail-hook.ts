import { z } from 'zod'
import { signedHook } from '../http/signed-hook.ts'
import { findings } from './authentication.ts'
import { MOST_BYTES } from './bounds.ts'
import type { Delivery, Inbox, Taken } from './inbox.ts'

const MOST_RECIPIENTS = 10

const handedIn = z.object({
  raw: z.string(),
  to: z
    .union([z.string(), z.array(z.string()).max(MOST_RECIPIENTS)])
    .transform((to) => [to].flat())
    .default([]),
  return_path: z.string().optional(),
  authentication: findings.optional(),
})

const STATUS: Partial<Record<Taken, number>> = {
  unknown: 404,
  busy: 503,
  full: 422,
  unreadable: 422,
  refused: 422,
  UNREADABLE: 422,
  SENDER: 422,
  TOO_LARGE: 413,
}

/**
 * Takes mails by a signed webhook (see {@link signedHook}): the mail as it came (`message/rfc822`), or JSON with it as base64
 * in `raw`, `to`, `return_path`, and in `authentication` what was found out of its sender. Answers `{ outcome }`.
 */
export function createMailHook(secrets: string, inbox: Inbox) {
  return signedHook({ secrets, mostBytes: Math.ceil(MOST_BYTES * 1.4) }, async ({ body, headers }) => {
    const delivery = deliveryOf(body, headers.get('content-type') ?? '')
    if (!delivery) return refusal(400, 'INVALID_BODY', 'Send { raw, to, return_path?, authentication? }')
    return inbox.take(delivery).then(
      (outcome) => Response.json({ outcome }, { status: STATUS[outcome] ?? 200 }),
      () => refusal(503, 'TRY_AGAIN', 'The mail could not be stored'),
    )
  })
}

const refusal = (status: number, code: string, message: string) => Response.json({ code, message }, { status })

/** @returns undefined for a body that is not as it should be */
function deliveryOf(body: Buffer, type: string): Delivery | undefined {
  if (!/^application\/json\b/i.test(type)) return { raw: body }
  const { data } = handedIn.safeParse(parsedJson(body))
  if (!data) return undefined
  const { raw, to, return_path: returnPath, authentication: findings } = data
  const mail = fromBase64(raw)
  if (!mail) return undefined
  return { raw: mail, recipients: to.length > 0 ? to : undefined, returnPath, findings }
}

/** A pattern over sixteen megabytes would hold everybody up; what is no letter of base64 is missing in what is decoded. */
function fromBase64(text: string): Buffer | undefined {
  const decoded = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return text.length % 4 === 0 && decoded.length === (text.length / 4) * 3 - padding ? decoded : undefined
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
