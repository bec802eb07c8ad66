import * as z from 'zod/mini'
import { registerText } from '~/session/sign-in/sign-in.he'
import { NAME_LENGTH } from '~/shared/config/constants'
import { stripInvisible } from '~/shared/formats/invisible'
import { isValidPhone } from '~/shared/phone/phone.rules'

const name = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(NAME_LENGTH))

/** An address of mail; trimmed, and without invisible letters, on the way out. */
export const email = z
  .string()
  .check(
    z.overwrite(stripInvisible),
    z.trim(),
    z.minLength(1, { error: registerText.emailRequired, abort: true }),
    z.email(registerText.emailInvalid),
  )

/** What the academy asks everybody for, at registration and in the profile ([5-02] to [5-06]). */
export const personSchema = z.object({
  firstName: name(registerText.firstNameRequired),
  lastName: name(registerText.lastNameRequired),
  phoneNumber: z
    .string()
    .check(
      z.minLength(1, { error: registerText.phoneRequired, abort: true }),
      z.refine(isValidPhone, registerText.phoneInvalid),
    ),
})

/** A box that has to be ticked: terms and privacy [5-01]. */
export const agreement = z.boolean().check(z.refine(Boolean, registerText.termsRequired))

/** How forms about a person behave. An error that appears while a field is left would push the button away. */
export const formManner = { mode: 'onTouched', delayError: 300 } as const
