import { invalid } from '../protocol/errors.ts'

const withoutPlus = (typed: string): string => typed.replace(/^\+|\s/g, '')

/** Whether it is a number of E.164, with or without the plus sign. */
export const isPhone = (typed: string): boolean => /^[1-9][0-9]{1,14}$/.test(withoutPlus(typed))

/**
 * A phone number as it is stored: E.164 digits without the plus sign.
 * @throws AuthError validation_failed.
 */
export function requirePhone(typed: string): string {
  if (!isPhone(typed)) throw invalid('Invalid phone number format (E.164 required)')
  return withoutPlus(typed)
}
