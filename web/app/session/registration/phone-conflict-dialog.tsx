import { Dialog } from 'radix-ui'
import { Link } from 'react-router'
import type { PhoneConflict } from '~/session/sign-in/auth.calls'
import { registerText } from '~/session/sign-in/sign-in.he'
import { paths } from '~/shared/config/paths'
import { Button, buttonClass } from '~/shared/ui/button'

type PhoneConflictDialogProps = { conflict: PhoneConflict; onBack: () => void }

/** Whoever goes back to edit is led to the number, since that is what has to change. */
function leadToPhone(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLInputElement>('form input[type="tel"]')?.focus()
}

/** Says that the phone has an account already, with the three ways on [2.6-04]. */
export function PhoneConflictDialog({ conflict, onBack }: PhoneConflictDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onBack()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-ink/40" />
        <Dialog.Content
          dir="rtl"
          onCloseAutoFocus={leadToPhone}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[92dvh] w-[min(460px,calc(100vw-32px))] overflow-y-auto rounded-card border border-rule-2 bg-card p-6 shadow-[0_16px_48px_rgb(20_33_58/0.22)] md:p-8"
        >
          <Dialog.Title className="text-2xl">{registerText.conflictTitle}</Dialog.Title>
          <Dialog.Description className="mt-3 text-ink-2">{registerText.conflictLead}</Dialog.Description>
          <dl className="mt-5 border-t border-ink text-sm">
            <Line label={registerText.conflictPhone} value={conflict.phoneNumber} />
            {conflict.existingEmail && <Line label={registerText.conflictExisting} value={conflict.existingEmail} />}
          </dl>
          <div className="mt-6 grid gap-3">
            <Link to={paths.recoverAccount} className={buttonClass('learn')}>
              {registerText.conflictRecover}
            </Link>
            <Link to={paths.login} className={buttonClass('secondary')}>
              {registerText.conflictLogin}
            </Link>
            <Button look="quiet" onClick={onBack}>
              {registerText.conflictBack}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-b border-rule py-2.5">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="break-all">
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  )
}
