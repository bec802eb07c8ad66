import { redeemLink } from '~/session/sign-in/auth.calls'
import { browserFunctions } from '~/shared/client/functions-browser'
import { AppError } from '~/shared/errors/errors'

/** A redeemed recovery link, in the memory of this page alone: whoever reloads it signs in by mail. */
type Recovered = { email: string; token: string; phone: string }

let recovered: Recovered | null = null

export const noteRecovered = (account: Recovered | null): void => {
  recovered = account
}

/** Whether the account of an address was recovered on this page, and can be entered without another mail. */
export const isRecovered = (email: string): boolean => email !== '' && recovered?.email === email

/** Signs in to the account that was recovered on this page, once. @throws AppError */
export async function enterRecovered(): Promise<void> {
  const account = recovered
  recovered = null
  const { data } = await browserFunctions().invoke<{ token_hash?: string | null }>('account-recovery', {
    body: { phone_number: account?.phone, token: account?.token },
  })
  if (!data?.token_hash) throw new AppError('UNKNOWN_ERROR')
  await redeemLink(data.token_hash, 'magiclink')
}
