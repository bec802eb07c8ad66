import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idOf } from './id.ts'
import { content } from './index.ts'
import { INTEREST_RATES } from './worksheets.ts'

/** The page that a script of `media/sheets` draws. */
const drawn = async (script: string, name: string): Promise<string> => {
  const sheets = (await import(new URL(`../media/sheets/${script}.mjs`, import.meta.url).href)) as Record<
    string,
    string
  >
  return sheets[name] ?? ''
}
const budgetSheet = await drawn('budget', 'budgetSheet')
const interestTableSheet = await drawn('interest-table', 'interestTableSheet')
const beforeSigningSheet = await drawn('before-signing', 'beforeSigningSheet')

const summary = (lesson: string): string =>
  content.lessonContents.find(({ lesson_id }) => lesson_id === idOf('lessons', lesson))?.summary_he ?? ''

/** The words and figures of a page, without its markup. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const numbersOf = (text: string): number[] =>
  [...text.matchAll(/₪?(\d[\d,]*(?:\.\d+)?)/g)].map(([, digits = '']) => Number(digits.replaceAll(',', '')))

describe('the table of interest', () => {
  const rows = [...interestTableSheet.matchAll(/<tr><th scope="row" class="n">(\d+)<\/th>(.*?)<\/tr>/gs)].map(
    ([, years = '', cells = '']) => [Number(years), numbersOf(textOf(cells))] as const,
  )

  it('every sum is what adding the interest year by year comes to', () => {
    expect(rows.map(([years]) => years)).toEqual([1, 2, 3, 4, 5, 10, 15, 20, 25, 30])
    for (const [years, sums] of rows) {
      const recomputed = INTEREST_RATES.map((rate) => {
        let sum = 10_000
        for (let year = 0; year < years; year++) sum += sum * rate
        return Math.round(sum)
      })
      expect(sums).toEqual(recomputed)
    }
  })

  it('says what its lesson says', () => {
    const lesson = summary('compound-interest/simple-and-compound')
    expect(lesson).toContain('₪26,533')
    expect(interestTableSheet).toContain('here">26,533<')
    expect(lesson.replaceAll('\u00a0', ' ')).toContain('₪26,533 − ₪20,000 = ₪6,533')
    expect(textOf(interestTableSheet)).toContain('₪26,533 − ₪20,000 = ₪6,533')
  })
})

describe('the saving year by year', () => {
  const bytes = readFileSync(new URL('../media/files/savings-by-year.csv', import.meta.url))
  const [head = '', ...lines] = bytes.toString('utf8').trim().split('\r\n')
  const rows = lines.map((line) => line.split(',').map(Number))

  it('opens as Hebrew in spreadsheets', () => {
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(head.replace('\uFEFF', '').split(',')).toEqual([
      'שנה',
      'הופקד עד כה (₪)',
      'יתרה בסוף השנה (₪)',
      'מזה תשואה (₪)',
    ])
  })

  it('every line is what depositing month by month comes to', () => {
    let balance = 0
    const recomputed = Array.from({ length: 30 }, (_, index) => {
      for (let month = 0; month < 12; month++) balance = balance * (1 + 0.07 / 12) + 100
      const deposited = 1200 * (index + 1)
      return [index + 1, deposited, Number(balance.toFixed(2)), Number((balance - deposited).toFixed(2))]
    })
    expect(rows).toEqual(recomputed)
  })

  it('says what its lesson says', () => {
    const lesson = summary('compound-interest/power-of-time')
    for (const year of [10, 20, 30]) {
      expect(lesson).toContain(`₪${Math.round(rows[year - 1]?.[2] ?? 0).toLocaleString('en-US')}`)
    }
  })
})

describe('the budget', () => {
  const text = textOf(budgetSheet)

  it('its example closes, as in its lessons', () => {
    const parts = [4200, 2400, 1200, 700, 1200, 2300]
    for (const part of parts) {
      expect(numbersOf(text)).toContain(part)
      expect(summary('household-budget/why-budget')).toContain(`₪${part.toLocaleString('en-US')}`)
    }
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(12_000)
    expect(text).toContain('סך הכול ₪12,000')
  })

  it('what comes once a year is divided by twelve', () => {
    expect(3600 + 1800 + 2000 + 1000).toBe(8400)
    expect(text).toContain('סך הכול לשנה ₪8,400')
    expect(text).toMatch(/לחודש, +÷ 12 +₪700/)
    expect(summary('household-budget/yearly-expenses')).toContain('₪8,400')
  })
})

describe('the list before signing', () => {
  it('both examples cost what the lesson says', () => {
    const text = textOf(beforeSigningSheet)
    expect(24 * 920).toBe(22_080)
    expect(24 * 905 + 500).toBe(22_220)
    expect(text).toMatch(/העלות הכוללת +₪22,080 +₪22,220/)
    expect(text).toContain('₪22,220 − ₪22,080 = ₪140')
    expect(summary('credit/total-cost')).toContain('₪22,220')
  })

  it('at the rate that is written, the payments are worth what is really received', () => {
    const rates = numbersOf(textOf(beforeSigningSheet.split('הריבית האפקטיבית')[1]?.split('</tr>')[0] ?? ''))
    expect(rates).toHaveLength(2)
    for (const [index, payment, received] of [
      [0, 920, 20_000],
      [1, 905, 19_500],
    ] as const) {
      const worth = (yearly: number) => {
        const months = Array.from({ length: 24 }, (_, month) => payment / (1 + yearly) ** ((month + 1) / 12))
        return months.reduce((sum, value) => sum + value, 0)
      }
      const rate = (rates[index] ?? 0) / 100
      expect(worth(rate - 0.0005)).toBeGreaterThan(received)
      expect(worth(rate + 0.0005)).toBeLessThan(received)
    }
  })

  it('asks the five questions of its article, and more', () => {
    const article = JSON.stringify(content.articles.find(({ slug }) => slug === 'five-questions-before-a-loan')?.body)
    for (const question of ['כמה אחזיר בסך הכול', 'אילו עמלות אינן בתוך הריבית', 'מה יכול להשתנות', 'מה עולה לצאת']) {
      expect(article).toContain(question)
      expect(beforeSigningSheet).toContain(question)
    }
    expect(beforeSigningSheet.match(/<li>/g)).toHaveLength(8)
  })
})

describe('the words', () => {
  it.each([
    ['budget', budgetSheet],
    ['table', interestTableSheet],
    ['list', beforeSigningSheet],
  ])('of the %s are Hebrew, without exclamation marks, and every sum keeps its direction', (_, html) => {
    expect(html).toContain('<html lang="he" dir="rtl">')
    expect(textOf(html)).not.toMatch(/!|undefined|NaN/)
    const isolated = html.replace(/<style>.*?<\/style>|<bdi dir="ltr">.*?<\/bdi>|<svg.*?<\/svg>/gs, '')
    expect(isolated).not.toContain('₪')
  })
})
