import { readPublicConfig } from '~/config/env'
import { currentAccessToken } from '~/lib/supabase-browser'

/** The server will not give this file to this person, or has none; asking again changes nothing. */
export class FileRefusedError extends Error {}

const REFUSALS = new Set([400, 403, 404])

/**
 * An address at which a file of a private bucket can be had for a while by whoever holds it.
 * @throws FileRefusedError when the person may not have it; another Error when the server is away or the session over
 */
export async function signStoredFile(bucket: string, path: string, seconds: number): Promise<string> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const place = path.split('/').map(encodeURIComponent).join('/')
  const answer = await fetch(`${supabaseUrl}/storage/v1/object/sign/${bucket}/${place}`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${(await currentAccessToken()) ?? anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ expiresIn: seconds }),
  })
  if (REFUSALS.has(answer.status)) throw new FileRefusedError(`The file was refused: ${answer.status}`)
  if (!answer.ok) throw new Error(`The file could not be signed: ${answer.status}`)
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return `${supabaseUrl}/storage/v1${signedURL}`
}
