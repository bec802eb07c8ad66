import { expect, it } from 'vitest'
import { savingsAfter } from './savings.rules'

it('100 a month for 30 years at 7% come to 121,997', () => expect(savingsAfter(30, 100, 0.07)).toBe(121_997))
