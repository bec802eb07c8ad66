import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '~/shared/config/paths'
import { readConsentFlags } from '~/shared/storage/consent-flags'
import { applyPreferenceConsent } from '~/shared/storage/preferences'
import { Button } from '~/shared/ui/button'
import { Icon } from '~/shared/ui/icon'
import { recordCookieChoice } from './consent.calls'
import { ALL_ON, type Choice, ESSENTIAL_ONLY, type OptionalPurpose, type Preferences } from './consent.rules'
import { privacyChoiceText as text } from './privacy-choice.he'
import { PurposeList } from './purpose-list'
import { storeChoice, storeMinimised } from './store-choice'
import { useEscape, useFocusReturn, useRoomUnderThePage } from './use-layer'
import { settleVisitorKey } from './visitor-key'

type PrivacyQuestionProps = { customising: boolean; onClose: () => void }

/**
 * The question itself: all, only the essential, or one by one ([4-41] to [4-46]). It does not block the page: Tab comes
 * to it early, Escape puts it aside, the focus goes back to where it came from, and the page keeps room under its end
 * for the control that has the focus.
 */
export function PrivacyQuestion({ customising: startCustomising, onClose }: PrivacyQuestionProps) {
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const [customising, setCustomising] = useState(startCustomising)
  const [flags, setFlags] = useState<Preferences>(() => ({ ...ESSENTIAL_ONLY, ...readConsentFlags(), essential: true }))

  useFocusReturn(place)
  useEffect(() => {
    if (startCustomising) place.current?.focus()
  }, [startCustomising])
  useRoomUnderThePage(place)
  useEscape(startCustomising ? onClose : putAside)

  function decide(choice: Choice, preferences: Preferences) {
    storeChoice(choice, preferences)
    applyPreferenceConsent(preferences.preferences)
    void recordCookieChoice(preferences, settleVisitorKey(preferences.analytics))
    onClose()
  }

  function putAside() {
    storeMinimised()
    onClose()
  }

  const toggle = (purpose: OptionalPurpose) => setFlags({ ...flags, [purpose]: !flags[purpose] })

  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="fixed inset-x-2 bottom-[calc(8px+env(safe-area-inset-bottom))] z-40 max-h-[85dvh] animate-rise overflow-y-auto rounded-card border border-rule-2 bg-card p-4 shadow-float outline-none sm:inset-x-auto sm:end-5 sm:bottom-5 sm:w-[430px] sm:p-6"
    >
      <h2 id={titleId} className="pe-10 text-base sm:text-lg">
        {text.title}
      </h2>
      <button
        type="button"
        aria-label={text.minimise}
        title={text.minimise}
        onClick={putAside}
        className="absolute end-1 top-1 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-rule/60 hover:text-ink"
      >
        <Icon name="minus" />
      </button>
      <p className="mt-1.5 text-ink-2 text-xs leading-snug sm:text-sm sm:leading-normal">{text.body}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-xs sm:text-sm">
        <Link to={paths.cookies} className="text-link inline-block py-1">
          {text.cookiesPolicy}
        </Link>
        <Link to={paths.privacy} className="text-link inline-block py-1">
          {text.privacyPolicy}
        </Link>
        {!customising && (
          <button type="button" className="text-link ms-auto py-1" onClick={() => setCustomising(true)}>
            {text.customise}
          </button>
        )}
      </p>
      {customising && <PurposeList flags={flags} onToggle={toggle} />}
      <div className="mt-3 grid grid-cols-2 gap-2.5 sm:mt-4">
        {customising ? (
          <>
            <Button size="small" className="col-span-2" onClick={() => decide('customized', flags)}>
              {text.save}
            </Button>
            <Button size="small" look="secondary" onClick={() => decide('accepted', ALL_ON)}>
              {text.acceptAll}
            </Button>
            <Button size="small" look="secondary" onClick={() => decide('rejected', ESSENTIAL_ONLY)}>
              {text.rejectAll}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" look="secondary" onClick={() => decide('accepted', ALL_ON)}>
              {text.acceptAll}
            </Button>
            <Button size="small" look="secondary" onClick={() => decide('rejected', ESSENTIAL_ONLY)}>
              {text.rejectAll}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
