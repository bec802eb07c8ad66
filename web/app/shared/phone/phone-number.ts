import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { DEFAULT_PHONE_COUNTRY } from '~/shared/config/constants'
import { foldDigits, stripInvisible } from '~/shared/formats/invisible'

/** A phone number as it stands in its field. */
export type PhoneInput = { country: CountryCode; text: string }

/** What a phone field asks of numbers. The numbering plans behind it are heavy, so they come when one nears a field. */
export type PhoneReading = {
  dialCodeOf: (country: CountryCode) => string
  toPhoneInput: (value: string) => PhoneInput
  readTyped: (typed: string, country: CountryCode) => PhoneInput
  toE164: (input: PhoneInput) => string
}

export type Country = { code: CountryCode; name: string; englishName: string; dialCode: string }

/** All countries with their Hebrew names, in Hebrew order. */
export function listCountries(): Country[] {
  const hebrew = new Intl.DisplayNames(['he'], { type: 'region' })
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const collator = new Intl.Collator('he')
  return getCountries()
    .map((code) => ({
      code,
      name: hebrew.of(code) ?? code,
      englishName: english.of(code) ?? code,
      dialCode: dialCodeOf(code),
    }))
    .sort((a, b) => collator.compare(a.name, b.name))
}

export const dialCodeOf = (country: CountryCode): string => `+${getCountryCallingCode(country)}`

/** A stored number (E.164) as the field shows it; anything else is shown as it is under the default country. */
export function toPhoneInput(value: string): PhoneInput {
  const parsed = parsePhoneNumberFromString(value)
  if (!parsed?.country) return { country: DEFAULT_PHONE_COUNTRY, text: value }
  return { country: parsed.country, text: parsed.formatNational() }
}

/** What was typed, formatted on the way; a number with its own country code moves the field to that country. */
export function readTyped(written: string, country: CountryCode): PhoneInput {
  const typed = foldDigits(stripInvisible(written))
  if (!typed.trim().startsWith('+')) return { country, text: typed.replace(/[^\d\s()-]/g, '') }
  const typing = new AsYouType()
  const text = typing.input(typed)
  return { country: typing.getCountry() ?? country, text }
}

/** The number in E.164 form, whole or not yet; empty when nothing was typed. */
export function toE164({ country, text }: PhoneInput): string {
  const parsed = parsePhoneNumberFromString(text, country)
  if (parsed) return parsed.number
  const digits = text.replace(/\D/g, '')
  if (!digits) return ''
  return text.trim().startsWith('+') ? `+${digits}` : `${dialCodeOf(country)}${digits.replace(/^0/, '')}`
}
