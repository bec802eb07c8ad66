import * as z from 'zod/mini'
import { registerText } from '~/session/sign-in/sign-in.he'
import { isPlausiblePhone } from '~/shared/phone/phone-number'

const name = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(80))

/** The registration form ([5-01] to [5-05]); texts are trimmed on the way out. */
export const registrationSchema = z.object({
  firstName: name(registerText.firstNameRequired),
  lastName: name(registerText.lastNameRequired),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: registerText.emailRequired, abort: true }),
      z.email(registerText.emailInvalid),
    ),
  phoneNumber: z
    .string()
    .check(
      z.minLength(1, { error: registerText.phoneRequired, abort: true }),
      z.refine(isPlausiblePhone, registerText.phoneInvalid),
    ),
  marketingConsent: z.boolean(),
  termsConsent: z.boolean().check(z.refine(Boolean, registerText.termsRequired)),
})

export type RegistrationForm = z.infer<typeof registrationSchema>

export const EMPTY_REGISTRATION: RegistrationForm = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  marketingConsent: false,
  termsConsent: false,
}
