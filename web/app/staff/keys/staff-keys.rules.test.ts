import { expect, it } from 'vitest'
import { briefKeys } from './staff-keys.rules'

it('tells below a list only what works in it', () => {
  const told = (searching: boolean, opening: boolean, choosing: boolean) =>
    briefKeys({ searching, opening, choosing }).map(({ does }) => does)
  expect(told(false, false, false)).toEqual(['help'])
  expect(told(true, false, false)).toEqual(['find', 'help'])
  expect(told(true, true, false)).toEqual(['open', 'find', 'help'])
  expect(told(true, true, true)).toEqual(['open', 'find', 'choose', 'help'])
})
