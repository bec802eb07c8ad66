import { readPublicConfig } from '~/config/env'
import { currentAccessToken } from '~/lib/supabase-browser'

const VALID_FOR_SECONDS = 60 * 60

/**
 * An address at which a lesson's video can be played for an hour.
 * @throws Error with the server's message when the person may not see it or the server is away
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
  if (!answer.ok) throw new Error(`The video could not be signed: ${answer.status}`)
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return `${supabaseUrl}/storage/v1${signedURL}`
}
