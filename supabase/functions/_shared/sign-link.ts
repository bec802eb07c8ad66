import { addressBelow } from './address-below.ts'
import { ask } from './deadline.ts'
import { requiredEnv } from './env.ts'
import { Refused } from './http.ts'
import { credentials, serviceKey } from './project-keys.ts'

/**
 * Signs a link to a stored file with the service key: a path below `/storage/v1`, or undefined where there is no such file.
 * Whoever asks has asked the database first whether the person may have it.
 * @throws Refused 502 where the storage did not answer
 */
export async function signLink(bucket: string, path: string, seconds: number): Promise<string | undefined> {
  const place = ['storage', 'v1', 'object', 'sign', bucket, ...path.split('/')]
  const address = addressBelow(requiredEnv('SUPABASE_URL'), place)
  if (!address) return undefined
  const answer = await ask(address, {
    method: 'POST',
    headers: { ...credentials(serviceKey()), 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: seconds }),
  })
  if (answer.status === 400 || answer.status === 404) return undefined
  if (!answer.ok) throw new Refused(502, 'UNAVAILABLE', 'The link could not be signed')
  const { signedURL } = (await answer.json()) as { signedURL: string }
  return signedURL
}
