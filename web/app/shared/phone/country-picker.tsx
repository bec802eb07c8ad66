import type { CountryCode } from 'libphonenumber-js/min'
import { Popover } from 'radix-ui'
import { Suspense, useMemo, useState } from 'react'
import { fetchAhead, lazyPart } from '~/shared/browser/lazy-part'
import { Loading } from '~/shared/ui/loading'
import { CountryFlag } from './country-flag'
import { phoneText } from './phone.he'
import { dialCodeOf, listCountries } from './phone-number'

const load = () => import('./country-list').then(({ CountryList }) => CountryList)
const CountryList = lazyPart(load)
const ahead = () => fetchAhead(load)

type CountryPickerProps = {
  value: CountryCode
  onChange: (country: CountryCode) => void
  disabled?: boolean | undefined
}

/** The country of a phone number: flag and dial code, opening a list that can be searched [2.6-02]. */
export function CountryPicker({ value, onChange, disabled }: CountryPickerProps) {
  const [open, setOpen] = useState(false)
  const countries = useMemo(listCountries, [])
  const name = countries.find(({ code }) => code === value)?.name ?? value
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        type="button"
        disabled={disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        aria-label={phoneText.country(name, dialCodeOf(value))}
        className="flex min-h-12 shrink-0 items-center gap-2 rounded-s-control border border-e-0 border-field bg-paper px-3 hover:bg-rule/40 focus-visible:z-10"
      >
        <CountryFlag country={value} />
        <span>{dialCodeOf(value)}</span>
        <Chevron />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          aria-label={phoneText.countries}
          sideOffset={6}
          collisionPadding={12}
          dir="rtl"
          className="z-50 w-[min(340px,calc(100vw-24px))] rounded-control border border-rule-2 bg-card shadow-[0_8px_28px_rgb(20_33_58/0.16)]"
        >
          <Suspense fallback={<Loading className="min-h-[336px]" />}>
            <CountryList
              countries={countries}
              value={value}
              onPick={(country) => {
                onChange(country)
                setOpen(false)
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 text-ink-3">
      <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
