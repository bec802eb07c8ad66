import { mailToken } from '../mails/mailings.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import type { Endpoint } from '../service.ts'
import { loadSignedIn, requireClaims } from '../sessions/authenticate.ts'
import { transact } from '../transact.ts'

/** GET /reauthenticate: mails a code that proves once more who is sitting there. */
export const reauthenticate: Endpoint = async (request) => {
  const claims = await requireClaims(request)
  await transact(request.service, async (tx) => {
    const { user } = await loadSignedIn(tx, request, claims)
    if (!user.email && !user.phone) {
      throw invalid('Reauthentication requires the user to have an email or a phone number')
    }
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    const where = { redirectTo: request.service.settings.siteUrl, disclosesTo: 'anyone' } as const
    return mailToken(tx, request, 'reauthentication', user, where)
  })
  return Response.json({})
}
