import { useCallback, useEffect, useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { agreeToRegistration } from '~/session/registration/own-registration'
import { fetchLinkRegistration, type LinkRegistration } from '~/session/registration/registrations.calls'
import { adoptSession, currentSession, exchangeCode, type LinkPurpose, redeemLink } from '~/session/sign-in/auth.calls'
import { getSession } from '~/session/student/session-store'
import { endSession } from '~/session/student/sign-out.calls'
import { isStudentAccount } from '~/session/student/user-type.rules'
import { needsSecondStep } from '~/session/two-step/assurance'
import { CALLBACK_REDIRECT_DELAY, CALLBACK_RETRY_DELAY } from '~/shared/config/constants'
import { paths } from '~/shared/config/paths'
import { reasonOf, toAppError } from '~/shared/errors/errors'
import type { MailRequest } from '~/shared/storage/storage'
import { callbackText } from './callback.he'
import { type CallbackPlan, planCallback, purposeOf, unfoldAddress } from './callback-plan'
import { findMailRequest } from './mail-requests'
import { fetchLinkAccount } from './mailed-links.calls'
import { fitsMask } from './masked-address.rules'
import { safeReturnPath } from './return-path.rules'

/** Where the screen stands; `retry` redeems the same link again after a failure on the way to the server. */
export type CallbackState =
  | { step: 'processing' }
  | {
      step: 'confirm'
      purpose: LinkPurpose
      account: string | undefined
      /** What the link's registration says, which may be a stranger's; `refuse` goes on without it. */
      registration: LinkRegistration | undefined
      proceed: () => void
      refuse: () => void
    }
  /** The link is of another account than the one that is signed in here. */
  | { step: 'switch'; own: string; other: string; stay: () => void; change: () => void }
  | { step: 'success' }
  | { step: 'error'; message: string; lead?: string; detail?: string; retry?: () => void }

/** Pages of links that this screen answers itself; a bare site address is that of a link that named none. */
const OWN_PATHS: readonly string[] = [paths.authCallback, paths.authVerify, paths.home]

type Account = { user_metadata: Record<string, unknown> }

/** A way from the link to a session, and how its failure is worded for those who help [8-23]. */
type Way = { redeem: () => Promise<Account>; trouble: (reason: string) => string }

/**
 * Finishes what a mailed link began ([4-11] to [4-17]). In the browser that asked for the mail the link is redeemed
 * at once, elsewhere only after a press, so that neither mail scanners nor links of strangers sign anyone in.
 */
export function useAuthCallback(): CallbackState {
  const navigate = useNavigate()
  const [state, setState] = useState<CallbackState>({ step: 'processing' })
  const arrival = useRef<{ plan: CallbackPlan; request: MailRequest | undefined; href: string } | null>(null)
  const started = useRef(false)

  const finish = useCallback(async (way: Way) => {
    setState({ step: 'processing' })
    try {
      const user = await way.redeem()
      if (!isStudentAccount(user)) {
        if (way !== EXISTING) await endSession()
        setState({ step: 'error', message: callbackText.notStudent })
        return
      }
      setState({ step: 'success' })
    } catch (cause) {
      setState(failure(cause, way, () => void finish(way)))
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
    const timer = setTimeout(() => void goOn(navigate, goal), CALLBACK_REDIRECT_DELAY)
    return () => clearTimeout(timer)
  }, [state.step, navigate])

  return state
}

/** To where the person wanted, by way of the second step if the account has one. */
async function goOn(navigate: NavigateFunction, goal: string): Promise<void> {
  const session = await currentSession().catch(() => null)
  const waits = session !== null && needsSecondStep(session)
  await navigate(waits ? paths.twoStep : goal, { replace: true, ...(waits && { state: { from: goal } }) })
}

async function begin(
  plan: CallbackPlan,
  request: MailRequest | undefined,
  href: string,
  finish: (way: Way) => Promise<void>,
  setState: (state: CallbackState) => void,
): Promise<void> {
  if (plan.kind === 'error') {
    const { message, lead } = plan
    setState({ step: 'error', message, ...(lead && { lead }) })
    return
  }
  const own = purposeOf(new URL(href)) === 'verification' ? null : await accountSignedInHere()
  if (own !== null) {
    const other = plan.kind === 'token' ? await otherAccount(plan.tokenHash, request, own) : undefined
    const stay = () => {
      hideAddress()
      return finish(EXISTING)
    }
    if (other === undefined) return stay()
    const change = () => void endSession().then(() => begin(plan, request, href, finish, setState))
    setState({ step: 'switch', own, other, stay: () => void stay(), change })
    return
  }
  if (plan.kind === 'existing') return finish(EXISTING)
  const { verificationFailed, signInFailed } = callbackText.details
  if (plan.kind === 'code') return finish({ redeem: () => exchangeCode(href), trouble: signInFailed })
  const redeem = () => {
    hideAddress()
    return plan.kind === 'token'
      ? redeemLink(plan.tokenHash, plan.type)
      : adoptSession(plan.accessToken, plan.refreshToken)
  }
  const way = { redeem, trouble: plan.kind === 'token' ? verificationFailed : signInFailed }
  if (request) return finish(way)
  const address = new URL(href)
  const purpose = purposeOf(address)
  const hash = purpose === 'signup' ? address.searchParams.get('n') : null
  const [account, registration] =
    plan.kind === 'token'
      ? await Promise.all([accountOf(plan.tokenHash), hash ? registrationOf(hash, plan.tokenHash) : undefined])
      : []
  if (account === null) {
    hideAddress()
    setState({
      step: 'error',
      message: callbackText.linkUsedUp,
      detail: verificationFailed(callbackText.details.usedUpReason),
    })
    return
  }
  setState({
    step: 'confirm',
    purpose,
    account,
    registration,
    proceed: () => {
      if (hash && registration) agreeToRegistration(hash)
      void finish(way)
    },
    refuse: () => void finish(way),
  })
}

/** What the link's registration says; undefined for none, and where that cannot be asked just now. */
const registrationOf = async (hash: string, tokenHash: string) =>
  (await fetchLinkRegistration(hash, tokenHash).catch(() => null)) ?? undefined

/** Whose account the link opens; null for a link that is used up, undefined where that cannot be asked just now. */
const accountOf = (tokenHash: string) => fetchLinkAccount(tokenHash).catch(() => undefined)

/** The address of a verified student in this browser, who needs no link any more [4-17]; null for everyone else. */
async function accountSignedInHere(): Promise<string | null> {
  const session = await currentSession().catch(() => null)
  if (!session?.user.email_confirmed_at) return null
  const known = getSession()
  return known.status !== 'student' || known.emailVerified ? (session.user.email ?? '') : null
}

/** The account of a link that still works, where it is not the one of this address; masked unless it was asked for here. */
async function otherAccount(tokenHash: string, request: MailRequest | undefined, own: string) {
  const masked = await accountOf(tokenHash)
  if (!masked || !own) return undefined
  if (request) return request.email.toLowerCase() === own.toLowerCase() ? undefined : request.email
  return fitsMask(own, masked) ? undefined : masked
}

class NoSessionError extends Error {}

/** The session of this browser, looked for twice [4-14]. */
async function existingAccount(): Promise<Account> {
  const session = (await currentSession().catch(() => null)) ?? (await afterPause(currentSession))
  if (!session) throw new NoSessionError()
  return session.user
}

const EXISTING: Way = { redeem: existingAccount, trouble: callbackText.details.sessionCheckFailed }

async function afterPause<T>(look: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, CALLBACK_RETRY_DELAY))
  return look()
}

function failure(cause: unknown, { trouble }: Way, retry: () => void): CallbackState {
  const { details, noSession, linkUsedUp, codeFailed } = callbackText
  if (cause instanceof NoSessionError) return { step: 'error', message: noSession, detail: details.noSessionFound }
  const error = toAppError(cause)
  const reason = reasonOf(error)
  const detail = reason ? trouble(reason) : details.unexpected
  if (error.code === 'INVALID_CREDENTIALS') return { step: 'error', message: linkUsedUp, detail }
  if (error.code === 'UNKNOWN_ERROR') return { step: 'error', message: codeFailed, detail }
  return { step: 'error', message: error.message, detail, retry }
}

/** Tokens leave the address before anything else can read it there. */
function hideAddress(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname)
}
