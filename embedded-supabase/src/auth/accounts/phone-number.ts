import { invalid } from '../protocol/errors.ts'

/**
 * A phone number as it is stored: E.164 digits without the plus sign.
 * @throws AuthError validation_failed.
 */
export function requirePhone(typed: string): string {
  const digits = typed.replace(/^\+|\s/g, '')
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}
