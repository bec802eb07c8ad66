import { describe, expect, it } from 'vitest'
import { isolate } from './bidi.ts'
import { equationsOf, evaluate } from './equations.ts'
import { films } from './films.ts'
import { content } from './index.ts'

const texts: [where: string, text: string][] = [
  ...content.lessonContents.map(({ summary_he }): [string, string] => [summary_he.slice(0, 40), summary_he]),
  ...content.articles.map(({ slug, body }): [string, string] => [slug, JSON.stringify(body)]),
  ...films.map(({ key, cues, chart }): [string, string] => [
    key,
    [
      ...cues.map(({ text }) => text),
      ...(chart.kind === 'steps' ? chart.rows.map(({ sum }) => isolate(`{${sum}}`)) : []),
    ].join('\n'),
  ]),
]

describe('arithmetic that students are shown', () => {
  it.each([
    ['₪1,000 × (1 + 7%)', 1070],
    ['1.05²⁰', 1.05 ** 20],
    ['−70% × 20% + 30% × 2%', -0.134],
    ['(25% − 15%) ÷ 2', 0.05],
  ])('reads %s', (expression, value) => {
    expect(evaluate(expression)).toBeCloseTo(value, 9)
  })

  it('finds a wrong sum', () => {
    expect(equationsOf('\u20661 + 1 = 3\u2069').map(({ holds }) => holds)).toEqual([false])
  })

  it('every equation in summaries, articles and films holds', () => {
    const wrong = texts.flatMap(([where, text]) =>
      equationsOf(text)
        .filter(({ holds }) => !holds)
        .map((equation) => `${where}: ${equation.text} (${equation.sides.join(' and ')})`),
    )
    expect(wrong).toEqual([])
    expect(texts.flatMap(([, text]) => equationsOf(text)).length).toBeGreaterThan(500)
  })
})
