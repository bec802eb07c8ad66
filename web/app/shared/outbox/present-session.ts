import { currentAccessToken } from '~/shared/client/access-token'
import { tokenOwner } from '~/shared/client/token-owner'

/** Whether what is kept of a person may be sent in the session that stands now. */
export async function maySendNow(userId: string): Promise<'yes' | 'later' | 'no'> {
  const token = await currentAccessToken()
  if (token === null) return 'later'
  return tokenOwner(token) === userId ? 'yes' : 'no'
}
