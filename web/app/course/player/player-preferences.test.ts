import { expect, it } from 'vitest'
import { RATES } from './player-preferences'

it('the player goes no faster than what the database takes as watched: twice (decision 0153)', () => {
  expect(Math.max(...RATES)).toBe(2)
})
