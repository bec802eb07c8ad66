import { foldHebrew } from '~/shared/formats/hebrew-search'

/** What a search looks at. */
export type SearchedCountry = { code: string; name: string; englishName: string; dialCode: string }

/** What people call countries beside their names, without quotes. */
const ALSO: Record<string, readonly string[]> = {
  AE: ['uae', 'אמירויות', 'דובאי'],
  BA: ['בוסניה'],
  BY: ['בלרוס'],
  CD: ['drc', 'קונגו'],
  CI: ['ivory coast', 'חוף השנהב'],
  CZ: ['czech republic', 'צכיה'],
  DE: ['deutschland'],
  GB: ['uk', 'england', 'great britain', 'scotland', 'אנגליה', 'בריטניה', 'סקוטלנד'],
  GE: ['גאורגיה', 'גרוזיה'],
  HU: ['הונגריה'],
  IL: ['ישראל'],
  KR: ['korea', 'קוריאה'],
  NL: ['holland', 'הולנד'],
  RU: ['russian federation'],
  TR: ['turkey', 'תורכיה'],
  US: ['usa', 'america', 'ארהב', 'אמריקה', 'ארצות הברית'],
  VA: ['vatican', 'הותיקן'],
}

/** Letters as they are compared: quotes, geresh and dots of abbreviations say nothing. */
const plain = (text: string): string => foldHebrew(text).replace(/['".]/g, '')

const namesOf = ({ code, name, englishName }: SearchedCountry): string[] =>
  [name, englishName, ...(ALSO[code] ?? [])].map(plain)

/** Countries by Hebrew, English or common name, by code, or by dial code with + or 00; the closest come first. */
export function findCountries<Found extends SearchedCountry>(countries: Found[], search: string): Found[] {
  const wanted = plain(search)
  if (wanted === '') return countries
  const digits = /^(?:\+|00)?(\d+)$/.exec(wanted.replace(/[\s-]/g, ''))?.[1]
  if (digits) return countries.filter(({ dialCode }) => isDialledBy(dialCode.slice(1), digits))
  const rank = (country: Found): number => {
    const names = [country.code.toLowerCase(), ...namesOf(country)]
    if (names.includes(wanted)) return 0
    if (names.slice(1).some((name) => name.startsWith(wanted))) return 1
    return names.slice(1).some((name) => name.includes(wanted)) ? 2 : 3
  }
  const ranked = countries.map((country) => ({ country, at: rank(country) })).filter(({ at }) => at < 3)
  return ranked.sort((one, other) => one.at - other.at).map(({ country }) => country)
}

/** The digits begin the country's code, or already go on behind it. */
const isDialledBy = (code: string, digits: string): boolean =>
  code.startsWith(digits) || (digits.length > code.length && digits.startsWith(code))
