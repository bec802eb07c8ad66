import * as z from 'zod/mini'
import { agreement, personSchema } from '~/session/registration/person-schema'

/** What a student may change about one's own account; terms and privacy are asked for where they were not agreed to. */
export const profileSchema = z.extend(personSchema, { consentsGiven: agreement })

export type ProfileFields = z.infer<typeof profileSchema>
