import { expect, it } from 'vitest'
import { fitsMask } from './masked-address.rules'

it.each([
  ['dani@example.com', 'da***i@example.com', true],
  ['Dani@Example.com', 'da***i@example.com', true],
  ['dana@example.com', 'da***i@example.com', false],
  ['dani@example.org', 'da***i@example.com', false],
  ['dani@examplexcom', 'da***i@example.com', false],
  ['dana@gmail.com', 'd***@g***.com', true],
])('%s may be %s: %s', (address, masked, fits) => expect(fitsMask(address, masked)).toBe(fits))
