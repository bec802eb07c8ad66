import type { CountryCode } from 'libphonenumber-js/min'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { CountryButton } from './country-button'
import { CountryList } from './country-list'
import { phoneText } from './phone.he'
import { listCountries } from './phone-number'

type CountryPopoverProps = {
  value: CountryCode
  dialCode: string
  onChange: (country: CountryCode) => void
  disabled?: boolean | undefined
}

/** The list of countries, open by the press that brought it [2.6-02]. */
export function CountryPopover({ value, dialCode, onChange, disabled }: CountryPopoverProps) {
  const [open, setOpen] = useState(true)
  const countries = useMemo(listCountries, [])
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <CountryButton country={value} dialCode={dialCode} disabled={disabled} />
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
          <CountryList
            countries={countries}
            value={value}
            onPick={(country) => {
              onChange(country)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
