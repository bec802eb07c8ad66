import { Button } from '~/shared/ui/button'
import { MessagePage } from '~/shared/ui/message-page'
import { staffText as text } from './staff.he'
import { Waiting } from './staff-guard'
import { useStaffCallback } from './use-staff-callback'

/** What the sign-in link of the staff leads to. */
export function StaffCallbackScreen() {
  const state = useStaffCallback()
  if (state.step === 'processing') return <Waiting message={text.processing} />
  return (
    <MessagePage title={text.confirmTitle}>
      <p>{text.confirmLead}</p>
      <Button look="primary" className="justify-self-start" onClick={state.proceed}>
        {text.confirmButton}
      </Button>
    </MessagePage>
  )
}
