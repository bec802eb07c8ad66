import { z } from 'zod'
import { signedHook } from '../http/signed-hook.ts'
import { findings } from './authentication.ts'
import { MailRefusal, MOST_BYTES } from './bounds.ts'
import type { Delivery, Inbox, Taken } from './inbox.ts'
import { readMail } from './read-mail.ts'

const MOST_RECIPIENTS = 10

const handedIn = z.object({
  raw: z.base64(),
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
    try {
      const delivery = await deliveryOf(body, headers.get('content-type') ?? '', inbox)
      return delivery ? answer(await inbox.take(delivery)) : answer('unknown')
    } catch (error) {
      if (error instanceof MailRefusal) return answer(error.reason)
      if (error instanceof SyntaxError || error instanceof z.ZodError)
        return Response.json(
          { code: 'INVALID_BODY', message: 'Send { raw, to, return_path?, authentication? }' },
          { status: 400 },
        )
      return Response.json({ code: 'TRY_AGAIN', message: 'The mail could not be stored' }, { status: 503 })
    }
  })
}

const answer = (outcome: Taken) => Response.json({ outcome }, { status: STATUS[outcome] ?? 200 })

async function deliveryOf(body: Buffer, type: string, inbox: Inbox): Promise<Delivery | undefined> {
  if (!/^application\/json\b/i.test(type)) return recipientOf(await addressesIn(body), inbox, { raw: body })
  const { raw, to, return_path: returnPath, authentication } = handedIn.parse(JSON.parse(body.toString()))
  const mail = Buffer.from(raw, 'base64')
  return recipientOf(to.length > 0 ? to : await addressesIn(mail), inbox, {
    raw: mail,
    returnPath,
    findings: authentication,
  })
}

const addressesIn = async (raw: Buffer): Promise<string[]> => (await readMail(raw)).recipients

/** The first address that is ours; that of a ticket before the bare one, which people add. */
async function recipientOf(
  addresses: string[],
  inbox: Inbox,
  mail: Omit<Delivery, 'recipient'>,
): Promise<Delivery | undefined> {
  const inOrder = [...addresses.filter((one) => one.includes('+')), ...addresses.filter((one) => !one.includes('+'))]
  for (const recipient of inOrder.slice(0, MOST_RECIPIENTS))
    if (await inbox.isKnown(recipient)) return { ...mail, recipient }
  return undefined
}
