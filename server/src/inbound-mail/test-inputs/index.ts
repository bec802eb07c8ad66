import { apple } from './apple.ts'
import { encodings } from './encodings.ts'
import { firstMails } from './first-mails.ts'
import { forwards } from './forwards.ts'
import { gmail } from './gmail.ts'
import type { Input } from './input.ts'
import { otherPrograms } from './other-programs.ts'
import { outlook } from './outlook.ts'
import { structures } from './structures.ts'

/** Mails as programs write them, by the program. */
export const inputs: Input[] = [
  ...gmail,
  ...outlook,
  ...apple,
  ...otherPrograms,
  ...forwards,
  ...firstMails,
  ...encodings,
  ...structures,
]
