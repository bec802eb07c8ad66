import * as z from 'zod/mini'
import { agreement, email, personSchema } from './person-schema'

/** The registration form ([5-01] to [5-05]); texts are trimmed on the way out. */
export const registrationSchema = z.extend(personSchema, {
  email,
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
