import { Dialog } from 'radix-ui'
import { SignInAgain } from '~/session/sign-in/sign-in-again'
import { signInAgainText as text } from './session.he'

type SessionOverProps = { email: string; returnTo: string }

/** Says over the page that the session has run out. It has no cross: the way on is to sign in or to leave. */
export function SessionOver(props: SessionOverProps) {
  const stay = (event: Event) => event.preventDefault()
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-ink/45" />
        <Dialog.Content
          dir="rtl"
          onEscapeKeyDown={stay}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[92dvh] w-[calc(100%-32px)] max-w-[480px] overflow-y-auto rounded-card bg-card p-6 text-ink shadow-float"
        >
          <Dialog.Title className="text-2xl">{text.title}</Dialog.Title>
          <Dialog.Description className="mt-2 mb-5 text-ink-2">{text.lead}</Dialog.Description>
          <SignInAgain {...props} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
