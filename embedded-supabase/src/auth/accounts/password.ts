import bcrypt from 'bcryptjs'
import type { Transaction } from '../../database/index.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import type { Settings } from '../settings.ts'
import type { UserRow } from './user-row.ts'

const MAX_BYTES = 72
/** Salt and hash of nothing that anyone types: compared when there is no account, so that both answers take as long. */
const DECOY = 'C6UzMDM.H6dfI/f/IKcEeO7ZBAJ1bUxS2hYDGmDFSTQjCPrHC7rGu'

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

/** The hash to keep of the password of a new user; none where passwords open nothing. */
export async function hashOfNew(password: string, settings: Settings): Promise<string | undefined> {
  return settings.passwords ? hashPassword(password, settings) : undefined
}

/**
 * Refuses what only works with a password where none is kept, as GoTrue does while signing in by email is off.
 * @throws AuthError email_provider_disabled.
 */
export function requirePasswords({ passwords }: Settings): void {
  if (!passwords) throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
}

/**
 * Takes the password away from an account whose address nobody has proved: whoever chose it may be a stranger. It is
 * kept for the links of its own sign-up only, so this comes before every other way to prove the address.
 */
export async function dropUnprovedPassword(tx: Transaction, user: UserRow): Promise<void> {
  if (user.email_confirmed_at || user.encrypted_password === null) return
  await tx.query('update auth.users set encrypted_password = null, updated_at = now() where id = $1', [user.id])
}

export const hashPassword = (password: string, { passwordCost }: Settings): Promise<string> =>
  bcrypt.hash(password, passwordCost)

/** Whether the password is the hashed one; takes as long when there is no hash. */
export async function isPassword(
  password: string,
  hash: string | null | undefined,
  { passwordCost }: Settings,
): Promise<boolean> {
  const same = await bcrypt.compare(password, hash || `$2b$${String(passwordCost).padStart(2, '0')}$${DECOY}`)
  return same && Boolean(hash)
}
