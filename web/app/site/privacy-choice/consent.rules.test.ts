import { describe, expect, it } from 'vitest'
import { ALL_ON, disallowedCookies, ESSENTIAL_ONLY } from './consent.rules'
import { questionDelay } from './question-delay.rules'

const COOKIES = ['_ga', '_ga_X1', '_gid', '_fbp', '_fbc', 'other']
const WAITS = { delay: 1_000, minimisedFor: 300_000 }

describe('cookies of disallowed categories', () => {
  it('[4-41] [4-45] are none when everything is on', () => expect(disallowedCookies(COOKIES, ALL_ON)).toEqual([]))
  it('[4-42] [4-45] are all of measuring and marketing when only the essential is on', () =>
    expect(disallowedCookies(COOKIES, ESSENTIAL_ONLY)).toEqual(['_ga', '_ga_X1', '_gid', '_fbp', '_fbc']))
  it('[4-45] follow each flag alone', () => {
    expect(disallowedCookies(COOKIES, { ...ESSENTIAL_ONLY, analytics: true })).toEqual(['_fbp', '_fbc'])
    expect(disallowedCookies(COOKIES, { ...ESSENTIAL_ONLY, marketing: true })).toEqual(['_ga', '_ga_X1', '_gid'])
  })
})

describe('when to ask', () => {
  it('[2.2-15] [9-23] a second after load when nothing is stored', () =>
    expect(questionDelay({ choice: null, minimisedAt: null }, 0, WAITS)).toBe(1_000))
  it.each(['accepted', 'rejected', 'customized'])('[4-40] never once %s is stored', (choice) =>
    expect(questionDelay({ choice, minimisedAt: null }, 0, WAITS)).toBeNull(),
  )
  it('[4-46] [9-24] when five minutes have passed since it was put aside', () => {
    expect(questionDelay({ choice: null, minimisedAt: 0 }, 60_000, WAITS)).toBe(240_000)
    expect(questionDelay({ choice: null, minimisedAt: 0 }, 400_000, WAITS)).toBe(1_000)
  })
  it('does not wait longer than five minutes for a clock that ran ahead', () =>
    expect(questionDelay({ choice: null, minimisedAt: 9_000_000 }, 0, WAITS)).toBe(300_000))
})
