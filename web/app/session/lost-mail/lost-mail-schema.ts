import * as z from 'zod/mini'
import { email, personSchema } from '~/session/registration/person-schema'
import { lostMailText } from './lost-mail.he'

/** The request for a way back; the database asks for the same. */
export const lostMailSchema = z
  .extend(personSchema, {
    formerEmail: email,
    contactEmail: email,
    message: z
      .string()
      .check(z.trim(), z.minLength(10, lostMailText.messageInvalid), z.maxLength(2000, lostMailText.messageInvalid)),
  })
  .check(
    z.refine(({ formerEmail, contactEmail }) => formerEmail.toLowerCase() !== contactEmail.toLowerCase(), {
      path: ['contactEmail'],
      error: lostMailText.sameAddress,
    }),
  )

export type AccessRequest = z.infer<typeof lostMailSchema>
