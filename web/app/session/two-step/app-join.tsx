import { useState } from 'react'
import { Alert } from '~/shared/ui/alert'
import { Button } from '~/shared/ui/button'
import { AppSetup } from './app-setup'
import { NewRecoveryCodes } from './new-recovery-codes'
import { makeRecoveryCodes } from './recovery-codes.calls'
import { twoStepText as text } from './security.he'
import { useAppInvitation } from './use-app-invitation'

/** Lets an authenticator app join an account that cannot go on without one ([3-07]). */
export function AppJoin({ onJoined, onCodes }: { onJoined: () => void; onCodes: () => void }) {
  const { invitation, busy, error, begin, end, run, dialog } = useAppInvitation()
  const [codes, setCodes] = useState<string[]>()

  async function joined() {
    const made = await makeRecoveryCodes().catch(() => undefined)
    if (!made) return onJoined()
    setCodes(made)
    onCodes()
  }

  if (codes) return <NewRecoveryCodes codes={codes} onKept={onJoined} />
  return (
    <div>
      {dialog}
      {error && <Alert tone="error">{error}</Alert>}
      {invitation ? (
        <AppSetup invitation={invitation} run={run} onJoined={joined} onCancel={end} />
      ) : (
        <Button look="primary" className="mt-2" busy={busy} onClick={() => void begin()}>
          {text.setUp}
        </Button>
      )}
    </div>
  )
}
