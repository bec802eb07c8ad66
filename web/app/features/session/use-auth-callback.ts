import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adoptSession, currentSession, exchangeCode, type LinkPurpose, redeemLink } from '~/api/auth'
import { CALLBACK_REDIRECT_DELAY, CALLBACK_RETRY_DELAY } from '~/config/constants'
import { paths } from '~/config/paths'
import { safeReturnPath } from '~/domain/return-path'
import { toAppError } from '~/lib/errors'
import { findMailRequest } from '~/lib/mail-requests'
import { getSession } from '~/lib/session'
import { endSession } from '~/lib/sign-out'
import type { MailRequest } from '~/lib/storage'
import { callbackText } from '~/locales/he/callback'
import { type CallbackPlan, planCallback, purposeOf, unfoldAddress } from './callback-plan'

/** Where the screen stands; `retry` redeems the same link again after a failure on the way to the server. */
export type CallbackState =
  | { step: 'processing' }
  | { step: 'confirm'; purpose: LinkPurpose; proceed: () => void }
  | { step: 'success' }
  | { step: 'error'; message: string; retry?: () => void }

/** Redirects that this screen answers itself; a bare site address is what is left of one that was not allowed. */
const OWN_PATHS: readonly string[] = [paths.authCallback, paths.authVerify, paths.home]

type Account = { user_metadata: Record<string, unknown> }

/**
 * Finishes what a mailed link began ([4-11] to [4-17]). In the browser that asked for the mail the link is redeemed
 * at once, elsewhere only after a press, so that neither mail scanners nor links of strangers sign anyone in.
 */
export function useAuthCallback(): CallbackState {
  const navigate = useNavigate()
  const [state, setState] = useState<CallbackState>({ step: 'processing' })
  const arrival = useRef<{ plan: CallbackPlan; request: MailRequest | undefined; href: string } | null>(null)
  const started = useRef(false)

  const finish = useCallback(async (redeem: () => Promise<Account>) => {
    setState({ step: 'processing' })
    try {
      const user = await redeem()
      const userType = user.user_metadata.user_type
      if (userType !== undefined && userType !== 'student') {
        if (redeem !== existingAccount) await endSession()
        setState({ step: 'error', message: callbackText.notStudent })
        return
      }
      setState({ step: 'success' })
    } catch (cause) {
      setState(failure(cause, () => void finish(redeem)))
    }
  }, [])

  useEffect(() => {
    if (started.current) return
    started.current = true
    const address = unfoldAddress(new URL(window.location.href))
    if (!OWN_PATHS.includes(address.pathname)) {
      void navigate(`${address.pathname}${address.search}`, { replace: true })
      return
    }
    const plan = planCallback(address)
    const request = findMailRequest(address.searchParams.get('n'))
    arrival.current = { plan, request, href: address.href }
    if (plan.kind !== 'token') hideAddress()
    void begin(plan, request, address.href, finish, setState)
  }, [finish, navigate])

  useEffect(() => {
    if (state.step !== 'success') return
    const goal = safeReturnPath(arrival.current?.request?.returnTo) ?? paths.dashboard
    const timer = setTimeout(() => void navigate(goal, { replace: true }), CALLBACK_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [state.step, navigate])

  return state
}

async function begin(
  plan: CallbackPlan,
  request: MailRequest | undefined,
  href: string,
  finish: (redeem: () => Promise<Account>) => Promise<void>,
  setState: (state: CallbackState) => void,
): Promise<void> {
  if (plan.kind === 'error') {
    setState({ step: 'error', message: plan.description ?? callbackText.authenticationFailed })
    return
  }
  if (purposeOf(new URL(href)) !== 'verification' && (await isSignedInAlready())) {
    hideAddress()
    await finish(existingAccount)
    return
  }
  if (plan.kind === 'existing') return finish(existingAccount)
  if (plan.kind === 'code') return finish(() => exchangeCode(href))
  const redeem = () => {
    hideAddress()
    return plan.kind === 'token'
      ? redeemLink(plan.tokenHash, plan.type)
      : adoptSession(plan.accessToken, plan.refreshToken)
  }
  if (request) return finish(redeem)
  setState({ step: 'confirm', purpose: purposeOf(new URL(href)), proceed: () => void finish(redeem) })
}

/** A verified student in this browser needs no link any more [4-17]; one who has yet to verify does. */
async function isSignedInAlready(): Promise<boolean> {
  const session = await currentSession().catch(() => null)
  if (!session?.user.email_confirmed_at) return false
  const known = getSession()
  return known.status !== 'student' || known.emailVerified
}

class NoSessionError extends Error {}

/** The session of this browser, looked for twice [4-14]. */
async function existingAccount(): Promise<Account> {
  const session = (await currentSession()) ?? (await afterPause(currentSession))
  if (!session) throw new NoSessionError()
  return session.user
}

async function afterPause<T>(look: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, CALLBACK_RETRY_DELAY))
  return look()
}

function failure(cause: unknown, retry: () => void): CallbackState {
  if (cause instanceof NoSessionError) return { step: 'error', message: callbackText.noSession }
  const error = toAppError(cause)
  if (error.code === 'INVALID_CREDENTIALS') return { step: 'error', message: callbackText.linkUsedUp }
  if (error.code === 'UNKNOWN_ERROR') return { step: 'error', message: callbackText.codeFailed }
  return { step: 'error', message: error.message, retry }
}

/** Tokens leave the address before anything else can read it there. */
function hideAddress(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
