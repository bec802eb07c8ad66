import { endSession } from '~/session/student/sign-out.calls'
import { toast } from '~/shared/ui/toast'
import { keepStaffSession, type StaffSession } from './staff.calls'
import { idleText, staffErrors } from './staff.he'

/** Ends the session here and says why it is over [8-17]. */
export async function endStaffSession(over: StaffSession['over']): Promise<void> {
  await endSession()
  void toast.warning(over === 'idle' ? idleText.ended : staffErrors.expired)
}

/** Ends the session of this browser where the server says that it is over: its member sees no role and no page. @returns whether it was */
export async function endIfOver(): Promise<boolean> {
  const { ended, over } = await keepStaffSession().catch(() => ({ ended: false, over: undefined }))
  if (ended) await endStaffSession(over)
  return ended
}
