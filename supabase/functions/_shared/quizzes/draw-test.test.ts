import { describe, expect, test } from 'vitest'
import { type DrawTest, drawTest } from './draw-test.ts'
import type { Calculated } from './types.ts'

const SUM: Calculated = {
  ...{ kind: 'calculated', topic: 'מס', text: 'כמה הם {rate} מתוך {sum}?', formula: 'sum * rate / 100' },
  variables: [
    { name: 'sum', unit: 'shekel', from: '100', to: '1000', step: '100' },
    { name: 'rate', unit: 'percent', from: '10', to: '50', step: '10' },
  ],
  ...{ rounding: { digits: 0 }, tolerance: '0', unit: 'shekel', mistakes: [] },
  steps: [{ text: 'מכפילים', formula: 'sum * rate / 100', unit: 'shekel' }],
}

function all(changes: Partial<Calculated> = {}): DrawTest {
  const draws = drawTest({ ...SUM, ...changes })
  for (;;) {
    const { value, done } = draws.next()
    if (done) return value
  }
}
const codes = ({ faults }: DrawTest) => faults.map(({ code }) => code)

describe('[2.12-12] a thousand draws', () => {
  test('show the extremes of what is drawn and of the answer, and where answers lie', () => {
    const found = all()
    expect(found).toMatchObject({ draws: 1000, redrawn: 0, faults: [] })
    expect(found.extremes).toEqual([
      { name: 'sum', least: '₪100', greatest: '₪1,000' },
      { name: 'rate', least: '10%', greatest: '50%' },
      { name: '', least: '₪10', greatest: '₪500' },
    ])
    expect(found.bars).toHaveLength(10)
    expect(found.bars.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
    expect([found.bars[0]?.from, found.bars[9]?.to]).toEqual(['₪10', '₪500'])
    expect([found.shortest, found.longest]).toEqual([
      expect.stringMatching(/^כמה הם \d0% מתוך ₪\d00\?$/),
      expect.stringContaining('₪1,000'),
    ])
  })

  test('count those whose first numbers did not meet the constraints', () => {
    const { redrawn, extremes } = all({ constraints: ['sum > 500'] })
    expect(redrawn).toBeGreaterThan(400)
    expect(redrawn).toBeLessThan(600)
    expect(extremes[0]?.least).toBe('₪600')
  })

  test.each([
    ['DIVISION', { formula: 'sum / (rate - 30)' }],
    ['TOO_LARGE', { formula: 'sum ^ 10' }],
    ['TOO_MANY_DIGITS', { formula: 'sum * 100000000000000' }],
    ['MISTAKE_RIGHT', { mistakes: [{ formula: 'sum / rate', why: 'חילקתם' }] }],
    ['NO_DRAW', { constraints: ['sum > 5000'] }],
  ] as const)('find %s', (code, changes) => {
    const found = all(changes as unknown as Partial<Calculated>)
    expect(codes(found)).toContain(code)
    expect(found.faults[0]?.count).toBeGreaterThan(0)
  })

  test('end early where no numbers are found', () => {
    expect(all({ constraints: ['sum > 5000'] })).toMatchObject({ draws: 20, redrawn: 20, extremes: [], bars: [] })
  })

  test('of one number are one bar', () => {
    expect(all({ formula: '7' }).bars).toEqual([{ from: '₪7', to: '₪7', count: 1000 }])
  })
})
