import { z } from 'zod'
import { requireEmail } from '../accounts/email-address.ts'
import { requirePhone } from '../accounts/phone-number.ts'
import { findUserByEmail } from '../accounts/user-row.ts'
import { limitRequests } from '../limits.ts'
import { chargeAsMailed, mailEmailChange, mailToken } from '../mails/mailings.ts'
import { withMinimumDuration } from '../minimum-duration.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { challenge, text } from '../protocol/fields.ts'
import type { Endpoint } from '../service.ts'
import { checkChallenge } from '../tokens/flow-state.ts'
import { transact } from '../transact.ts'

const TYPES = ['signup', 'email_change', 'sms', 'phone_change']
const schema = z.object({ email: text, phone: text, type: text, ...challenge })

/** POST /resend: mails the confirmation of a sign-up or of a change of address again; silent when there is none. */
export const resend: Endpoint = async (request) => {
  await limitRequests(request, 'sign_in')
  const body = await readBody(request.request, schema)
  checkType(body)
  checkChallenge(body)
  if (body.phone) {
    requirePhone(body.phone)
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const email = requireEmail(body.email)
  const where = { redirectTo: request.service.redirects.target(request.request, request.url), challenge: body }
  await withMinimumDuration(request.service.answerFloorMs, () =>
    transact(request.service, async (tx) => {
      const user = await findUserByEmail(tx, email)
      if (body.type === 'signup') {
        if (user && !user.email_confirmed_at) {
          return mailToken(tx, request, 'confirmation', user, { ...where, disclosesTo: 'nobody' })
        }
      } else if (user?.email_change) {
        return mailEmailChange(tx, request, user, { ...where, asked: email, isSecret: true })
      }
      return chargeAsMailed(tx, request, email)
    }),
  )
  return Response.json({})
}

function checkType({ type, email, phone }: { type: string; email: string; phone: string }): void {
  if (!TYPES.includes(type)) throw invalid(`Missing one of these types: ${TYPES.join(', ')}`)
  if (email && phone) throw invalid('Only one of email or phone should be set')
  const byMail = type === 'signup' || type === 'email_change'
  if (byMail && !email) throw invalid('Type provided requires an email address')
  if (!byMail && !phone) throw invalid('Type provided requires a phone number')
}
