import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { recordCookieChoice } from '~/api/consent'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { paths } from '~/config/paths'
import { ALL_ON, type Choice, ESSENTIAL_ONLY, type OptionalPurpose, type Preferences } from '~/domain/consent'
import { readPreferences, storeChoice, storeMinimised } from '~/lib/stored-choice'
import { settleVisitorKey } from '~/lib/visitor-key'
import { privacyChoiceText as text } from '~/locales/he/privacy-choice'
import { PurposeList } from './purpose-list'

type PrivacyQuestionProps = { customising: boolean; onClose: () => void }

/** The question itself: all, only the essential, or one by one ([4-41] to [4-46]). It does not block the page. */
export function PrivacyQuestion({ customising: startCustomising, onClose }: PrivacyQuestionProps) {
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const [customising, setCustomising] = useState(startCustomising)
  const [flags, setFlags] = useState<Preferences>(() => ({ ...ESSENTIAL_ONLY, ...readPreferences(), essential: true }))

  useEffect(() => {
    if (startCustomising) place.current?.focus()
  }, [startCustomising])

  function decide(choice: Choice, preferences: Preferences) {
    storeChoice(choice, preferences)
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
      className="fixed inset-x-3 bottom-3 z-40 max-h-[85dvh] animate-rise overflow-y-auto rounded-card border border-rule-2 bg-card p-5 shadow-float outline-none sm:inset-x-auto sm:end-5 sm:bottom-5 sm:w-[430px] sm:p-6"
    >
      <h2 id={titleId} className="pe-10 text-lg">
        {text.title}
      </h2>
      <button
        type="button"
        aria-label={text.minimise}
        title={text.minimise}
        onClick={putAside}
        className="absolute end-3 top-3 grid size-11 place-items-center rounded-full text-ink-2 hover:bg-rule/60 hover:text-ink"
      >
        <Icon name="minus" />
      </button>
      <p className="mt-2 text-ink-2 text-sm">{text.body}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
        <Link to={paths.cookies} className="text-link inline-block py-1">
          {text.cookiesPolicy}
        </Link>
        <Link to={paths.privacy} className="text-link inline-block py-1">
          {text.privacyPolicy}
        </Link>
      </p>
      {customising && <PurposeList flags={flags} onToggle={toggle} />}
      <div className="mt-4 grid grid-cols-2 gap-2.5">
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
            <Button size="small" look="quiet" className="col-span-2" onClick={() => setCustomising(true)}>
              {text.customise}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
