import { PHONE_PLACEHOLDER } from '~/shared/config/constants'
import { PHONE_PATTERNS } from './phone-patterns.rules'

const INTERNATIONAL = /^\+?[1-9]\d{1,14}$/
const LONGEST_CALLING_CODE = 3

/**
 * Whether a number, its plus there or not, is one of its country's: the length and first digit of a line that reaches
 * a person, by the numbering plans, and not the placeholder [5-06], [5-07]. The database judges by the same patterns.
 */
export function isValidPhone(phone: string): boolean {
  if (!INTERNATIONAL.test(phone) || phone.replace(/^\+?/, '+') === PHONE_PLACEHOLDER) return false
  const digits = phone.replace('+', '')
  for (let length = 1; length <= LONGEST_CALLING_CODE; length++) {
    const pattern = PHONE_PATTERNS[digits.slice(0, length)]
    if (pattern) return new RegExp(`^(?:${pattern})$`).test(digits.slice(length))
  }
  return false
}
