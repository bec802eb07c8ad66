import { type ReactNode, useState } from 'react'
import { type FreshSignIn, useFreshSignIn } from '~/session/fresh-sign-in/fresh-sign-in'
import { toAppError } from '~/shared/errors/errors'
import { useSite } from '~/shared/pages/site-of'
import { type AppInvitation, inviteApp } from './second-step.calls'

export type AppInviting = {
  invitation: AppInvitation | undefined
  busy: boolean
  /** Why no app could be invited. */
  error: string | undefined
  begin(): Promise<void>
  /** Forgets the invitation, because the app has joined or the person thought better of it. */
  end(): void
  run: FreshSignIn['run']
  /** To be drawn somewhere in the screen. */
  dialog: ReactNode
}

/** Inviting an authenticator app, after asking who is there where the sign-in is old. */
export function useAppInvitation(): AppInviting {
  const { run, dialog } = useFreshSignIn()
  const { name } = useSite()
  const [invitation, setInvitation] = useState<AppInvitation>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function begin() {
    setBusy(true)
    setError(undefined)
    try {
      const invited = await run(() => inviteApp(name))
      if (invited !== 'cancelled') setInvitation(invited)
    } catch (cause) {
      setError(toAppError(cause).message)
    } finally {
      setBusy(false)
    }
  }

  return { invitation, busy, error, begin, end: () => setInvitation(undefined), run, dialog }
}
