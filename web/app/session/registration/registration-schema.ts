import * as z from 'zod/mini'
import { registerText } from '~/session/sign-in/sign-in.he'
import { agreement, personSchema } from './person-schema'

/** The registration form ([5-01] to [5-05]); texts are trimmed on the way out. */
export const registrationSchema = z.extend(personSchema, {
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: registerText.emailRequired, abort: true }),
      z.email(registerText.emailInvalid),
    ),
  marketingConsent: z.boolean(),
  termsConsent: agreement,
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
