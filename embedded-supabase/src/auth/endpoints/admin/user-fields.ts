import { z } from 'zod'
import { flag, json, text } from '../../protocol/fields.ts'

/** What an administrator may set on a user. */
export const userFields = z.object({
  id: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: json,
  app_metadata: json,
  role: text,
  ban_duration: text,
})
export type UserFields = z.output<typeof userFields>
