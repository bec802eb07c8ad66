import bcrypt from 'bcryptjs'
import { AuthError, invalid } from '../protocol/errors.ts'
import type { Settings } from '../settings.ts'

const COST = 10
const MAX_BYTES = 72
/** The hash of nothing that anyone types: compared when there is no account, so that both answers take as long. */
const DECOY = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZBAJ1bUxS2hYDGmDFSTQjCPrHC7rGu'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'
const CHARACTER_SETS: Record<Settings['passwordRequirements'], string[]> = {
  '': [],
  letters_digits: [LOWER + LOWER.toUpperCase(), DIGITS],
  lower_upper_letters_digits: [LOWER, LOWER.toUpperCase(), DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, LOWER.toUpperCase(), DIGITS, SYMBOLS],
}

/**
 * Refuses a password that the configuration finds too weak.
 * @throws AuthError validation_failed over 72 bytes, weak_password with its reasons.
 */
export function checkStrength(password: string, settings: Settings): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw invalid('Password cannot be longer than 72 characters')
  const sets = CHARACTER_SETS[settings.passwordRequirements]
  const tooShort = [...password].length < settings.passwordLength
  const lacks = sets.some((set) => ![...set].some((character) => password.includes(character)))
  const reasons = [...(tooShort ? ['length'] : []), ...(lacks ? ['characters'] : [])]
  if (reasons.length === 0) return
  const messages = [
    ...(tooShort ? [`Password should be at least ${settings.passwordLength} characters.`] : []),
    ...(lacks ? [`Password should contain at least one character of each: ${sets.join(', ')}.`] : []),
  ]
  throw new AuthError(422, 'weak_password', messages.join(' '), { weak_password: { reasons } })
}

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** Whether the password is the hashed one; takes as long when there is no hash. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const same = await bcrypt.compare(password, hash || DECOY)
  return same && Boolean(hash)
}
