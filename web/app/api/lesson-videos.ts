import { readPublicConfig } from '~/config/env'
import { currentAccessToken } from '~/lib/supabase-browser'

const VALID_FOR_SECONDS = 60 * 60

/** The server will not show this video to this person, or has none; asking again changes nothing. */
export class VideoRefusedError extends Error {}

const REFUSALS = new Set([400, 403, 404])

/**
 * An address at which a lesson's video can be played for an hour.
 * @throws VideoRefusedError when the person may not see it; another Error when the server is away or the session over
 */
export async function signLessonVideo(path: string): Promise<string> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const place = path.split('/').map(encodeURIComponent).join('/')
  const answer = await fetch(`${supabaseUrl}/storage/v1/object/sign/lesson-videos/${place}`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${(await currentAccessToken()) ?? anonKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ expiresIn: VALID_FOR_SECONDS }),
  })
  if (REFUSALS.has(answer.status)) throw new VideoRefusedError(`The video was refused: ${answer.status}`)
  if (!answer.ok) throw new Error(`The video could not be signed: ${answer.status}`)
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return `${supabaseUrl}/storage/v1${signedURL}`
}
