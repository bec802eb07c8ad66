import { z } from 'zod'

/** A text that may be absent or null, which is the empty text (as Go reads JSON). */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** A flag that may be absent or null, which is false. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)

/** Free JSON of a caller, such as user metadata. */
export const json = z.record(z.string(), z.unknown()).nullish()

/** The two fields of a PKCE request. */
export const challenge = { code_challenge: text, code_challenge_method: text }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}
