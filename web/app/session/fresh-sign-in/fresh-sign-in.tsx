import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { toAppError } from '~/shared/errors/errors'

const FreshSignInDialog = lazyPart(() => import('./fresh-sign-in-dialog').then((module) => module.FreshSignInDialog))

export type FreshSignIn = {
  /** Does the action and gives its result; asks who is there and does it again where the server wants to know. */
  run<Result>(action: () => Promise<Result>): Promise<Result | 'cancelled'>
  /** Asks who is there; several who ask at a time get one answer. @returns whether the person showed it */
  ask(): Promise<boolean>
  /** To be drawn somewhere in the screen; nothing while nobody is asked. */
  dialog: ReactNode
}

type Answer = { with: (fresh: boolean) => void }

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
  const [answer, setAnswer] = useState<Answer>()
  const open = useRef<{ fresh: Promise<boolean>; answer: Answer }>(undefined)
  // Whoever leaves the screen has shown nothing.
  useEffect(() => () => open.current?.answer.with(false), [])

  const ask = useCallback(async (): Promise<boolean> => {
    if (open.current) return open.current.fresh
    const focused = document.activeElement
    let answered: Answer['with'] = () => undefined
    const fresh = new Promise<boolean>((resolve) => (answered = resolve))
    open.current = { fresh, answer: { with: answered } }
    setAnswer(open.current.answer)
    try {
      return await fresh
    } finally {
      open.current = undefined
      setAnswer(undefined)
      // A button that was busy meanwhile could not hold the focus.
      if (focused instanceof HTMLElement) requestAnimationFrame(() => focused.focus())
    }
  }, [])

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
  return { run, ask, dialog }
}
