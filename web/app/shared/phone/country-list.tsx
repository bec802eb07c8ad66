import { Command } from 'cmdk'
import type { CountryCode } from 'libphonenumber-js/min'
import { useMemo, useState } from 'react'
import { COUNTRY_LIST_HEIGHT_PX, COUNTRY_LIST_MAX_HEIGHT_PX } from '~/shared/config/constants'
import { directionOf } from '../formats/direction'
import { CountryFlag } from './country-flag'
import { findCountries } from './country-search.rules'
import { phoneText } from './phone.he'
import type { Country } from './phone-number'

type CountryListProps = { countries: Country[]; value: CountryCode; onPick: (country: CountryCode) => void }

/** The countries with their dial codes, and a field to search them by [2.6-02]. */
export function CountryList({ countries, value, onPick }: CountryListProps) {
  const [search, setSearch] = useState('')
  const found = useMemo(() => findCountries(countries, search), [countries, search])
  return (
    <Command label={phoneText.countries} shouldFilter={false} defaultValue={value} loop>
      <Command.Input
        autoFocus
        value={search}
        onValueChange={setSearch}
        dir={search ? directionOf(search) : 'ltr'}
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
            <CountryFlag country={code} />
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
