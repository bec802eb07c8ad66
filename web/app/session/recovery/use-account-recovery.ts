import { useEffect, useRef, useState } from 'react'
import { fetchLinkAccount } from '~/session/callback/mailed-links.calls'
import { MAIL_LINK_VALIDITY_HOURS } from '~/shared/config/constants'
import { readStored, removeStored, writeStored } from '~/shared/storage/storage'
import { noteRecovered } from './recovered-account.calls'
import { RecoveryError, requestRecovery, verifyRecoveryToken } from './recovery.calls'
import { recoveryText } from './recovery.he'

/** The steps of recovery (2.9); `verifying` and `confirm` stand between opening the mailed link and its result. */
export type RecoveryStep =
  | { step: 'phone-input'; error?: string }
  | { step: 'email-sent'; maskedEmail: string; mailKey: string; askAgain: () => Promise<void> }
  | { step: 'confirm'; account: string | undefined; proceed: () => void }
  | { step: 'verifying' }
  | { step: 'verified'; email: string }

type RecoveryLink = { token: string; phone: string }

const VALID_FOR = MAIL_LINK_VALIDITY_HOURS * 60 * 60 * 1000

/**
 * Moves through recovery ([4-35] to [4-37]). A link is checked on load in the browser that asked for it [2.9-04]; in
 * another one only after a press, because mail scanners open links and a link works once.
 */
export function useAccountRecovery() {
  const [state, setState] = useState<RecoveryStep>({ step: 'phone-input' })
  const started = useRef(false)

  useEffect(() => {
    if (started.current) return
    started.current = true
    const link = takeLink()
    if (!link) return
    const proceed = () => {
      setState({ step: 'verifying' })
      void check(link).then(setState)
    }
    if (askedHere(link.phone)) {
      proceed()
      return
    }
    setState({ step: 'verifying' })
    void name(link, proceed).then(setState)
  }, [])

  async function request(phone: string): Promise<void> {
    const { maskedEmail, mailKey } = await requestRecovery(phone)
    writeStored('recovery-request', { phone, askedAt: Date.now() })
    setState({ step: 'email-sent', maskedEmail, mailKey, askAgain: () => request(phone) })
  }

  async function ask(phone: string): Promise<void> {
    if (!phone.trim()) {
      setState({ step: 'phone-input', error: recoveryText.phoneEmpty })
      return
    }
    try {
      await request(phone)
    } catch (cause) {
      const error = cause instanceof RecoveryError ? cause.message : recoveryText.recoveryThrew
      setState({ step: 'phone-input', error })
    }
  }

  return { state, ask, startOver: () => setState({ step: 'phone-input' }) }
}

/** Says whose account the link is about, before anything is done with it; a used one ends here. */
async function name({ token }: RecoveryLink, proceed: () => void): Promise<RecoveryStep> {
  try {
    const account = await fetchLinkAccount(token)
    return account === null
      ? { step: 'phone-input', error: recoveryText.linkInvalid }
      : { step: 'confirm', account, proceed }
  } catch {
    return { step: 'confirm', account: undefined, proceed }
  }
}

async function check({ token, phone }: RecoveryLink): Promise<RecoveryStep> {
  try {
    const { email } = await verifyRecoveryToken(token, phone)
    removeStored('recovery-request')
    noteRecovered({ email, token, phone })
    return { step: 'verified', email }
  } catch (cause) {
    const error = cause instanceof RecoveryError ? cause.message : recoveryText.linkCheckThrew
    return { step: 'phone-input', error }
  }
}

/** The link's token and phone, which leave the address at once. */
function takeLink(): RecoveryLink | null {
  const params = new URLSearchParams(window.location.search)
  const token = params.get('token')
  const phone = params.get('phone')
  if (!token || !phone) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  // A plus that nobody encoded arrives as a space.
  return { token, phone: phone.replace(/^ /, '+') }
}

function askedHere(phone: string): boolean {
  const request = readStored('recovery-request')
  return request !== null && request.phone === phone && Date.now() - request.askedAt < VALID_FOR
}
