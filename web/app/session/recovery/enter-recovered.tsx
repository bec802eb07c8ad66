import { useState } from 'react'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { enterRecovered, isRecovered } from './recovered-account.calls'
import { recoveryText } from './recovery.he'

/** The way into an account that was recovered a moment ago on this page; its mail was read, so no other is needed. */
export function EnterRecovered({ email }: { email: string }) {
  const [state, setState] = useState(() => (isRecovered(email) ? 'offered' : 'none'))
  if (state === 'none') return null
  if (state === 'failed')
    return (
      <Alert tone="attention" className="mb-6">
        {recoveryText.enterFailed}
      </Alert>
    )
  const enter = () => {
    setState('busy')
    enterRecovered().catch(() => setState('failed'))
  }
  return (
    <Button look="learn" className="mb-6 w-full" busy={state === 'busy'} onClick={enter}>
      {state === 'busy' ? recoveryText.entering : recoveryText.enter}
    </Button>
  )
}
