import { expect, it } from 'vitest'
import { findCountries } from './country-search.rules'
import { listCountries } from './phone-number'

const COUNTRIES = listCountries()
const first = (search: string) => findCountries(COUNTRIES, search)[0]?.code

it.each([
  ['ארה״ב', 'US'],
  ['ארה"ב', 'US'],
  ['ארהב', 'US'],
  ['usa', 'US'],
  ['U.S.A', 'US'],
  ['United States', 'US'],
  ['uk', 'GB'],
  ['UK', 'GB'],
  ['אנגליה', 'GB'],
  ['בריטניה', 'GB'],
  ['צרפ', 'FR'],
  ['ger', 'DE'],
  ['00972', 'IL'],
  ['+972', 'IL'],
  ['972', 'IL'],
  ['972 52', 'IL'],
  ['il', 'IL'],
  ['הולנד', 'NL'],
])('[2.6-02] %s finds %s first', (search, code) => expect(first(search)).toBe(code))

it('[2.6-02] finds nothing for what is no country, and everything for nothing', () => {
  expect(findCountries(COUNTRIES, 'אטלנטיס')).toEqual([])
  expect(findCountries(COUNTRIES, ' ')).toBe(COUNTRIES)
})
