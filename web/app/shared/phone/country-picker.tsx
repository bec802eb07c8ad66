import type { CountryCode } from 'libphonenumber-js/min'
import { Suspense, useState } from 'react'
import { lazyPart, prefetchPart } from '~/shared/browser/lazy-part'
import { CountryButton } from './country-button'

const load = () => import('./country-popover').then(({ CountryPopover }) => CountryPopover)
const CountryPopover = lazyPart(load)

type CountryPickerProps = {
  value: CountryCode
  dialCode: string
  onChange: (country: CountryCode) => void
  /** Somebody comes near: what reads numbers of other countries is needed soon. */
  onNear: () => void
  disabled?: boolean | undefined
}

/** The country of a phone number: flag and dial code. The list of countries comes for whoever reaches for it [2.6-02]. */
export function CountryPicker({ value, dialCode, onChange, onNear, disabled }: CountryPickerProps) {
  const [wanted, setWanted] = useState(false)
  const ahead = () => {
    onNear()
    prefetchPart(load)
  }
  const button = (
    <CountryButton
      country={value}
      dialCode={dialCode}
      disabled={disabled}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => setWanted(true)}
    />
  )
  return wanted ? (
    <Suspense fallback={button}>
      <CountryPopover value={value} dialCode={dialCode} onChange={onChange} disabled={disabled} />
    </Suspense>
  ) : (
    button
  )
}
