import { PHONE_PLACEHOLDER } from '~/shared/config/constants'

const INTERNATIONAL = /^\+?[1-9]\d{1,14}$/

/** Whether a number is digits with an optional plus, 2 to 15 of them, the first not 0, and not the placeholder, with or without its plus [5-06], [5-07]. */
export function isValidPhone(phone: string): boolean {
  return INTERNATIONAL.test(phone) && phone.replace(/^\+?/, '+') !== PHONE_PLACEHOLDER
}

/** Whether a student has to give a (new) phone number before going on [4-23]. */
export function needsPhoneUpdate(phone: string | null | undefined): boolean {
  return !phone || !isValidPhone(phone)
}
