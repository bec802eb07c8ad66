import { readPublicConfig } from '~/shared/config/env'
import type { KeySource } from './token-claims'

/** How long public keys are used without asking again [9-11]. */
const KEPT_FOR = 10 * 60 * 1000
const PATIENCE = 8_000

let kept: { at: number; keys: Promise<Awaited<ReturnType<KeySource>>> } | undefined

/** The public signing keys of the project [7-08], kept for ten minutes. @throws when they cannot be had */
export const signingKeys: KeySource = (anew) => {
  if (!kept || anew || Date.now() - kept.at > KEPT_FOR) {
    const keys = load()
    kept = { at: Date.now(), keys }
    keys.catch(() => {
      kept = undefined
    })
  }
  return kept.keys
}

async function load(): Promise<Awaited<ReturnType<KeySource>>> {
  const { supabaseUrl, anonKey } = readPublicConfig()
  const answer = await fetch(`${supabaseUrl}/auth/v1/.well-known/jwks.json`, {
    headers: { apikey: anonKey },
    signal: AbortSignal.timeout(PATIENCE),
  })
  if (!answer.ok) throw new Error(`fetch of the signing keys was answered with ${answer.status}`)
  const { keys }: { keys?: unknown } = await answer.json()
  return Array.isArray(keys) ? keys : []
}
