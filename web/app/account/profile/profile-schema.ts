import * as z from 'zod/mini'
import { registerText } from '~/session/sign-in/sign-in.he'
import { isPlausiblePhone } from '~/shared/phone/phone-number'

const name = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(80))

/** What a student may change about the own account. */
export const profileSchema = z.object({
  firstName: name(registerText.firstNameRequired),
  lastName: name(registerText.lastNameRequired),
  phoneNumber: z
    .string()
    .check(
      z.minLength(1, { error: registerText.phoneRequired, abort: true }),
      z.refine(isPlausiblePhone, registerText.phoneInvalid),
    ),
  /** Terms and privacy, asked for where they were not agreed to [5-01]. */
  consentsGiven: z.boolean().check(z.refine(Boolean, registerText.termsRequired)),
})

export type ProfileFields = z.infer<typeof profileSchema>
