import { Command } from 'cmdk'
import type { CountryCode } from 'libphonenumber-js/min'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { COUNTRY_LIST_HEIGHT_PX, COUNTRY_LIST_MAX_HEIGHT_PX } from '~/shared/config/constants'
import { phoneText } from './phone.he'
import { type Country, dialCodeOf, listCountries } from './phone-number'

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
        aria-label={phoneText.country(name, dialCodeOf(value))}
        className="flex min-h-12 shrink-0 items-center gap-2 rounded-s-control border border-e-0 border-field bg-paper px-3 hover:bg-rule/40 focus-visible:z-10"
      >
        <Flag country={value} />
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

type CountryListProps = { countries: Country[]; value: CountryCode; onPick: (country: CountryCode) => void }

function CountryList({ countries, value, onPick }: CountryListProps) {
  const [search, setSearch] = useState('')
  const found = useMemo(() => findCountries(countries, search), [countries, search])
  return (
    <Command label={phoneText.countries} shouldFilter={false} defaultValue={value} loop>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        dir={search ? 'auto' : 'ltr'}
        placeholder={phoneText.searchCountry}
        className="min-h-12 w-full rounded-t-control outline-offset-[-3px] border-b border-rule bg-transparent px-4 placeholder:text-ink-3"
      />
      {found.length === 0 && (
        <p role="status" dir="ltr" className="px-4 py-6 text-center text-ink-2">
          {phoneText.noCountry}
        </p>
      )}
      <Command.List
        label={phoneText.countries}
        tabIndex={-1}
        hidden={found.length === 0}
        style={{ height: COUNTRY_LIST_HEIGHT_PX, maxHeight: COUNTRY_LIST_MAX_HEIGHT_PX }}
        className="overflow-y-auto overscroll-contain p-1"
      >
        {found.map(({ code, name, dialCode }) => (
          <Command.Item
            key={code}
            value={code}
            onSelect={() => onPick(code)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-[8px] px-3 data-[selected=true]:bg-green-wash"
          >
            <Flag country={code} />
            <span className={code === value ? 'grow font-bold' : 'grow'}>{name}</span>
            <bdi dir="ltr" className="text-ink-2">
              {dialCode}
            </bdi>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  )
}

/** Those that fit a search, the ones that begin with it first. */
function findCountries(countries: Country[], search: string): Country[] {
  const wanted = search.trim().toLowerCase()
  const found = countries.filter((country) => matches(country, wanted))
  return wanted
    ? [...found.filter((one) => begins(one, wanted)), ...found.filter((one) => !begins(one, wanted))]
    : found
}

/** By Hebrew or English name, dial code or two-letter code. */
function matches({ code, name, englishName, dialCode }: Country, wanted: string): boolean {
  if (/^\+?\d+$/.test(wanted)) return dialCode.slice(1).startsWith(wanted.replace('+', ''))
  return name.includes(wanted) || englishName.toLowerCase().includes(wanted) || code.toLowerCase() === wanted
}

const begins = ({ code, name, englishName }: Country, wanted: string) =>
  name.startsWith(wanted) || englishName.toLowerCase().startsWith(wanted) || code.toLowerCase() === wanted

function Flag({ country }: { country: CountryCode }) {
  return (
    <img
      src={`/flags/${country}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      className="h-4 w-6 shrink-0 rounded-[2px] object-cover ring-1 ring-rule-2"
    />
  )
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 text-ink-3">
      <path d="M2 4l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
