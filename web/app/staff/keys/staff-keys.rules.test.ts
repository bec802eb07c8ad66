import { expect, it } from 'vitest'
import { briefKeys } from './staff-keys.rules'

it('tells below a list only what works in it', () => {
  const told = (opening: boolean, choosing: boolean) => briefKeys({ opening, choosing }).map(({ does }) => does)
  expect(told(false, false)).toEqual(['find', 'help'])
  expect(told(true, false)).toEqual(['open', 'find', 'help'])
  expect(told(true, true)).toEqual(['open', 'find', 'choose', 'help'])
})
