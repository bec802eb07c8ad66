import { expect, it } from 'vitest'
import { mainKeys } from './staff-keys.rules'

it('tells below a list only what works in it', () => {
  const told = (searching: boolean, opening: boolean, choosing: boolean) =>
    mainKeys({ searching, opening, choosing }).map(({ does }) => does)
  expect(told(false, false, false)).toEqual(['help'])
  expect(told(true, false, false)).toEqual(['find', 'help'])
  expect(told(true, true, false)).toEqual(['open', 'find', 'help'])
  expect(told(true, true, true)).toEqual(['open', 'find', 'choose', 'help'])
})
