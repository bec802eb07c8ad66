import { currentAccessToken } from '~/shared/client/access-token'
import { readPublicConfig } from '~/shared/config/env'

/** The server will not give this file to this person, or has none; asking again changes nothing. */
export class FileRefusedError extends Error {}

let previewToken: string | undefined

/** From now on files are asked for by the link to a draft; the answer ends that. */
export function setPreviewToken(token: string): () => void {
  previewToken = token
  return () => {
    previewToken = undefined
  }
}

const REFUSALS = new Set([400, 401, 403, 404])

/**
 * An address at which the video or a file of a lesson can be had for a while by whoever holds it.
 * @param seconds how long at most; the server keeps a bound of its own
 * @throws FileRefusedError when the person may not have it; another Error when the server is away or the session over
 */
export async function signStoredFile(bucket: string, path: string, seconds: number): Promise<string> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const answer = await fetch(`${supabaseUrl}/functions/v1/sign-lesson-file`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${(await currentAccessToken()) ?? anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ bucket, path, seconds, preview: previewToken }),
  })
  if (REFUSALS.has(answer.status)) throw new FileRefusedError(`The file was refused: ${answer.status}`)
  if (!answer.ok) throw new Error(`The file could not be signed: ${answer.status}`)
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return `${supabaseUrl}/storage/v1${signedURL}`
}
