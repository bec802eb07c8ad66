import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { endWaiting, findWaiting } from '~/session/callback/mail-requests'
import { type PhoneConflict, PhoneConflictError, registerStudent, sendLoginLink } from '~/session/sign-in/auth.calls'
import { MailWaiting } from '~/session/sign-in/mail-waiting'
import { registerText } from '~/session/sign-in/sign-in.he'
import { SplitLayout } from '~/session/sign-in/split-layout'
import { useReturnPath, useSignedInRedirect } from '~/session/student/use-signed-in-redirect'
import { lazyPart } from '~/shared/browser/lazy-part'
import { paths } from '~/shared/config/paths'
import { fieldOf } from '~/shared/errors/error-code'
import { toAppError } from '~/shared/errors/errors'
import { RegisterForm } from './register-form'
import { EMPTY_REGISTRATION, type RegistrationForm } from './registration-schema'

const PhoneConflictDialog = lazyPart(() => import('./phone-conflict-dialog').then((part) => part.PhoneConflictDialog))

/** Registration (2.6): form, then the success view, the phone conflict or an inline error [4-09]. */
export function RegisterScreen() {
  useSignedInRedirect()
  const returnPath = useReturnPath()
  const handed = useHanded()
  const [entered, setEntered] = useState<RegistrationForm>({ ...EMPTY_REGISTRATION, email: handed.email })
  const [waiting, setWaiting] = useState<{ email: string; mailKey: string; askedAt?: number }>()
  const [conflict, setConflict] = useState<PhoneConflict>()
  const [failure, setFailure] = useState<RegisterFailure>()

  const ask = (form: RegistrationForm) => registerStudent({ ...form, privacyConsent: form.termsConsent }, returnPath)

  useEffect(() => {
    const kept = handed.email ? undefined : findWaiting('signup')
    if (kept) setWaiting({ email: kept.email, mailKey: kept.key ?? '', askedAt: kept.askedAt })
  }, [handed.email])

  async function register(form: RegistrationForm) {
    setEntered(form)
    setFailure(undefined)
    try {
      setWaiting({ email: form.email, mailKey: await ask(form) })
    } catch (cause) {
      if (cause instanceof PhoneConflictError) setConflict(cause.conflict)
      else setFailure(explain(cause))
    }
  }

  if (waiting) {
    return (
      <SplitLayout picture="start" title={registerText.successTitle} lead={registerText.successLead}>
        <MailWaiting
          purpose="signup"
          email={waiting.email}
          mailKey={waiting.mailKey}
          askedAt={waiting.askedAt}
          // After a reload the details wait with the first mail; a link to the account brings them as well.
          onResend={() =>
            waiting.askedAt === undefined ? ask(entered) : sendLoginLink(waiting.email, returnPath, 'signup')
          }
          onChangeAddress={() => {
            endWaiting()
            setWaiting(undefined)
          }}
        />
      </SplitLayout>
    )
  }
  return (
    <SplitLayout picture="start" title={registerText.title} lead={registerText.lead}>
      <RegisterForm initial={entered} onSubmit={register} failure={failure} />
      <p className="mt-8 border-t border-rule pt-5">
        {registerText.haveAccount}{' '}
        <Link
          to={paths.login}
          state={{ from: returnPath, ...(handed.course && { course: handed.course }) }}
          className="font-semibold text-green underline underline-offset-4 hover:text-green-ink"
        >
          {registerText.login}
        </Link>
      </p>
      {conflict && (
        <Suspense>
          <PhoneConflictDialog conflict={conflict} onBack={() => setConflict(undefined)} />
        </Suspense>
      )}
    </SplitLayout>
  )
}

/** What sign-in hands over: an address that it does not know, and the course that somebody wants to learn. */
function useHanded(): { email: string; course: string } {
  const state: unknown = useLocation().state
  const handed = typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { email: text(handed.email), course: text(handed.course) }
}

type RegisterFailure = { text: string; field: ReturnType<typeof fieldOf> }

/** A failure without a reason that people know gets the general text [8-26]. */
function explain(cause: unknown): RegisterFailure {
  const { code, message } = toAppError(cause)
  return { text: code === 'UNKNOWN_ERROR' ? registerText.failed : message, field: fieldOf(code) }
}
