import { DEFAULT_PHONE_COUNTRY, DEFAULT_PHONE_DIAL_CODE } from '~/shared/config/constants'
import { foldDigits, stripInvisible } from '~/shared/formats/invisible'
import type { PhoneReading } from './phone-number'

/**
 * How a phone field reads before the numbering plans have arrived, and where they never do: in the country that it
 * starts with, or as a number with its own country code.
 */
export const plainPhone: PhoneReading = {
  dialCodeOf: () => DEFAULT_PHONE_DIAL_CODE,
  toPhoneInput: (value) => ({
    country: DEFAULT_PHONE_COUNTRY,
    text: value.startsWith(DEFAULT_PHONE_DIAL_CODE) ? `0${value.slice(DEFAULT_PHONE_DIAL_CODE.length)}` : value,
  }),
  readTyped: (written) => {
    const typed = foldDigits(stripInvisible(written))
    return {
      country: DEFAULT_PHONE_COUNTRY,
      text: `${typed.trim().startsWith('+') ? '+' : ''}${typed.replace(/[^\d\s()-]/g, '')}`,
    }
  },
  toE164: ({ text }) => {
    const digits = text.replace(/\D/g, '')
    if (!digits) return ''
    return text.startsWith('+') ? `+${digits}` : `${DEFAULT_PHONE_DIAL_CODE}${digits.replace(/^0/, '')}`
  },
}
