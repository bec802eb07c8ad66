import { registrationsOf } from '~/session/callback/mail-requests'
import { sessionToasts } from '~/session/student/session.he'
import type { StudentProfile } from '~/session/student/session-store'
import { MAIL_LINK_VALIDITY_HOURS } from '~/shared/config/constants'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'
import { toast } from '~/shared/ui/toast'
import { applyRegistration } from './registrations.calls'

const VALID_FOR = MAIL_LINK_VALIDITY_HOURS * 60 * 60 * 1000

/** Notes that whoever redeems the link that is open here agrees to what its registration says. */
export function agreeToRegistration(hash: string): void {
  writeStored('agreed-registration', { hash, agreedAt: Date.now() })
}

/**
 * Makes what was registered in this browser, or agreed to here, the profile whose owner has agreed to nothing yet ([4-06]). What is
 * kept stays until it worked, so a connection that fails just then loses nothing.
 * @returns whether the profile is another one now. @throws AppError
 */
export async function applyOwnRegistration(profile: StudentProfile): Promise<boolean> {
  if (profile.consentsGiven) return false
  for (const hash of [...agreedRegistration(), ...registrationsOf(profile.email)]) {
    const { applied, phoneLeftOut } = await applyRegistration(hash)
    if (!applied) continue
    removeStored('agreed-registration')
    if (phoneLeftOut) void toast.warning(sessionToasts.phoneTakenMeanwhile)
    return true
  }
  removeStored('agreed-registration')
  return false
}

function agreedRegistration(): string[] {
  const agreed = readStored('agreed-registration')
  return agreed && Date.now() - agreed.agreedAt < VALID_FOR ? [agreed.hash] : []
}
