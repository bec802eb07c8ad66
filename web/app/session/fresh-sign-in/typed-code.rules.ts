import { MAIL_CODE_LENGTH } from '~/shared/config/constants'
import { foldDigits, stripInvisible } from '~/shared/formats/invisible'

/** Six digits in one piece or in two, beside which no other digits stand. */
const CODE = /(?<!\d[ .,:/-]?)\d{3}[ -]?\d{3}(?![ .,:/-]?\d)/g

/**
 * The digits that a field for a code holds after a change: those that were typed, or the one code of a text that was
 * pasted. Where a text holds none, or more than one, what stood there before stays.
 */
export function readTypedCode(typed: string, before: string): string {
  const text = foldDigits(stripInvisible(typed))
  const digits = text.replace(/\D/g, '')
  if (/^[\d\s-]*$/.test(text) && digits.length <= MAIL_CODE_LENGTH) return digits
  const [code, ...others] = new Set(text.match(CODE)?.map((found) => found.replace(/\D/g, '')))
  return code !== undefined && others.length === 0 ? code : before
}
