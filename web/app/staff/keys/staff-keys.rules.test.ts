import { expect, it } from 'vitest'
import { mainKeys } from './staff-keys.rules'

it('tells below a list only what works in it', () => {
  const keysShown = (searching: boolean, opening: boolean, choosing: boolean) =>
    mainKeys({ searching, opening, choosing }).map(({ does }) => does)
  expect(keysShown(false, false, false)).toEqual(['help'])
  expect(keysShown(true, false, false)).toEqual(['find', 'help'])
  expect(keysShown(true, true, false)).toEqual(['open', 'find', 'help'])
  expect(keysShown(true, true, true)).toEqual(['open', 'find', 'choose', 'help'])
})
