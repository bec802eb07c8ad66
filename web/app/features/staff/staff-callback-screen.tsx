import { MessagePage } from '~/components/message-page'
import { Button } from '~/components/ui/button'
import { staffText as text } from '~/locales/he/staff'
import { Waiting } from './staff-guard'
import { useStaffCallback } from './use-staff-callback'

/** What the sign-in link of the staff leads to. */
export function StaffCallbackScreen() {
  const state = useStaffCallback()
  if (state.step === 'processing') return <Waiting says={text.processing} />
  return (
    <MessagePage title={text.confirmTitle}>
      <p>{text.confirmLead}</p>
      <Button look="primary" className="justify-self-start" onClick={state.proceed}>
        {text.confirmButton}
      </Button>
    </MessagePage>
  )
}
