import { existsSync } from 'node:fs'
import { getCountries } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'

test('every country of the phone field has its flag among the files of the site', () => {
  const folder = new URL('../../../public/flags/', import.meta.url)
  expect(getCountries().filter((country) => !existsSync(new URL(`${country}.svg`, folder)))).toEqual([])
})
