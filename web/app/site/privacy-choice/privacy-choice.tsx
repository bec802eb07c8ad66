import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '~/shared/browser/lazy-part'
import { CONSENT_DELAY, CONSENT_MINIMISED_FOR } from '~/shared/config/constants'
import { questionDelay } from './question-delay.rules'
import { readChoice } from './stored-choice'

const Question = lazyPart(() => import('./privacy-question').then(({ PrivacyQuestion }) => PrivacyQuestion))

type PrivacyChoiceProps = {
  /** Raised when the person asks for the settings themselves. */
  asked: boolean
  onDone: () => void
}

/**
 * Asks what this browser may keep: one second after load when no choice is stored ([2.2-15], [9-23]), again five
 * minutes after it was put aside ([4-46], [9-24]), and whenever the person wants to change the choice.
 */
export function PrivacyChoice({ asked, onDone }: PrivacyChoiceProps) {
  const [shown, setShown] = useState(false)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round of asking starts its own wait
  useEffect(() => {
    const wait = questionDelay(readChoice(), Date.now(), { delay: CONSENT_DELAY, minimisedFor: CONSENT_MINIMISED_FOR })
    if (wait === null) return
    const timer = setTimeout(() => setShown(true), wait)
    return () => clearTimeout(timer)
  }, [round])

  function close() {
    setShown(false)
    setRound(round + 1)
    onDone()
  }

  return shown || asked ? (
    <Suspense>
      <Question key={String(asked)} customising={asked} onClose={close} />
    </Suspense>
  ) : null
}
