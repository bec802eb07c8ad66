import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { toAppError } from '~/shared/errors/errors'

const FreshSignInDialog = lazyPart(() => import('./fresh-sign-in-dialog').then((module) => module.FreshSignInDialog))

export type FreshSignIn = {
  /** Does the action and gives its result; asks who is there and does it again where the server wants to know. */
  run<Result>(action: () => Promise<Result>): Promise<Result | 'cancelled'>
  /** To be drawn somewhere in the screen; nothing while nobody is asked. */
  dialog: ReactNode
}

/**
 * For actions that the database allows only within ten minutes of a sign-in (`private.require_fresh_sign_in`):
 *
 *     const { run, dialog } = useFreshSignIn()
 *     if ((await run(() => deleteAccount())) === 'cancelled') return
 *     ...
 *     return <>{dialog}...</>
 *
 * The action runs at once. When it is refused with REAUTHENTICATION_NEEDED, a dialog mails a code to one's own address
 * (or asks for the code of the authenticator app), takes it in place, and the action runs again. Other errors of the
 * action are thrown on; `'cancelled'` comes when the person closed the dialog.
 */
export function useFreshSignIn(): FreshSignIn {
  const [answer, setAnswer] = useState<{ with: (fresh: boolean) => void }>()

  async function ask(): Promise<boolean> {
    const focused = document.activeElement
    const fresh = await new Promise<boolean>((resolve) => setAnswer({ with: resolve }))
    setAnswer(undefined)
    // A button that was busy meanwhile could not hold the focus.
    if (focused instanceof HTMLElement) requestAnimationFrame(() => focused.focus())
    return fresh
  }

  async function run<Result>(action: () => Promise<Result>): Promise<Result | 'cancelled'> {
    try {
      return await action()
    } catch (cause) {
      if (toAppError(cause).code !== 'REAUTHENTICATION_NEEDED') throw cause
      return (await ask()) ? action() : 'cancelled'
    }
  }

  const dialog = answer && (
    <Suspense>
      <FreshSignInDialog onDone={() => answer.with(true)} onCancel={() => answer.with(false)} />
    </Suspense>
  )
  return { run, dialog }
}
