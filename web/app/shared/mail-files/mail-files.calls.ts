import { currentAccessToken } from '~/shared/client/access-token'
import { withinTime } from '~/shared/client/deadline'
import { LIST_LOADING_TIMEOUT } from '~/shared/config/constants'
import { readPublicConfig } from '~/shared/config/env'
import type { mailFilesText } from './mail-files.he'

/** Why a file was not kept. */
export type MailFileRefusal = keyof typeof mailFilesText.refusals

/** What came with a mail to the support, in the words of the database; with a refusal it was not kept. */
export type MailFile = {
  id: string
  name: string
  bytes: number
  refusal: MailFileRefusal | null
}

/**
 * An address at which a file of a mail can be saved for a minute by whoever holds it.
 * @throws Error when the person may not have it, or the server is away; DeadlineError
 */
export async function signMailFile(fileId: string): Promise<string> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const answer = await withinTime(LIST_LOADING_TIMEOUT, async (signal) =>
    fetch(`${supabaseUrl}/functions/v1/sign-support-file`, {
      method: 'POST',
      signal,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${(await currentAccessToken()) ?? anonKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ file_id: fileId }),
    }),
  )
  if (!answer.ok) throw new Error(`The file could not be signed: ${answer.status}`)
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return `${supabaseUrl}/storage/v1${signedURL}`
}
