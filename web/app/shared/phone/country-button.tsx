import type { CountryCode } from 'libphonenumber-js/min'
import type { ComponentProps } from 'react'
import { CountryFlag } from './country-flag'
import { phoneText } from './phone.he'

type CountryButtonProps = ComponentProps<'button'> & { country: CountryCode; dialCode: string }

/** Flag and dial code of the country that a number is of; opens the list of countries. */
export function CountryButton({ country, dialCode, ...button }: CountryButtonProps) {
  const name = new Intl.DisplayNames(['he'], { type: 'region' }).of(country) ?? country
  return (
    <button
      {...button}
      type="button"
      aria-label={phoneText.country(name, dialCode)}
      className="flex min-h-12 shrink-0 items-center gap-2 rounded-s-control border border-e-0 border-field bg-paper px-3 hover:bg-rule/40 focus-visible:z-10"
    >
      <CountryFlag country={country} />
      <span>{dialCode}</span>
      <Chevron />
    </button>
  )
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 text-ink-3">
      <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
