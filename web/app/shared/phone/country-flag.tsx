import type { CountryCode } from 'libphonenumber-js/min'

/** The flag of a country, a file of our own. */
export function CountryFlag({ country }: { country: CountryCode }) {
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
